"""What is read of documents, inside the caller's transaction.

A query names its documents by their keys, given or looked up by itself, never by a join, so that only the partitions of
these are touched.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, LiteralString

from silcrow.document import Paragraph, Record, Section
from silcrow.errors import LibraryDamaged
from silcrow.store import rows
from silcrow.store.postgres.connections import Connections, Rows
from silcrow.store.postgres.writing import with_nul
from silcrow.store.protocol import Held, Index, Posting

AT_ADDRESS = """
SELECT d.doc_id FROM address AS a JOIN document AS d ON d.id = a.document
WHERE md5(a.address) = md5(%s) AND a.address = %s
"""

_RECORDS = """
SELECT d.doc_id, d.edition, d.recipe, d.format, d.title, d.authors, d.date, d.language, d.pages, d.page_labels,
       d.sections, d.paragraphs, d.tokens, d.health, s.sha256, s.size, s.kept, d.added, d.id
FROM document AS d JOIN source AS s ON s.sha256 = d.source
"""

_SECTIONS = """
SELECT ord, last, parent, level, sec_id, heading, label, title, path, first, count, "end", tokens,
       first_page, last_page, regions, evidence, confidence
FROM section WHERE document = %s ORDER BY ord
"""

_PARAGRAPHS = """
SELECT kind, text, regions, tokens, "table" FROM paragraph
WHERE document = (SELECT id FROM document WHERE doc_id = %s) AND ord >= %s AND ord < %s ORDER BY ord
"""

_SOME_PARAGRAPHS = """
SELECT ord, kind, text, regions, tokens, "table" FROM paragraph
WHERE document = (SELECT id FROM document WHERE doc_id = %s) AND ord = ANY(%s)
"""

_KEPT = """
SELECT s.sha256, s.kept, k.data FROM document AS d JOIN source AS s ON s.sha256 = d.source
LEFT JOIN kept AS k ON s.kept AND k.sha256 = s.sha256
WHERE d.doc_id = %s ORDER BY k.ord
"""

_POSTINGS = "SELECT document, term, n, block FROM posting WHERE term = ANY(%s)"

# A row a term: a row a posting would cost many times as much to bring over.
_HELD = "SELECT term, array_agg(document), array_agg(n) FROM posting WHERE term = ANY(%s)"

_NAMES: LiteralString = "SELECT id, doc_id FROM document"

WITHIN: LiteralString = " AND document = ANY(%s)"

Names = Mapping[int, str]
"""The doc_ids of some editions by their keys."""

_INTEGER = 2**31 - 1


def of_documents(connection: Rows, query: LiteralString, doc_ids: Sequence[str] | None) -> list[Sequence[Any]]:
    """Rows of these documents, or of all, in doc_id order; `doc_id` is a column of the query."""
    where: LiteralString = "" if doc_ids is None else " WHERE doc_id = ANY(%s)"
    values = () if doc_ids is None else (list(doc_ids),)
    found = connection.execute(query + where + " ORDER BY doc_id", values, binary=True)
    return [with_nul(row) for row in found]


def records(connection: Rows, doc_ids: Sequence[str] | None) -> tuple[Record, ...]:
    """Records in doc_id order."""
    found = of_documents(connection, _RECORDS, doc_ids)
    addresses: dict[int, list[str]] = {row[-1]: [] for row in found}
    query = "SELECT document, address FROM address WHERE document = ANY(%s) ORDER BY id"
    for key, address in connection.execute(query, (list(addresses),)):
        addresses[key].append(address)
    return tuple([rows.record_of(tuple(row[:-1]), tuple(addresses[row[-1]])) for row in found])


def bytes_of(connection: Rows, doc_id: str) -> bytes | None:
    """The kept bytes of a document that is there; None when they were not kept."""
    found = connection.execute(_KEPT, (doc_id,), binary=True).fetchall()
    _, kept, data = found[0]
    if not kept:
        return None
    if data is None:
        size = connection.execute("SELECT size FROM source WHERE sha256 = %s", (found[0][0],)).fetchone()
        if size != (0,):
            raise LibraryDamaged(f"the kept bytes of {doc_id!r} are gone", hint="Remove it and add its file again.")
    return b"".join(piece for *_, piece in found if piece is not None)


def sections(connection: Rows, key: int) -> tuple[Section, ...]:
    """All sections of an edition, in pre-order."""
    found = connection.execute(_SECTIONS, (key,), binary=True)
    return rows.sections_of(tuple(with_nul(row)) for row in found)


def paragraphs(connection: Rows, doc_id: str, first: int, end: int) -> tuple[Paragraph, ...]:
    """Paragraphs of a document by order number."""
    asked = (doc_id, max(first, 0), min(end, _INTEGER))
    found = connection.execute(_PARAGRAPHS, asked, binary=True)
    return tuple([rows.paragraph_of(*with_nul(row)) for row in found])


def some_paragraphs(connection: Rows, doc_id: str, orders: Sequence[int]) -> dict[int, Paragraph]:
    """Those of some order numbers that are there."""
    found = connection.execute(_SOME_PARAGRAPHS, (doc_id, list(orders)), binary=True)
    return {order: rows.paragraph_of(*with_nul(row)) for order, *row in found}


def postings(connections: Connections, terms: Sequence[str], doc_ids: Sequence[str] | None) -> tuple[Posting, ...]:
    """Postings of these terms, each named once, term by term; documents in the order of their editions."""
    found, names = _found(connections, _POSTINGS, "", terms, doc_ids)
    place = {term: at for at, term in enumerate(terms)}
    found.sort(key=lambda row: (place[row[1]], row[0]))
    return tuple([Posting(term, names[key], n, block) for key, term, n, block in found])


def index_of(connection: Rows, key: int) -> Index:
    """All that was written of an edition's words."""
    found = connection.execute("SELECT totals, lengths FROM document WHERE id = %s", (key,), binary=True).fetchone()
    assert found
    query = "SELECT term, n, block FROM posting WHERE document = %s"
    blocks = {term: (n, block) for term, n, block in connection.execute(query, (key,), binary=True)}
    return Index(found[1], tuple(json.loads(found[0])), blocks)


def held(connections: Connections, terms: Sequence[str], doc_ids: Sequence[str] | None) -> tuple[Held, ...]:
    """Which documents hold each term that any holds."""
    found, names = _found(connections, _HELD, " GROUP BY term", terms, doc_ids)
    return tuple(
        [Held(term, tuple(map(names.__getitem__, keys)), tuple(counts)) for term, keys, counts in sorted(found)]
    )


def _found(
    connections: Connections,
    query: LiteralString,
    after: LiteralString,
    terms: Sequence[str],
    doc_ids: Sequence[str] | None,
) -> tuple[list[tuple[Any, ...]], Names]:
    """Rows of a query, and the names of the documents of its scope."""
    with connections.reading() as connection:
        names = scope_names(connections, doc_ids)
        if doc_ids is None:
            return connection.execute(query + after, (list(terms),), binary=True).fetchall(), names
        given = (list(terms), list(names))
        return connection.execute(query + WITHIN + after, given, binary=True).fetchall() if names else [], names


def scope_names(connections: Connections, doc_ids: Collection[str] | None) -> Names:
    """The documents of a scope that are there, or all; asked once, as a search asks for it again and again."""
    if doc_ids is None:
        return connections.once("all documents", lambda one: dict(one.execute(_NAMES).fetchall()))
    asked = tuple(doc_ids)
    query = _NAMES + " WHERE doc_id = ANY(%s)"
    return connections.once(asked, lambda one: dict(one.execute(query, (list(asked),)).fetchall()))


def document_names(connection: Rows, keys: Collection[int]) -> dict[int, str]:
    """The doc_ids of editions by their keys, in doc_id order."""
    return dict(connection.execute(_NAMES + " WHERE id = ANY(%s) ORDER BY doc_id", (list(keys),)).fetchall())
