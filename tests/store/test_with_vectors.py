"""Vectors that come with a document are written with it: in the same step, or neither."""

import pytest

from silcrow.errors import Internal
from silcrow.ingest.manner import Manner, Parsed, Vectors, read
from silcrow.ingest.one import ingest
from silcrow.store.protocol import Store

TEXT = b"# Tides\n\nThe gate opens at noon.\n\nIt shuts at dusk.\n"


def with_vectors(doc_id: str) -> Parsed:
    """A document of two paragraphs with a vector each."""
    parsed = read(TEXT, doc_id=doc_id, name="tides.md", manner=Manner())
    return Parsed(parsed.document, parsed.index, Vectors("m", {0: b"first", 1: b"second"}))


def test_vectors_are_there_as_soon_as_their_document_is(store: Store):
    ingest(store, TEXT, address="/tides.md", reader=with_vectors)
    assert dict(store.vectors.of("m", "tides")) == {0: b"first", 1: b"second"}
    assert dict(store.vectors.counts("m")) == {"tides": 2}


def test_a_step_that_is_undone_leaves_neither(store: Store):
    def fails() -> None:
        with store.writing():
            ingest(store, TEXT, address="/tides.md", reader=with_vectors)
            raise Internal("and then something else failed")

    with pytest.raises(Internal):
        fails()
    assert store.records() == ()
    assert dict(store.vectors.counts("m")) == {}
