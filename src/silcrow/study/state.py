"""How far a study is: the fold of its saved steps. Whoever folds the same steps stands at the same point.

Steps of a study: `laid` (the parts of the document, the first step), `model` (which one reads, so many parts at once),
`note`, `skip`, `covered` (a part whose paragraphs all stood in parts that were read), `former` (the note on what a
changed part was), `digest` (a run of notes put together on the way to the synthesis), `synthesis`, `end`. A study of
several documents has no `laid`. Calls nothing and saves nothing.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any

from silcrow.errors import Damaged
from silcrow.part import Part, Parts
from silcrow.reading import END, Data, Reading, Step, leading
from silcrow.split.units import Flat
from silcrow.studied import MARK, Held, PartState, Studied, StudyPart
from silcrow.study.saved import Saved

_KEY = 16  # hexadecimal digits of a part's digest


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
    """The state of a study's reading. Damaged where a step makes no sense; notes are opened when they are looked at."""
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
        steps=len(reading.steps),
        started=reading.started,
        usage=reading.usage,
        settings=settings,
    )
    try:
        return _steps(study, reading.steps)
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise Damaged(
            f"a step of the study {reading.reading_id} cannot be read: {wrong!r}",
            hint=f"silcrow readings --forget {reading.reading_id} forgets it; the document can then be studied anew.",
        ) from None


_Fate = tuple[PartState, bool, str, Saved | None, Saved | None]
"""What has become of a part: state, changed, why, held, earlier, as the last fields of a StudyPart."""
_OPEN: _Fate = ("open", False, "", None, None)


def _steps(study: Studied, steps: Iterable[Step]) -> Studied:
    rows: list[Any] = []
    fates: dict[str, _Fate] = {}  # by part, what has become of it
    digests: dict[str, Held] = {}
    changes: dict[str, Any] = {}
    whole: Saved | None = None
    for step in steps:
        data: Any = step.data
        match step.kind:
            case "note":
                fates[str(leading(data, "part"))] = ("noted", False, "", Saved(step), None)
            case "skip" | "covered" as kind:
                _, changed, _, _, earlier = fates.get(data["part"], _OPEN)
                state: PartState = "skipped" if kind == "skip" else "covered"
                fates[data["part"]] = (state, changed, data["why"], None, earlier)
            case "former":
                fates[data["part"]] = ("open", True, "", None, Saved(step) if data["note"] else None)
            case "laid":
                rows = data["parts"]
                changes |= {"edition": data["edition"], "page_labels": tuple(data["page_labels"])}
            case "model":
                changes["settings"] = {**study.settings, "parallel": data["parallel"], "model": data["model"]}
            case "digest":
                digests[str(leading(data, "key"))] = Saved(step)
            case "synthesis":
                whole = Saved(step)
            case kind if kind == END:
                changes["ended"] = True
    parts = tuple([_part(index, row, fates.pop(row["key"], _OPEN)) for index, row in enumerate(rows, 1)])
    if fates:
        raise ValueError(f"no part {next(iter(fates))}")
    if parts and parts[0].places:  # the name that all of its places go by; the document may have another one now
        changes["doc_id"] = parts[0].places[0].partition(":")[0]
    return replace(study, parts=parts, digests=digests, synthesis=whole.opened() if whole else None, **changes)


def _part(index: int, row: Any, fate: _Fate) -> StudyPart:
    return StudyPart(
        index,
        row["key"],
        row["title"],
        tuple(row["path"]),
        tuple(row["places"]),
        tuple(row["pages"]),
        row["tokens"],
        row["units"],
        *fate,
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
        "units": "".join(digest(text)[:MARK] for text in inside),
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
