"""A whole document out of any store, as it was when it was read."""

from silcrow.document import Document, Record
from silcrow.store.protocol import Store


def document_of(store: Store, record: Record) -> Document:
    """All of a document; inside a read transaction it is of one edition."""
    return Document(
        doc_id=record.doc_id,
        edition=record.edition,
        recipe=record.recipe,
        format=record.format,
        title=record.title,
        sections=store.outline(record.doc_id),
        paragraphs=store.read(record.doc_id, 0, record.paragraphs),
        furniture=store.furniture(record.doc_id),
        authors=record.authors,
        date=record.date,
        language=record.language,
        pages=record.pages,
        page_labels=record.page_labels,
        health=record.health,
    )
