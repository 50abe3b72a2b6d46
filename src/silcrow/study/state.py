"""How far a study is: the fold of its saved steps. Whoever folds the same steps stands at the same point.

Steps of a study: `laid` (the parts of the document, the first step), `model` (which one reads, so many parts at once),
`note`, `skip`, `covered` (a part whose paragraphs all stood in parts that were read), `former` (the note on what a
changed part was), `digest` (a run of notes put together on the way to the synthesis), `synthesis`, `end`. A study of
several documents has no `laid`. Calls nothing and saves nothing.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any

from silcrow.part import Part, Parts
from silcrow.reading import END, Data, Reading
from silcrow.split.units import Flat
from silcrow.studied import Note, Studied, StudyPart
from silcrow.study.saved import note_of

_KEY = 16  # hexadecimal digits of a part's digest
_UNIT = 10  # and of a paragraph's


def laid(parts: Parts, flat: Flat) -> Data:
    """The step that lays out a document: its parts, each with digests of its text and of its paragraphs."""
    units = _units(flat)
    return {
        "edition": parts.edition,
        "title": parts.title,
        "page_labels": list(parts.page_labels),
        "parts": [_laid(part, flat, units) for part in parts.parts],
        "brief": f"{len(parts.parts)} parts",
    }


def folded(reading: Reading) -> Studied:
    """The state of a study's reading."""
    names = [doc_id for doc_id, _ in reading.documents]
    settings: Mapping[str, Any] = reading.settings
    split = {name: amount for name, amount in (settings.get("split") or {}).items() if amount is not None}
    study = Studied(
        reading=reading.reading_id,
        doc_id=names[0] if len(names) == 1 else "",
        edition=reading.documents[0][1] if len(names) == 1 else "",
        source=str(settings.get("source", "")),
        title=reading.title,
        split=split,
        parts=(),
        questions=tuple(settings.get("questions") or ()),
        gone=tuple(settings.get("gone") or ()),
        started=reading.started,
        usage=reading.usage,
        settings=settings,
    )
    return _steps(study, reading)


def _steps(study: Studied, reading: Reading) -> Studied:
    parts: dict[str, StudyPart] = {}
    digests: dict[str, Note] = {}
    changes: dict[str, Any] = {}
    for step in reading.steps:
        data: Any = step.data
        match step.kind:
            case "laid":
                parts = {part.key: part for part in _parts(data["parts"])}
                changes |= {"edition": data["edition"], "page_labels": tuple(data["page_labels"])}
            case "note":
                part = parts[data["part"]]
                note = note_of(data["note"], at=step.at)
                parts[part.key] = replace(part, state="noted", note=note, why="", changed=False, former=None)
            case "skip":
                parts[data["part"]] = replace(parts[data["part"]], state="skipped", why=data["why"])
            case "covered":
                parts[data["part"]] = replace(parts[data["part"]], state="covered", why=data["why"])
            case "former":
                former = note_of(data["note"], at=step.at) if data["note"] else None
                parts[data["part"]] = replace(parts[data["part"]], changed=True, former=former)
            case "model":
                changes["settings"] = {**study.settings, "parallel": data["parallel"], "model": data["model"]}
            case "digest":
                digests[data["key"]] = note_of(data["note"], at=step.at)
            case "synthesis":
                changes["synthesis"] = note_of(data["note"], at=step.at)
            case kind if kind == END:
                changes["ended"] = True
    return replace(study, parts=tuple(parts.values()), digests=digests, **changes)


def _parts(rows: list[Any]) -> Iterator[StudyPart]:
    for index, row in enumerate(rows, 1):
        units = row["units"]
        yield StudyPart(
            index=index,
            key=row["key"],
            title=row["title"],
            path=tuple(row["path"]),
            places=tuple(row["places"]),
            pages=tuple(row["pages"]),
            tokens=row["tokens"],
            units=tuple([units[at : at + _UNIT] for at in range(0, len(units), _UNIT)]),
        )


def _laid(part: Part, flat: Flat, units: list[tuple[int, int]]) -> dict[str, Any]:
    """A part as it is saved. Texts that stand twice in a document have two keys: the second counts its place too."""
    inside = [flat.text[max(start, part.start) : min(end, part.end)] for start, end in _within(units, part)]
    key = digest(part.text)[:_KEY]
    return {
        "key": f"{key}.{part.index}",
        "title": part.title,
        "path": list(part.path),
        "places": [str(span) for span in part.spans],
        "pages": list(part.pages),
        "tokens": part.tokens,
        "units": "".join(digest(text)[:_UNIT] for text in inside),
    }


def _units(flat: Flat) -> list[tuple[int, int]]:
    return [(unit.start, unit.end) for unit in flat.units]


def _within(units: list[tuple[int, int]], part: Part) -> Iterator[tuple[int, int]]:
    at = max(0, bisect_right(units, part.start, key=itemgetter(0)) - 1)
    while at < len(units) and units[at][0] < part.end:
        if units[at][1] > part.start:
            yield units[at]
        at += 1


def text_of(key: str) -> str:
    """The digest of a part's text in its key."""
    return key.partition(".")[0]


def digest(text: str) -> str:
    """The digest of a text; white space at its ends does not count."""
    return hashlib.sha256(text.strip().encode("utf-8", "replace")).hexdigest()
