"""References of a text to places of its own document: "as defined in Section 1.2", "Items 7 and 7A", 第五条.

Precision comes before recall. What names another document ("Section 13 of the Exchange Act", "Exhibit 10.1") is
external and never resolved; a number that fits no section, or several as near as one another, stays unresolved, with
the reason.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from silcrow.desk import Desk
from silcrow.document import Paragraph, Section
from silcrow.errors import NotFound
from silcrow.locate import numbers
from silcrow.locate.contents import Area, Contents, Entry, areas, tokens
from silcrow.locate.kinds import numbered
from silcrow.locate.mentions import Mention, mentions, opens
from silcrow.locate.packing import some
from silcrow.located import Reference, References
from silcrow.passage import Passage
from silcrow.place import Coordinate, Span

_CAPTIONED: Final = ("table", "figure")
Make = Callable[..., Reference]
_LISTING = re.compile(r"[\s.:–—-]*(?P<title>[^\n]{1,120})")


class Text(NamedTuple):
    """The text of a document as references need it: its passages, and captions and marks by what they open with."""

    contents: Contents
    passages: Sequence[Passage]
    captions: dict[tuple[str, tuple[str, ...]], list[Coordinate]]
    marks: dict[tuple[str, str], list[Coordinate]]

    def at(self, span: Span) -> list[Passage]:
        """The passages of a place: of a section with what is below it, or some paragraphs of one."""
        section = self.contents.entry(self.contents.ords[span.sec_id]).section
        if span.first is None or span.last is None:
            return [one for one in self.passages if section.ord <= self.contents.ords[one.span.sec_id] <= section.last]
        found = []
        for one in self.passages:
            start = one.span.first or 0
            if one.span.sec_id == span.sec_id and start <= span.first <= start + len(one.paragraphs) - 1:
                found.append(some(one, span.first - start, min(span.last, start + len(one.paragraphs) - 1) - start))
        return found


def references(desk: Desk, doc_id: str, *, within: Span | None = None) -> References:
    """All references that a document makes, or a section and those below it. NotFound where that is not open."""
    only = desk.only(doc_id)
    text = read_text(only, doc_id)
    passages = only.read(within, deep=True).passages if within else text.passages
    return References(doc_id, tuple(one for passage in passages for one in of_passage(text, passage)))


def read_text(desk: Desk, doc_id: str) -> Text:
    """The whole text of a document that lies open, ready to look references up in."""
    (contents,) = {area.contents for area in areas(desk.only(doc_id))}
    tops = [entry.section for entry in contents.entries if entry.section.parent is None]
    spans = [Span(doc_id, section.sec_id) for section in tops]
    passages = tuple(one for span in spans for one in _open(desk, span))
    captions: dict[tuple[str, tuple[str, ...]], list[Coordinate]] = defaultdict(list)
    marks: dict[tuple[str, str], list[Coordinate]] = defaultdict(list)
    for passage in passages:
        for place, paragraph in placed(passage):
            opening = opens(paragraph.text)
            if opening is None:
                continue
            if opening.kind in _CAPTIONED:
                captions[opening.kind, opening.number].append(place)
            elif opening.kind == "mark":
                marks[place.sec_id, opening.number[0]].append(place)
    return Text(contents, passages, captions, marks)


def _open(desk: Desk, span: Span) -> Sequence[Passage]:
    try:
        return desk.read(span, deep=True).passages
    except NotFound:  # outside the sections that lie open
        return ()


def placed(passage: Passage) -> Iterator[tuple[Coordinate, Paragraph]]:
    """The paragraphs of a passage with their places, without the heading."""
    for para_idx, paragraph in enumerate(passage.paragraphs, passage.span.first or 0):
        if para_idx:
            yield Coordinate(passage.span.doc_id, passage.span.sec_id, para_idx), paragraph


def of_passage(text: Text, passage: Passage) -> Iterator[Reference]:
    """The references that the paragraphs of a passage make."""
    section = text.contents.entry(text.contents.ords[passage.span.sec_id]).section
    for place, paragraph in placed(passage):
        for mention in mentions(paragraph.text):
            if one := _resolved(text, section, place, paragraph.text, mention):
                yield one


def _resolved(text: Text, here: Section, place: Coordinate, words: str, mention: Mention) -> Reference | None:
    """One mention as a reference; None where it is no reference: a caption, a line of contents, the section itself."""
    said = words[mention.start : mention.end]
    reference = partial(Reference, place, said, mention.start, mention.end)

    if mention.external:
        return reference("external", reason=mention.external)
    if mention.kind in _CAPTIONED:
        return _captioned(text, place, mention, reference)
    if mention.kind == "mark":
        return _marked(text, here, place, mention, reference)
    contents = text.contents
    every = Area(contents, contents.base, contents.base + len(contents.entries) - 1)
    entries, left = _numbered(every, mention)
    if mention.within and entries:
        inside = [one for one in entries if _inside(contents, one, mention.within)]
        entries = inside or (entries if mention.within[0] == "part" else [])
    if not entries:
        kind = mention.kind or "section"
        return reference("missing", reason=f"no {kind} {'.'.join(mention.number)} here")
    if mention.lists and _is_listing(words, mention, entries, contents):
        return None
    entries = _nearest(contents, here, entries)
    if mention.title:
        entries = [one for one in entries if _titled(one, mention.title, contents)]
        if not entries:
            return reference("external", reason=f"titled {mention.title!r}, as none is here")
    if len(entries) > 1:
        return reference("ambiguous", reason=f"{len(entries)} sections are labelled so")
    target = entries[0].section
    if target is here and not left:
        return None
    if left and (found := text.marks.get((target.sec_id, left[0]), [])):
        return reference("resolved", Span(place.doc_id, target.sec_id, found[0].para_idx, found[0].para_idx))
    reason = f"({left[0]}) is not set apart there" if left else ""
    return reference("resolved", Span(place.doc_id, target.sec_id), reason)


def _numbered(area: Area, mention: Mention) -> tuple[list[Entry], tuple[str, ...]]:
    """The sections of a number; where it has more marks than labels have, those of the longest part, and the rest."""
    for cut in range(len(mention.number), 0, -1):
        left = mention.number[cut:]
        if left and not all(part.isalpha() or mention.bracketed for part in left):
            break
        if found := numbered(area, mention.kind, mention.number[:cut]):
            return found, left
    return [], ()


def _inside(contents: Contents, entry: Entry, outer: tuple[str, tuple[str, ...]]) -> bool:
    """Whether a section stands in one of that number: the Item 8 of Part II."""
    kind, number = outer
    return any(
        above.number and above.number.kind == kind and numbers.same(number, above.number.number)
        for above in contents.above(entry.section)
    )


def _nearest(contents: Contents, here: Section, entries: Sequence[Entry]) -> list[Entry]:
    """Of several, those with the deepest section in common with where they are named: each annex counts for itself."""
    if len(entries) == 1:
        return list(entries)
    above = [here.ord, *(one.section.ord for one in contents.above(here))]

    def depth(entry: Entry) -> int:
        for at, ord_ in enumerate(above):
            outer = contents.entry(ord_).section
            if outer.ord <= entry.section.ord <= outer.last:
                return -at
        return -len(above)

    best = max(map(depth, entries))
    return [entry for entry in entries if depth(entry) == best]


def _is_listing(words: str, mention: Mention, entries: Iterable[Entry], contents: Contents) -> bool:
    """Whether a line that opens with a number and its own title is one of a list of contents."""
    found = _LISTING.match(words, mention.end)
    following = [token.stem for token in tokens(found["title"], contents.language)] if found else []
    return any(entry.key and following[: len(entry.key)] == [*entry.key][: len(following)] for entry in entries)


def _titled(entry: Entry, title: str, contents: Contents) -> bool:
    """Whether a title given beside a number is that of the section: most of its words are."""
    words = {token.stem for token in tokens(title, contents.language)}
    held = {token.stem for token in tokens(entry.section.heading, contents.language)}
    return 2 * len(words & held) >= min(len(words), len(held))


def _captioned(text: Text, place: Coordinate, mention: Mention, reference: Make) -> Reference | None:
    found = text.captions.get((mention.kind, mention.number), [])
    if place in found and mention.start < 4:
        return None
    if len(found) > 1:
        own = [one for one in found if one.sec_id == place.sec_id]
        found = own if len(own) == 1 else found
    if not found:
        return reference("missing", reason=f"no {mention.kind} {'.'.join(mention.number)} here")
    if len(found) > 1:
        return reference("ambiguous", reason=f"{len(found)} captions are numbered so")
    one = found[0]
    return reference("resolved", Span(one.doc_id, one.sec_id, one.para_idx, one.para_idx))


def _marked(text: Text, here: Section, place: Coordinate, mention: Mention, reference: Make) -> Reference | None:
    """A clause beside this one, as a section or as a paragraph that opens so: "paragraph (b) above"."""
    contents = text.contents
    mark = mention.number[0]
    outers = [here.sec_id, *([here.parent] if here.parent else [])]
    below = [
        entry
        for entry in contents.by_number.get(("mark", (mark,)), ())
        if entry.section.parent in outers and entry.section is not here
    ]
    own = [one for one in text.marks.get((here.sec_id, mark), []) if one != place]
    if len(below) + len(own) != 1:
        outcome = "ambiguous" if below or own else "missing"
        return reference(outcome, reason=f"{len(below) + len(own) or 'no'} clauses ({mark}) beside this one")
    if below:
        return reference("resolved", Span(place.doc_id, below[0].section.sec_id))
    return reference("resolved", Span(place.doc_id, own[0].sec_id, own[0].para_idx, own[0].para_idx))
