"""What can be wrong with a library in PostgreSQL, looked for row by row (fsck). Repairs nothing but sweeps bytes."""

from collections.abc import Mapping
from typing import LiteralString

from silcrow.errors import Notice
from silcrow.store import damage
from silcrow.store.postgres import jobs
from silcrow.store.postgres.connections import Rows

# A row of each names a document, or "" for rows of none.
_FAULTS: Mapping[str, LiteralString] = {
    "its paragraphs are not all there": """
        SELECT d.doc_id FROM document AS d LEFT JOIN (
            SELECT document, count(*) AS n, min(ord) AS first, max(ord) AS last FROM paragraph GROUP BY document
        ) AS p ON p.document = d.id
        WHERE d.paragraphs != coalesce(p.n, 0) OR p.first != 0 OR p.last != d.paragraphs - 1 ORDER BY 1
    """,
    "its sections are not all there": """
        SELECT d.doc_id FROM document AS d LEFT JOIN (
            SELECT document, count(*) AS n, min(ord) AS first, max(ord) AS last FROM section GROUP BY document
        ) AS s ON s.document = d.id
        WHERE d.sections != coalesce(s.n, 0) OR s.first != 0 OR s.last != d.sections - 1 ORDER BY 1
    """,
    "a section reaches beyond the document": """
        SELECT DISTINCT d.doc_id FROM document AS d JOIN section AS s ON s.document = d.id
        WHERE s.last NOT BETWEEN s.ord AND d.sections - 1 OR s.first < 0 OR s.count < 0
            OR s.first + s.count > s."end" OR s."end" > d.paragraphs ORDER BY 1
    """,
    "rows of a document that is not there": """
        SELECT DISTINCT '' FROM (
            SELECT document FROM paragraph UNION SELECT document FROM section
            UNION SELECT document FROM posting UNION SELECT document FROM furniture UNION SELECT document FROM vector
            UNION SELECT document FROM sign UNION SELECT document FROM signs
        ) AS there WHERE document NOT IN (SELECT id FROM document)
    """,
    "its kept source bytes are missing or changed": """
        SELECT min(d.doc_id) FROM source AS s JOIN document AS d ON d.source = s.sha256
        WHERE s.kept AND s.sha256 != coalesce(
            (SELECT encode(sha256(string_agg(k.data, ''::bytea ORDER BY k.ord)), 'hex')
             FROM kept AS k WHERE k.sha256 = s.sha256), encode(sha256(''), 'hex'))
        GROUP BY s.sha256 ORDER BY 1
    """,
}

_STEPS = (
    "SELECT 'r' || lpad(reading::text, 4, '0') FROM step GROUP BY reading HAVING count(*) != max(number) ORDER BY 1"
)


def faults(connection: Rows) -> tuple[Notice, ...]:
    """Faults of the tables; all kept bytes are read by the server, which takes its time."""
    connection.execute("SET LOCAL statement_timeout = 0")
    found = [
        damage.of_document(fault, doc_id) for fault, query in _FAULTS.items() for (doc_id,) in connection.execute(query)
    ]
    found += [damage.of_reading("its steps are not all there", name) for (name,) in connection.execute(_STEPS)]
    return tuple(found)


def sweep(connection: Rows) -> None:
    """Drop kept bytes and sources that no document needs; put back jobs that were held past their time."""
    connection.execute("DELETE FROM source WHERE NOT EXISTS (SELECT 1 FROM document WHERE source = sha256)")
    connection.execute("DELETE FROM kept WHERE NOT EXISTS (SELECT 1 FROM source WHERE source.sha256 = kept.sha256)")
    jobs.sweep(connection)
