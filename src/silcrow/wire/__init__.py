"""JSON of every noun, the same on every face: plain dicts and lists, keys as the envelope gives them.

A place is its text form; pages are numbers from 1, with `page_labels` (the printed ones, as many) beside them, empty
where a document prints none. Knows no file, no stream and no face.

envelope   spelling, notices, errors      listing    what a library holds, and what was done to it
outline    sections in sections, health   passages   what reading and retrieving return
readings   acts, step by step
answers    answers and citations          documents  a whole document, tables
comparisons   two documents set side by side
located    scopes, references and packs
parts      a document in parts
studies    what is read through: surveys, parts handed out, notes, syntheses
"""

from silcrow.wire.answers import answer, citations, figure, verified
from silcrow.wire.comparisons import comparison
from silcrow.wire.documents import document, regions, table, tables
from silcrow.wire.envelope import JSON, Labels, dumps, error, notices
from silcrow.wire.findings import checked, filled, values
from silcrow.wire.listing import (
    added,
    backed_up,
    copied,
    documents,
    embedded,
    faults,
    jobs,
    library,
    removed,
    renamed,
    settings,
    status,
    vacuumed,
    written,
)
from silcrow.wire.located import located, packed, references, scoped
from silcrow.wire.outline import health, outline, section
from silcrow.wire.parts import part, parts
from silcrow.wire.passages import passages
from silcrow.wire.profiles import fits, profile
from silcrow.wire.readings import forgotten, reading, readings
from silcrow.wire.studies import all_done, handed, noted, progress, surveys, synthesis

__all__ = [
    "JSON",
    "Labels",
    "added",
    "all_done",
    "answer",
    "backed_up",
    "checked",
    "citations",
    "comparison",
    "copied",
    "document",
    "documents",
    "dumps",
    "embedded",
    "error",
    "faults",
    "figure",
    "filled",
    "fits",
    "forgotten",
    "handed",
    "health",
    "jobs",
    "library",
    "located",
    "noted",
    "notices",
    "outline",
    "packed",
    "part",
    "parts",
    "passages",
    "profile",
    "progress",
    "reading",
    "readings",
    "references",
    "regions",
    "removed",
    "renamed",
    "scoped",
    "section",
    "settings",
    "status",
    "surveys",
    "synthesis",
    "table",
    "tables",
    "vacuumed",
    "values",
    "verified",
    "written",
]
