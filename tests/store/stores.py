"""What the tests of stores share: documents with indexes made by hand."""

import hashlib

from silcrow.document import Document
from silcrow.store.protocol import Index, Source
from silcrow.testing import make_document

TIDES = """
=== page 1

Printed by the harbour office.

# 1 Tides

High water comes twice a day.

| Port | Range |
| --- | --- |
| Skerry | 4.1 |

## 1.1 Springs

At full and new moon.

~ Tides · 1

=== page 2

# 2 Lights {.4}

The lamp is lit at dusk.
"""


def tides(doc_id: str = "tides", *, edition: str = "1" * 16) -> Document:
    """Four sections (front, 1, 1.1, 2), five paragraphs, one line of furniture, two pages."""
    return make_document(TIDES, doc_id=doc_id, edition=edition, title="Tides and Lights")


def flat(doc_id: str, count: int) -> Document:
    """`count` paragraphs, each `doc_id n`, in one section."""
    paragraphs = "\n\n".join(f"{doc_id} {n}" for n in range(count))
    return make_document(f"# All\n\n{paragraphs}", doc_id=doc_id)


def an_index(**blocks: tuple[int, bytes]) -> Index:
    """An index whose blocks are what is given."""
    return Index(lengths=b"lengths", totals=(21, 9), blocks=blocks)


def a_source(data: bytes, address: str, *, keep: bool = True) -> Source:
    """The source that bytes are."""
    return Source(hashlib.sha256(data).hexdigest(), len(data), address, data if keep else None)
