"""The tables of a library and how an older one is brought up to date. Knows SQL and nothing of documents.

Each change of the tables is a named migration, recorded in the table `migration`. A library that holds a name unknown
here was written by a newer Silcrow.
"""

import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime

# "SILC": tells a library from any other SQLite file.
APPLICATION_ID = 0x53494C43

# document.id is new for each edition written and never used again, so the rows under one id never change.
# Paragraphs and sections are clustered by (document, ord): a window, a section and a subtree are range reads. Postings
# are clustered by document too, so a put appends; clustered by term it would touch a page a term, at thrice the cost.
_M001_INITIAL = """
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    kept INTEGER NOT NULL
) STRICT;
CREATE TABLE document (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    doc_id TEXT NOT NULL UNIQUE,
    edition TEXT NOT NULL,
    recipe TEXT NOT NULL,
    format TEXT NOT NULL,
    title TEXT NOT NULL,
    authors TEXT NOT NULL,
    date TEXT NOT NULL,
    language TEXT NOT NULL,
    pages INTEGER NOT NULL,
    page_labels TEXT NOT NULL,
    sections INTEGER NOT NULL,
    paragraphs INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    health TEXT NOT NULL,
    source INTEGER NOT NULL REFERENCES source (id),
    added TEXT NOT NULL,
    totals TEXT NOT NULL,
    lengths BLOB NOT NULL
) STRICT;
CREATE INDEX document_source ON document (source);
CREATE TABLE address (
    id INTEGER PRIMARY KEY,
    address TEXT NOT NULL UNIQUE,
    document INTEGER REFERENCES document (id)
) STRICT;
CREATE INDEX address_document ON address (document);
CREATE TABLE section (
    document INTEGER NOT NULL,
    ord INTEGER NOT NULL,
    last INTEGER NOT NULL,
    parent TEXT,
    level INTEGER NOT NULL,
    sec_id TEXT NOT NULL,
    heading TEXT NOT NULL,
    label TEXT NOT NULL,
    title TEXT NOT NULL,
    path TEXT,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    first_page INTEGER,
    last_page INTEGER,
    regions BLOB NOT NULL,
    evidence TEXT NOT NULL,
    confidence REAL NOT NULL,
    PRIMARY KEY (document, ord)
) STRICT, WITHOUT ROWID;
CREATE TABLE paragraph (
    document INTEGER NOT NULL,
    ord INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    regions BLOB NOT NULL,
    tokens INTEGER NOT NULL,
    "table" TEXT,
    PRIMARY KEY (document, ord)
) STRICT, WITHOUT ROWID;
CREATE TABLE furniture (
    document INTEGER PRIMARY KEY,
    block TEXT NOT NULL
) STRICT;
CREATE TABLE term (
    id INTEGER PRIMARY KEY,
    term TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE posting (
    document INTEGER NOT NULL,
    term INTEGER NOT NULL,
    n INTEGER NOT NULL,
    block BLOB NOT NULL,
    PRIMARY KEY (document, term)
) STRICT, WITHOUT ROWID;
CREATE INDEX posting_term ON posting (term);
CREATE TABLE generation (
    n INTEGER PRIMARY KEY,
    doc_id TEXT NOT NULL,
    change TEXT NOT NULL
) STRICT;
"""

# With n in it the index alone answers which documents hold a term, and how often.
_M002_HELD = """
DROP INDEX posting_term;
CREATE INDEX posting_term ON posting (term, n);
"""

# A row a paragraph and model. Rows are large, so they lie beside their index and not in it.
_M003_VECTORS = """
CREATE TABLE model (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE vector (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    model INTEGER NOT NULL REFERENCES model (id),
    ord INTEGER NOT NULL,
    block BLOB NOT NULL,
    UNIQUE (document, model, ord)
) STRICT;
"""

# A name is never given twice. That a step's number is unique in its reading is what keeps two processes that resume the
# same one from both writing. Data is large, so it lies beside the index.
_M004_READINGS = """
CREATE TABLE reading (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    documents TEXT NOT NULL,
    scope TEXT NOT NULL,
    settings TEXT NOT NULL,
    started TEXT NOT NULL
) STRICT;
CREATE TABLE step (
    id INTEGER PRIMARY KEY,
    reading INTEGER NOT NULL REFERENCES reading (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    usage TEXT NOT NULL,
    at TEXT NOT NULL,
    data TEXT NOT NULL,
    UNIQUE (reading, number)
) STRICT;
"""

# A row a file that is still to be read or cannot be; a job that is done has none, so the table stays small.
_M005_JOBS = """
CREATE TABLE job (
    source TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    state TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    error TEXT NOT NULL,
    owner TEXT NOT NULL,
    lease_until TEXT NOT NULL
) STRICT;
"""

# A row a document and model: all of a library are looked through at once.
_M006_SIGNS = """
CREATE TABLE signs (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    model INTEGER NOT NULL REFERENCES model (id),
    block BLOB NOT NULL,
    UNIQUE (document, model)
) STRICT;
"""

# Documents that were added one after the other share a part of the index, a shelf: whoever puts one touches the pages
# of two of these, and not one for each of its thousands of terms, wherever that lies among all.
_M007_SHELVES = """
DROP INDEX posting_term;
CREATE INDEX posting_shelf ON posting (document >> 6, term, n);
"""

MIGRATIONS: Mapping[str, str] = {
    "m001_initial": _M001_INITIAL,
    "m002_held": _M002_HELD,
    "m003_vectors": _M003_VECTORS,
    "m004_readings": _M004_READINGS,
    "m005_jobs": _M005_JOBS,
    "m006_signs": _M006_SIGNS,
    "m007_shelves": _M007_SHELVES,
}


def applied(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Names of the migrations a library has had; empty for one that is still without tables."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").fetchone():
        return ()
    return tuple(name for (name,) in connection.execute("SELECT name FROM migration ORDER BY rowid"))


def migrate(connection: sqlite3.Connection) -> None:
    """Apply what is missing, inside the caller's write transaction."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT NOT NULL UNIQUE, applied TEXT NOT NULL) STRICT")
    had = applied(connection)
    for name, script in MIGRATIONS.items():
        if name not in had:
            for statement in script.split(";\n"):
                connection.execute(statement)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            connection.execute("INSERT INTO migration VALUES (?, ?)", (name, now))
