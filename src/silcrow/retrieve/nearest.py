"""The paragraphs of a scope that are nearest to a query in meaning, whatever their words, where it was embedded ahead.

Some are found by the signs of their vectors, and of these the vectors themselves are compared. Documents that were not
embedded whole are passed over.
"""

from collections.abc import Callable

from silcrow.retrieve.dense import kept_nearness
from silcrow.retrieve.memory import signed
from silcrow.retrieve.packing import Array
from silcrow.retrieve.scope import Scope
from silcrow.retrieve.signs import Signed, signs_of, signs_of_document
from silcrow.retrieve.spots import Spot
from silcrow.store.protocol import Store

# Whose vectors are compared: over all they lie in as many documents, and each is read from another place of the disk.
_LOOKED_AT, _LOOKED_AT_OVER_ALL = 64, 32


def nearest(store: Store, model: str, asked: Callable[[], Array], scope: Scope) -> dict[Spot, float]:
    """Some of the nearest paragraphs, nearest first, and how near; none where nothing was embedded whole.

    The vector of the query is `asked` only where something was.
    """
    doc_ids = scope.documents
    there = signed(store, model) if doc_ids is None else Signed(store.vectors.signs(model, doc_ids))
    most = _LOOKED_AT_OVER_ALL if doc_ids is None else _LOOKED_AT
    found = there.nearest(signs_of(asked()), most, scope.within) if there.doc_ids else []
    if doc_ids is None and store.vectors.indexed(model):
        found += store.vectors.nearest(model, signs_of(asked()), most)
    near = kept_nearness(store, model, asked(), found) if found else {}
    return dict(sorted(near.items(), key=lambda one: (-one[1], one[0])))


def keep_signs(store: Store, model: str, doc_id: str, edition: str) -> None:
    """Keep the signs of a document, where vectors are kept of all its paragraphs and no signs yet.

    They are written by one method of the store, which does its work anew where another writer was quicker.
    """
    with store.reading():
        if any(store.vectors.signs(model, [doc_id])):
            return
        sizes = [record.paragraphs for record in store.records([doc_id]) if record.edition == edition]
        found = [signs_of_document(store.vectors.of(model, doc_id), size) for size in sizes]
    for signs in filter(None, found):
        store.vectors.keep_signs(model, doc_id, edition, signs)
