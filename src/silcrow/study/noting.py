"""A note as somebody wrote it, Markdown or JSON, becomes a Note: its quotes compared, its entries with what they lack.

In Markdown the summary comes first, each `##` heading is a field, each line of a list an entry; below `## Quotes` each
line has a place and the exact words: `- handbook:3.1:2 "The duty officer decides"`. In JSON the same under the keys of
the template. Nothing of a note is left out because it does not hold: it is marked.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from silcrow.cite.proof import Given, cited
from silcrow.cite.sheets import Sheets
from silcrow.errors import TooLarge, Usage
from silcrow.studied import Entry, Field, Note, Quote
from silcrow.study.template import RESERVED, Template, key_of

_LONGEST = 200_000  # characters of a note
_MOST = 200  # entries of a field, and quotes
_LONGEST_QUOTE = 10_000
_HEAD = re.compile(r"#{1,6}\s+(.+?)\s*#*$")
_BULLET = re.compile(r"(?:[-*•]|\d{1,3}[.)])\s+")
_QUOTED = re.compile(
    r"(?:[-*•]\s+|\[?\d{1,3}[.)\]]\s+)?`?(?P<place>[^\s\"“«>`]{1,200})`?\s*[:–—-]?\s*"
    r"[\"“«](?P<quote>.+)[\"”»]\Z",
    re.DOTALL,
)
_MARKER = re.compile(r"\[(\d{1,3}(?:\s?,\s?\d{1,3}){0,9})\]")

NO_QUOTE: Final = "no quote"
NOWHERE: Final = "its quote stands nowhere"
ONE_PLACE: Final = "one place only"
ONE_DOCUMENT: Final = "one document only"


@dataclass(frozen=True, slots=True)
class Draft:
    """A note before it is compared: (key, title, entries) by field, (place, quote) in order."""

    summary: str
    fields: tuple[tuple[str, str, tuple[str, ...]], ...]
    quotes: tuple[tuple[str, str], ...]


def written(text: str, template: Template) -> Draft:
    """The draft of a text: an object of JSON, or Markdown. Usage where it says nothing or a quote cannot be read."""
    if len(text) > _LONGEST:
        raise TooLarge(f"the note has more than {_LONGEST:,} characters", hint="Note what matters.")
    draft = _of_json(text, template) if text.lstrip().startswith("{") else _of_markdown(text, template)
    if not (draft.summary or any(entries for _, _, entries in draft.fields)):
        raise Usage("the note says nothing", hint="Write a summary, and fields below ## headings.")
    return draft


def of_object(value: Mapping[str, Any], template: Template) -> Draft:
    """The draft of an object with the keys of a template; others are fields of their own."""
    titles = {one.key: one.title for one in template.fields}
    fields = []
    for name, said in value.items():
        key = key_of(name)
        if key in RESERVED or not key:
            continue
        entries = tuple(" ".join(_str(one).split()) for one in (said if isinstance(said, list) else [said]))
        fields.append((key, titles.get(key, name), tuple(one for one in entries if one)[:_MOST]))
    order = {key: at for at, key in enumerate(titles)}
    fields.sort(key=lambda one: order.get(one[0], len(order)))
    quotes = []
    for one in value.get("quotes", ())[:_MOST]:
        if not isinstance(one, Mapping):
            raise _no_quote(str(one))
        quotes.append((_str(one.get("place", "")).strip(), _str(one.get("quote", ""))[:_LONGEST_QUOTE]))
    return Draft(_str(value.get("summary", "")).strip(), tuple(fields), tuple(quotes))


def compared(draft: Draft, template: Template, sheets: Sheets, *, doc_id: str = "", by: str = "reader") -> Note:
    """The note of a draft: each quote with its verdict, each entry with what it lacks. `doc_id`: of bare places."""
    quotes = tuple(_compared(place, quote, sheets, doc_id) for place, quote in draft.quotes)
    fields = tuple(
        Field(key, title, tuple(_entry(text, quotes, template.need(key)) for text in entries))
        for key, title, entries in draft.fields
    )
    return Note(draft.summary, fields, quotes, by)


def weighed(note: Note, template: Template) -> Note:
    """A note whose quotes were compared anew, with what its entries lack now."""
    fields = tuple(
        replace(one, entries=tuple(_entry(entry.text, note.quotes, template.need(one.key)) for entry in one.entries))
        for one in note.fields
    )
    return replace(note, fields=fields)


def _compared(place: str, quote: str, sheets: Sheets, doc_id: str) -> Quote:
    if doc_id and place and not place.startswith(f"{doc_id}:"):
        known = place.partition(":")[0]
        place = place if sheets.only(known) else f"{doc_id}:{place}"
    try:
        one = cited(Given(1, quote, place, doc_id=doc_id), sheets)
    except Usage:  # it holds no word that could be looked for elsewhere
        return Quote(place, quote, "unsupported")
    return Quote(one.place, quote, one.verdict, one.pages, one.given if one.stands else "")


def _entry(text: str, quotes: Sequence[Quote], need: str) -> Entry:
    numbers = tuple(dict.fromkeys(int(n) for found in _MARKER.findall(text) for n in found.split(",")))
    known = tuple(n for n in numbers if 0 < n <= len(quotes))
    standing = [quotes[n - 1] for n in known if quotes[n - 1].stands]
    fault = ""
    if (need and not known) or len(known) < len(numbers):
        fault = NO_QUOTE
    elif known and not standing:
        fault = NOWHERE
    elif need == "two places" and len({one.place for one in standing}) < 2:
        fault = ONE_PLACE
    elif need == "two documents" and len({one.place.partition(":")[0] for one in standing}) < 2:
        fault = ONE_DOCUMENT
    return Entry(text, known, fault)


def _of_json(text: str, template: Template) -> Draft:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise Usage(f"the note is no JSON: {wrong}", hint="Write Markdown, or one JSON object.") from None
    if not isinstance(value, dict):
        raise Usage("the note is no JSON object", hint="Its keys are those of the template.")
    if not isinstance(value.get("quotes", []), list):
        raise Usage("quotes is no list", hint='Write "quotes": [{"place": …, "quote": …}].')
    return of_object(value, template)


def _of_markdown(text: str, template: Template) -> Draft:
    titles = {one.key: one.title for one in template.fields}
    summary: list[str] = []
    fields: dict[str, tuple[str, list[str]]] = {}
    quotes: list[tuple[str, str]] = []
    key = ""
    for line in _joined(text):
        if head := _HEAD.match(line):
            key = key_of(head[1])
            if key and key not in RESERVED:
                fields.setdefault(key, (titles.get(key, head[1]), []))
        elif key == "quotes":
            quotes.append(_quote(line))
        elif key in ("", "summary"):
            summary.append(line)
        else:
            fields[key][1].append(_BULLET.sub("", line, count=1))
    found = tuple((key, title, tuple(entries[:_MOST])) for key, (title, entries) in fields.items())
    return Draft("\n".join(summary).strip(), found, tuple(quotes[:_MOST]))


def _joined(text: str) -> Iterator[str]:
    """Lines, each with those that go on with it."""
    held = ""
    for raw in text.splitlines():
        line = raw.strip()
        if held and line and not _HEAD.match(line) and not _BULLET.match(line) and raw[:1].isspace():
            held = f"{held} {line}"
            continue
        if held:
            yield held
        held = line
    if held:
        yield held


def _quote(line: str) -> tuple[str, str]:
    found = _QUOTED.match(line)
    if not found:
        raise _no_quote(line)
    return found["place"].rstrip(":"), found["quote"][:_LONGEST_QUOTE]


def _no_quote(line: str) -> Usage:
    return Usage(f"{line[:100]!r} is no quote with its place", hint='Write: - DOC:SECTION:PARAGRAPH "exact words"')


def _str(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
