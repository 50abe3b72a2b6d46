"""How a fault of a library is told, the same on every store: what is wrong, then what to do about it."""

from silcrow.errors import Notice


def of_document(fault: str, doc_id: str) -> Notice:
    """Of one document; of rows that belong to none where it is not named."""
    if not doc_id:
        return of_library(fault)
    return Notice("damaged", f"{fault}: remove it and add its file again", doc_id)


def of_reading(fault: str, reading_id: str) -> Notice:
    """Of a reading."""
    return Notice("damaged", f"{fault}: silcrow readings --forget {reading_id}", reading_id)


def of_library(fault: str) -> Notice:
    """Of what is no single document's."""
    return Notice("damaged", f"{fault}: restore a backup, or silcrow copy what is sound into a new library")
