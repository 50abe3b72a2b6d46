"""A comparison as text: a line a section, then what changed in it, word by word.

What is gone stands in `[-…-]`, what came in `{+…+}` (as wdiff writes it), and is coloured on a terminal; in Markdown it
is struck out and bold.
"""

import re
from collections.abc import Callable, Iterator

from silcrow.comparison import Comparison, Edit, ParagraphChange, SectionChange
from silcrow.place import Coordinate
from silcrow.render.columns import Paint, clip, counted, plain, wrap
from silcrow.render.places import Records, pages_text, place_text, short_path

_AROUND = 60  # characters of unchanged text that are shown around a change
_WIDEST = 100
_SIGNS = {"unchanged": "=", "reworded": "~", "moved": ">", "added": "+", "removed": "-"}
_MARKDOWN = re.compile(r"([\\`*_~\[\]<>#|])")

_MARKS = re.compile(r"(\[-|-\]|\{\+|\+\})")
_OPENING = {"[-": "doubt", "{+": "hit"}
_CLOSING = ("-]", "+}")

_Mark = Callable[[str, str], str]  # (gone or came, text) -> text with its marks


def render_comparison(
    found: Comparison,
    *,
    unchanged: bool = False,
    brief: bool = False,
    documents: Records | None = None,
    width: int | None = None,
    paint: Paint = plain,
) -> str:
    """For people. `brief`: a line a section; `unchanged`: with those that are as they were."""
    lines = [paint("heading", clip(_title(found), width or 10_000)), _counts(found), ""]
    for change in found.sections:
        if change.fate == "unchanged" and not change.renamed and not unchanged:
            continue
        lines.extend(_section(change, documents, width, paint))
        if not brief:
            for paragraph in change.paragraphs:
                lines.extend(f"    {line}" for line in _paragraph(paragraph, width, paint))
    if found.same:
        lines.append("Nothing differs.")
    return "\n".join(lines)


def _title(found: Comparison) -> str:
    return f"{found.old} → {found.new}"


def _counts(found: Comparison) -> str:
    counts = [f"{count} {fate}" for fate, count in found.counts.items() if count]
    return f"{counted(len(found.sections), 'section')}: {', '.join(counts)}" if counts else "No sections."


def _section(change: SectionChange, documents: Records | None, width: int | None, paint: Paint) -> Iterator[str]:
    path = change.new_path if change.new else change.old_path
    span = change.new or change.old
    assert span is not None
    pages = change.new_pages if change.new else change.old_pages
    head = f"{_SIGNS[change.fate]} {place_text(span, path, pages, documents)}"
    notes: list[str] = [change.fate]
    if change.renamed:
        notes.append(f'was "{change.old_path[-1] if change.old_path else ""}"')
    if change.fate == "moved":
        stayed = change.old_path[:-1] == change.new_path[:-1]
        notes.append("in another order" if stayed else f"stood in {short_path(change.old_path[:-1])}")
    if change.old and change.new and change.paragraphs:
        changed = counted(len(change.paragraphs), "paragraph")
        verb = "differs" if len(change.paragraphs) == 1 else "differ"
        notes.append(f"{changed} {verb}, {change.unchanged} as before")
    for i, line in enumerate(wrap(f"{head}  {'; '.join(notes)}", width)):
        yield paint("place", line) if i == 0 else f"  {line}"


def _paragraph(change: ParagraphChange, width: int | None, paint: Paint) -> Iterator[str]:
    room = None if width is None else max(min(width, _WIDEST) - 6, 20)

    def mark(which: str, text: str) -> str:
        return f"[-{text}-]" if which == "gone" else f"{{+{text}+}}"

    yield paint("coordinate", _places(change))
    if change.edits:
        text = "".join(_shown(change.edits, mark))
    elif change.fate == "moved":
        text = clip(change.new_text, 2 * _AROUND)
    else:
        text = mark("gone", change.old_text) if change.fate == "removed" else mark("came", change.new_text)
    role = {"removed": "doubt", "added": "hit"}.get(change.fate)
    lines = wrap(text, room)
    yield from (f"  {line}" for line in ([paint(role, line) for line in lines] if role else _painted(lines, paint)))


def _painted(lines: list[str], paint: Paint) -> Iterator[str]:
    """Lines with their marked stretches painted, also where one goes on over several lines."""
    role = ""
    for line in lines:
        parts, stretch = [], ""
        for piece in _MARKS.split(line):
            if piece in _OPENING:
                parts.append(stretch)
                role, stretch = _OPENING[piece], piece
            elif piece in _CLOSING and role:
                parts.append(paint(role, stretch + piece))
                role, stretch = "", ""
            else:
                stretch += piece
        yield "".join(parts) + (paint(role, stretch) if role else stretch)


def _places(change: ParagraphChange) -> str:
    both = [_place(change.old, change.old_pages), _place(change.new, change.new_pages)]
    return f"{change.fate}  " + " → ".join(text for text in both if text)


def _place(place: Coordinate | None, pages: tuple[int, ...]) -> str:
    if place is None:
        return ""
    return f"{place} ({pages_text(pages)})" if pages else str(place)


def _shown(edits: tuple[Edit, ...], mark: _Mark) -> Iterator[str]:
    """Edits as one text; long unchanged stretches are cut to what stands around a change."""
    for i, edit in enumerate(edits):
        if edit.same:
            yield _cut(edit.new, first=i == 0, last=i == len(edits) - 1) + _missing_gap(edit)
            continue
        gap = edit.old[len(edit.old.rstrip()) :] or edit.new[len(edit.new.rstrip()) :]
        marked = [mark(which, text.strip()) for which, text in (("gone", edit.old), ("came", edit.new)) if text.strip()]
        yield " ".join(marked) + gap


def _missing_gap(edit: Edit) -> str:
    """The space before what is gone, where the new text has none at that place."""
    return " " if edit.old[-1:].isspace() and not edit.new[-1:].isspace() else ""


def _cut(text: str, *, first: bool, last: bool) -> str:
    room = _AROUND if first or last else 2 * _AROUND
    if len(text) <= room + 20:
        return text
    before, after = text[:_AROUND].rpartition(" ")[0], text[-_AROUND:].partition(" ")[2]
    return f"… {after}" if first else f"{before} …" if last else f"{before} … {after}"


def markdown_comparison(
    found: Comparison, *, unchanged: bool = False, brief: bool = False, documents: Records | None = None
) -> str:
    """The same as a Markdown page, whole paragraphs, for a report or a review."""

    def mark(which: str, text: str) -> str:
        return f"~~{_plain(text)}~~" if which == "gone" else f"**{_plain(text)}**"

    lines = [f"# {_plain(found.old_title or found.old)} → {_plain(found.new_title or found.new)}", "", _counts(found)]
    for change in found.sections:
        if change.fate == "unchanged" and not change.renamed and not unchanged:
            continue
        head, *notes = _section(change, documents, None, plain)
        lines += ["", f"## {_plain(head)}", *notes]
        for paragraph in () if brief else change.paragraphs:
            lines += ["", f"*{_places(paragraph)}*", "", _whole(paragraph, mark)]
    if found.same:
        lines += ["", "Nothing differs."]
    return "\n".join(lines) + "\n"


def _whole(change: ParagraphChange, mark: _Mark) -> str:
    if not change.edits:
        if change.fate == "moved":
            return _plain(change.new_text)
        return mark("gone", change.old_text) if change.fate == "removed" else mark("came", change.new_text)
    parts = []
    for edit in change.edits:
        if edit.same:
            parts.append(_plain(edit.new) + _missing_gap(edit))
            continue
        gap = edit.old[len(edit.old.rstrip()) :] or edit.new[len(edit.new.rstrip()) :]
        both = [mark(which, text.strip()) for which, text in (("gone", edit.old), ("came", edit.new)) if text.strip()]
        parts.append(" ".join(both) + gap)
    return "".join(parts)


def _plain(text: str) -> str:
    """Text whose signs mean nothing in Markdown; a paragraph stays one."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split(" ")).replace("\n", " "))
