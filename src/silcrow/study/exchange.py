"""The state of a study as one JSON object, to be carried elsewhere, and back.

Its first keys are those of reading-state files that people know (sections counted from 0); the others say of which
bytes it is, how they were cut, and all that was noted, with places and times. A projection of the saved steps: who
changes it changes nothing until it is imported. Reads with care: a state comes from anywhere.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any, Final

from silcrow.document import Record
from silcrow.errors import Damaged, TooLarge, Usage
from silcrow.reading import now
from silcrow.studied import MARK, Note, Studied, StudyPart
from silcrow.study.saved import note_data, note_of
from silcrow.study.template import checked

SCHEMA: Final = "silcrow-study"
VERSION: Final = 1
_LARGEST = 64_000_000  # bytes of a state
_MOST = 100_000  # parts
_QUESTIONS = 1_000
_LONGEST = 4_000  # characters of a question


def exported(study: Studied, record: Record) -> dict[str, Any]:
    """The state of a study of one document."""
    noted = [(part, note) for part in study.parts if (note := part.note)]
    themes = [entry.text for entry in study.synthesis.entries("themes")] if study.synthesis else []
    questions = [entry.text for _, note in noted for entry in note.entries("open_questions")]
    current = study.current
    return {
        "document": PurePath(record.addresses[-1]).name if record.addresses else record.doc_id,
        "total_sections": len(study.parts),
        "completed": [part.index - 1 for part in study.parts if part.done],
        "current": current.index - 1 if current else None,
        "summaries": {str(part.index - 1): f"{part.title}: {' '.join(note.summary.split())}" for part, note in noted},
        "themes": themes,
        "open_questions": list(dict.fromkeys(questions)),
        "schema": SCHEMA,
        "schema_version": VERSION,
        "document_hash": f"sha256:{record.source}",
        "edition": study.edition,
        "doc_id": study.doc_id,
        "title": study.title,
        "split": dict(study.split),
        "questions": list(study.questions),
        "template": str(study.settings.get("template", "")),
        "synthesis": note_data(study.synthesis) if study.synthesis else None,
        "started": study.started,
        "exported": now(),
        "parts": [_part(part) for part in study.parts],
    }


def _part(part: StudyPart) -> dict[str, Any]:
    return {
        "index": part.index,
        "key": part.key,
        "title": part.title,
        "path": list(part.path),
        "places": list(part.places),
        "pages": list(part.pages),
        "tokens": part.tokens,
        "units": list(part.units),
        "state": part.state,
        "why": part.why,
        "note": note_data(note) if (note := part.note) else None,
    }


def read_state(data: bytes) -> Mapping[str, Any]:
    """The object of a state file. Damaged where it is none, TooLarge, Usage where a newer Silcrow wrote it."""
    if len(data) > _LARGEST:
        raise TooLarge(f"the state has more than {_LARGEST:,} bytes", hint="Is it the file that was exported?")
    try:
        state = json.loads(data)
    except (ValueError, RecursionError) as wrong:
        raise Damaged(f"the state is no JSON: {wrong}", hint="The file was left as it is; export it again.") from None
    if not isinstance(state, dict) or not _is_count(state.get("total_sections")):
        raise Damaged("the state has no total_sections", hint="The file was left as it is. Is it a study's state?")
    version = state.get("schema_version", VERSION)
    if state.get("schema") == SCHEMA and not (_is_count(version) and version):
        raise Damaged(f"its schema_version is {str(version)[:40]!r}", hint="The file was left as it is.")
    if _is_count(version) and version > VERSION:
        raise Usage(f"the state has the form {version}, newer than this Silcrow knows", hint="Update Silcrow.")
    return state


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def source_of(state: Mapping[str, Any]) -> str:
    """The sha256 of the bytes that a state is of; empty where it does not say."""
    return str(state.get("document_hash", "")).removeprefix("sha256:")


def studied(state: Mapping[str, Any], known: Studied) -> Studied:
    """A state as the study it was exported from. One of another program, which says no more than the keys people know,
    is put on the parts as they are cut here, if there are as many. Damaged where it contradicts itself.
    """
    if state.get("schema") != SCHEMA:
        return _foreign(state, known)
    try:
        parts = tuple([_part_of(one, at) for at, one in enumerate(state["parts"][:_MOST], 1)])
        synthesis = note_of(state["synthesis"]) if state["synthesis"] else None
        split = {str(name): int(amount) for name, amount in state["split"].items()}
        questions = tuple(_question(one) for one in state["questions"][:_QUESTIONS])
        own = str(state["template"])
        doc_id, edition, title = str(state["doc_id"]), str(state["edition"]), str(state["title"])
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as wrong:
        raise Damaged(
            f"the state lacks or garbles {str(wrong)[:100]}", hint="The file was left as it is; export it again."
        ) from None
    if (state["total_sections"], state.get("completed")) != (
        len(parts),
        [part.index - 1 for part in parts if part.done],
    ):
        raise Damaged("total_sections or completed are not as its parts say", hint="The file was left as it is.")
    return Studied(
        reading="",
        doc_id=doc_id,
        edition=edition,
        source=source_of(state),
        title=title,
        split=split,
        parts=parts,
        questions=questions,
        synthesis=synthesis,
        settings={"template": checked(own) if own.strip() else ""},
    )


def _question(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError("a question")
    return value


def _part_of(data: Mapping[str, Any], index: int) -> StudyPart:
    note = note_of(data["note"]) if data["note"] else None
    state = data["state"]
    if state not in ("open", "noted", "skipped", "covered") or (state == "noted") != (note is not None):
        raise ValueError(f"state {state!r}")
    return StudyPart(
        index=index,
        key=str(data["key"]),
        title=str(data["title"]),
        path=tuple(map(str, data["path"])),
        places=tuple(map(str, data["places"])),
        pages=tuple(map(int, data["pages"])),
        tokens=int(data["tokens"]),
        marks="".join(map(_mark, data["units"])),
        state=state,
        why=str(data["why"]),
        held=note,
    )


def _mark(value: Any) -> str:
    if not isinstance(value, str) or len(value) != MARK:
        raise ValueError(f"unit {str(value)[:40]!r}")
    return value


def _foreign(state: Mapping[str, Any], known: Studied) -> Studied:
    total, completed, said = state["total_sections"], state.get("completed", []), state.get("summaries", {})
    if total != len(known.parts):
        raise Usage(
            f"the state counts {total} sections, and the document is cut into {len(known.parts)} parts here",
            hint="Without the text's digests nobody can tell which is which. Try other --max-tokens.",
        )
    if not isinstance(completed, list) or not isinstance(said, dict):
        raise Damaged("completed is no list, or summaries no object", hint="The file was left as it is.")
    done = {one for one in completed if isinstance(one, int)}
    parts = tuple(_known(part, str(said.get(str(part.index - 1), ""))) for part in known.parts)
    parts = tuple(
        part if part.index - 1 in done else replace(old, state="open", held=None, why="")
        for part, old in zip(parts, known.parts, strict=True)
    )
    return replace(known, reading="", parts=parts, synthesis=None)


def _known(part: StudyPart, summary: str) -> StudyPart:
    """A part that another program read, with its one line where there is one."""
    if not summary.strip():
        return replace(part, state="skipped", why="read elsewhere, without a note", held=None)
    said = summary.strip()
    said = said.removeprefix(f"{part.title}:").strip() or said
    return replace(part, state="noted", held=Note(said[:10_000], by="imported"))
