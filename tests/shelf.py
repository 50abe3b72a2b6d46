"""A store with some documents on it, for tests of retrieval and reading."""

import hashlib

from silcrow.document import Document
from silcrow.retrieve.terms import index
from silcrow.store.protocol import Source
from silcrow.store.sqlite import SqliteStore
from silcrow.testing import make_document


def shelve(store: SqliteStore, document: Document) -> None:
    """Put one document on a shelf."""
    digest = hashlib.sha256(document.doc_id.encode()).hexdigest()
    store.put(document, index(document), Source(digest, 1, f"/{document.doc_id}.md", None))


def shelf(**texts: str) -> SqliteStore:
    """Documents by doc_id, written as testing.make_document reads them, in a store in memory."""
    store = SqliteStore.open(None)
    for doc_id, text in texts.items():
        shelve(store, make_document(text, doc_id=doc_id))
    return store
