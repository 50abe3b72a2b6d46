"""Two documents compared: sections matched, then paragraphs, then words; what only changed its place is found last."""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from silcrow import address
from silcrow.compare.paragraphs import Pair, align
from silcrow.compare.sections import Match, matched, moved
from silcrow.compare.words import edits
from silcrow.comparison import Comparison, Fate, ParagraphChange, SectionChange
from silcrow.document import Document, Paragraph, Section
from silcrow.errors import Ambiguous
from silcrow.language.folding import fold
from silcrow.place import Coordinate, Span

_LEAST = 40  # letters of a paragraph that is known again in another section


def compare(old: Document, new: Document, *, within: str = "") -> Comparison:
    """What became of each section and paragraph of one document in another.

    `within`: words that name one section in each; only it and what is below it are compared. NotFound, Ambiguous.
    """
    before, after = (_named(within, old), _named(within, new)) if within else (None, None)
    matches = matched(old, new, before, after)
    went = moved(matches, old.sections, new.sections)
    by_new = {match.new: (match, i in went) for i, match in enumerate(matches)}
    kept = {match.old for match in matches}
    gone = _gone(old, before, kept)
    sections = [_alone(old, section, "removed") for section in gone.get(-1, ())]
    for section in new.sections[after.ord : after.last + 1] if after else new.sections:
        if section.ord not in by_new:
            sections.append(_alone(new, section, "added"))
            continue
        match, has_moved = by_new[section.ord]
        sections.append(_both(_side(old, old.sections[match.old]), _side(new, section), match, has_moved=has_moved))
        sections.extend(_alone(old, one, "removed") for one in gone.get(match.old, ()))
    notices = (*old.health.notices, *new.health.notices) if old.health.flat or new.health.flat else ()
    found = tuple(_found_again(sections))
    return Comparison(old.doc_id, new.doc_id, old.title, new.title, found, notices)


def _named(words: str, document: Document) -> Section:
    found = address.resolve(words, document.sections)
    if not found:
        raise address.unknown(words, [(document.doc_id, document.sections)])
    if len(found) > 1:
        raise Ambiguous(
            f"{words!r} fits {len(found)} sections of {document.doc_id!r}",
            hint="Give a path, or the sec_id of one.",
            candidates=tuple(f"{document.doc_id}:{section.sec_id}" for section in found[:10]),
            names=tuple(" › ".join(section.path) for section in found[:10]),
        )
    return found[0]


def _gone(old: Document, within: Section | None, kept: set[int]) -> Mapping[int, list[Section]]:
    """Sections that only the old document has, by the one before them that both have; -1 where there is none."""
    found: dict[int, list[Section]] = defaultdict(list)
    last = -1
    for section in old.sections[within.ord : within.last + 1] if within else old.sections:
        if section.ord in kept:
            last = section.ord
        else:
            found[last].append(section)
    return found


def _alone(document: Document, section: Section, fate: Fate) -> SectionChange:
    """A section that only one document has, with all its paragraphs."""
    span, pages = Span(document.doc_id, section.sec_id), _pages(section)
    paragraphs = []
    for n, paragraph in enumerate(_own(document, section), 1):
        place = Coordinate(document.doc_id, section.sec_id, n)
        paragraphs.append(_one(paragraph, place, fate))
    if fate == "added":
        return SectionChange(fate, None, span, (), section.path, (), pages, likeness=0.0, paragraphs=tuple(paragraphs))
    return SectionChange(fate, span, None, section.path, (), pages, (), likeness=0.0, paragraphs=tuple(paragraphs))


def _one(paragraph: Paragraph, place: Coordinate, fate: Fate) -> ParagraphChange:
    on = _on(paragraph)
    if fate == "added":
        return ParagraphChange(fate, None, place, "", paragraph.text, (), (), on)
    return ParagraphChange(fate, place, None, paragraph.text, "", (), on, ())


@dataclass(frozen=True, slots=True)
class _Side:
    """One section of one document with its own paragraphs."""

    document: Document
    section: Section
    paragraphs: Sequence[Paragraph]

    @property
    def span(self) -> Span:
        return Span(self.document.doc_id, self.section.sec_id)

    def place(self, index: int) -> Coordinate:
        return Coordinate(self.document.doc_id, self.section.sec_id, index + 1)


def _both(before: _Side, after: _Side, match: Match, *, has_moved: bool) -> SectionChange:
    """A section that both documents have."""
    pairs = align([fold(p.text) for p in before.paragraphs], [fold(p.text) for p in after.paragraphs])
    changes = [change for pair in pairs if (change := _paragraph(before, after, pair))]
    unchanged = len(pairs) - len(changes)
    renamed = fold(before.section.heading) != fold(after.section.heading)
    fate: Fate = "moved" if has_moved else "reworded" if changes or renamed else "unchanged"
    return SectionChange(
        fate,
        before.span,
        after.span,
        before.section.path,
        after.section.path,
        _pages(before.section),
        _pages(after.section),
        renamed=renamed,
        matched_by=match.signs,
        likeness=match.likeness if changes else 1.0,
        paragraphs=tuple(changes),
        unchanged=unchanged,
    )


def _paragraph(before: _Side, after: _Side, pair: Pair) -> ParagraphChange | None:
    """What became of a paragraph; None where it is as it was, typography aside."""
    if pair.old is None or pair.new is None:
        if pair.new is not None:
            return _one(after.paragraphs[pair.new], after.place(pair.new), "added")
        assert pair.old is not None
        return _one(before.paragraphs[pair.old], before.place(pair.old), "removed")
    one, other = before.paragraphs[pair.old], after.paragraphs[pair.new]
    steps = () if pair.equal else edits(one.text, other.text)
    if all(step.same for step in steps):
        return None
    return ParagraphChange(
        "reworded",
        before.place(pair.old),
        after.place(pair.new),
        one.text,
        other.text,
        steps,
        _on(one),
        _on(other),
    )


def _found_again(sections: Sequence[SectionChange]) -> Iterator[SectionChange]:
    """Paragraphs that left one section and stand letter by letter in another have moved: said where they stand now."""
    lost: dict[str, deque[ParagraphChange]] = defaultdict(deque)
    for section in sections:
        for change in section.paragraphs:
            if change.fate == "removed" and len(change.old_text) >= _LEAST:
                lost[fold(change.old_text)].append(change)
    again: set[Coordinate] = set()
    met: list[SectionChange] = []
    for section in sections:
        changes = []
        for change in section.paragraphs:
            known = lost.get(fold(change.new_text)) if change.fate == "added" else None
            if known:
                was = known.popleft()
                assert was.old is not None
                again.add(was.old)
                changes.append(
                    replace(change, fate="moved", old=was.old, old_text=was.old_text, old_pages=was.old_pages)
                )
            else:
                changes.append(change)
        met.append(replace(section, paragraphs=tuple(changes)))
    for section in met:
        left = tuple(c for c in section.paragraphs if c.fate != "removed" or c.old not in again)
        yield replace(section, paragraphs=left)


def _side(document: Document, section: Section) -> _Side:
    return _Side(document, section, _own(document, section))


def _own(document: Document, section: Section) -> Sequence[Paragraph]:
    return document.paragraphs[section.first : section.first + section.count]


def _pages(section: Section) -> tuple[int, ...]:
    return tuple(range(section.pages[0], section.pages[1] + 1)) if section.pages else ()


def _on(paragraph: Paragraph) -> tuple[int, ...]:
    return tuple(dict.fromkeys(region.page for region in paragraph.regions))
