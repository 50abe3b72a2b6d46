"""Notes as the plain JSON of a step, and back. What a step of another program or version holds is read with care."""

from collections.abc import Mapping
from typing import Any

from silcrow.errors import Damaged
from silcrow.reading import Step, leading
from silcrow.studied import Entry, Field, Note, Quote

_LONGEST = 100_000  # characters of one text


class Saved:
    """The note of a saved step, opened when it is looked at, and once."""

    __slots__ = ("_note", "_step")

    def __init__(self, step: Step) -> None:
        self._step = step
        self._note: Note | None = None

    def opened(self) -> Note:
        """The note. Damaged where the step holds none."""
        if self._note is None:
            given: Any = self._step.data
            try:
                self._note = note_of(given["note"], at=self._step.at)
            except (KeyError, TypeError, ValueError, AttributeError, Damaged):
                raise Damaged(f"{self._name()} cannot be read", hint="Write it once more.") from None
        return self._note

    def _name(self) -> str:
        of = "a synthesis"
        if self._step.kind in ("note", "former"):
            of = f"the note on part {str(leading(self._step.data, 'part')).rpartition('.')[2]}"
        return f"{of}, saved at {self._step.at},"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Saved) and self.opened() == other.opened()

    def __hash__(self) -> int:
        return hash(self.opened())


def note_data(note: Note) -> dict[str, Any]:
    """A note as plain values."""
    return {
        "summary": note.summary,
        "fields": [
            {
                "key": one.key,
                "title": one.title,
                "entries": [
                    {"text": entry.text, "quotes": list(entry.quotes)} | ({"fault": entry.fault} if entry.fault else {})
                    for entry in one.entries
                ],
            }
            for one in note.fields
        ],
        "quotes": [
            {"place": one.place, "quote": one.quote, "verdict": one.verdict, "pages": list(one.pages)}
            | ({"given": one.given} if one.given else {})
            for one in note.quotes
        ],
        "by": note.by,
    } | ({"at": note.at} if note.at else {})


def note_of(data: Mapping[str, Any], *, at: str = "") -> Note:
    """The note of plain values. KeyError, TypeError or ValueError where they are none."""
    return Note(
        summary=_text(data["summary"]),
        fields=tuple([_field(one) for one in data["fields"]]),
        quotes=tuple([_quote(one) for one in data["quotes"]]),
        by=_text(data["by"]),
        at=_text(data.get("at") or at),
    )


def _field(data: Mapping[str, Any]) -> Field:
    entries = tuple(
        [Entry(_text(one["text"]), tuple(one["quotes"]), _text(one.get("fault", ""))) for one in data["entries"]]
    )
    return Field(_text(data["key"]), _text(data["title"]), entries)


def _quote(data: Mapping[str, Any]) -> Quote:
    return Quote(
        _text(data["place"]),
        _text(data["quote"]),
        _text(data["verdict"]),
        tuple(data["pages"]),
        _text(data.get("given", "")),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise TypeError(value)
    return value
