"""Bytes to what is stored of them: a document and its index, in a given manner. Pure, so any process can do it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from silcrow.document import Document
from silcrow.errors import Notice
from silcrow.parse import edition
from silcrow.parse.renewal import DIVIDED
from silcrow.profile import Profile
from silcrow.retrieve.terms import index
from silcrow.split.passages import divided
from silcrow.store.protocol import Index


@dataclass(frozen=True, slots=True)
class Manner:
    """How bytes are to be read: see ingest.one."""

    password: str | None = None
    languages: tuple[str, ...] = ()
    profiles: tuple[Profile, ...] = ()
    cohesion: bool = False


@dataclass(frozen=True, slots=True)
class Vectors:
    """A model's packed vectors of paragraphs, by order number."""

    model: str
    blocks: Mapping[int, bytes]


@dataclass(frozen=True, slots=True)
class Parsed:
    """What is stored of some bytes; `notices`: what is to be said of it beside its own."""

    document: Document
    index: Index
    vectors: Vectors | None = None
    notices: tuple[Notice, ...] = ()


def read(data: bytes, *, doc_id: str, name: str, manner: Manner) -> Parsed:
    """Some bytes as they are to be stored. A DocumentError where they cannot be read."""
    from silcrow.parse import parse  # noqa: PLC0415  who only searches does not pay for it

    document = parse(
        data,
        doc_id=doc_id,
        name=name,
        password=manner.password,
        languages=manner.languages,
        profiles=manner.profiles,
    )
    if manner.cohesion and document.health.flat:
        # A document in passages is another edition of its bytes.
        made_by = document.recipe + DIVIDED
        document = replace(divided(document), recipe=made_by, edition=edition(data, made_by))
    return Parsed(document, index(document))


def under(parsed: Parsed, doc_id: str) -> Parsed:
    """The same as a file with a name would have been read under another doc_id: the places of notices begin with it."""
    document = parsed.document
    if document.doc_id == doc_id:
        return parsed
    notices = tuple(_moved(notice, document.doc_id, doc_id) for notice in document.health.notices)
    health = replace(document.health, notices=notices)
    return replace(parsed, document=replace(document, doc_id=doc_id, health=health))


def _moved(notice: Notice, old: str, new: str) -> Notice:
    doc_id, colon, rest = notice.place.partition(":")
    return replace(notice, place=f"{new}{colon}{rest}") if doc_id == old else notice
