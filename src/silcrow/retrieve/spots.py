"""Single paragraphs of a library by document and order number, and the texts of some."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from silcrow.retrieve.packing import torn
from silcrow.store.protocol import Store

Spot = tuple[str, int]
"""A document and the order number of a paragraph of it."""


def by_document(spots: Iterable[Spot]) -> dict[str, list[int]]:
    """The order numbers of some by their documents."""
    found: dict[str, list[int]] = defaultdict(list)
    for doc_id, order in spots:
        found[doc_id].append(order)
    return found


def texts(store: Store, spots: Sequence[Spot]) -> list[str]:
    """The texts of some paragraphs, read document by document. LibraryDamaged where one is gone."""
    read = {doc_id: store.paragraphs(doc_id, orders) for doc_id, orders in by_document(spots).items()}
    try:
        return [read[doc_id][order].text for doc_id, order in spots]
    except KeyError:
        raise torn() from None
