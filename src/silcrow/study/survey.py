"""The first look at a document: its map, introduction and conclusion, key terms, and in which order to read.

No model is asked; the same document gives the same survey.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from silcrow.document import Document, Section
from silcrow.locate.definitions import definitions
from silcrow.part import Part
from silcrow.place import Coordinate, Span
from silcrow.split.units import Flat, flat
from silcrow.studied import Landmark, Line, Mapped, Survey, Term
from silcrow.study.gist import Reader, pointing
from silcrow.study.opening import NO_WISH, Table, Wish, cut_as, going
from silcrow.study.roles import aside, landmark
from silcrow.study.terms import Counts

_TERMS = 20
_LEVELS = 3  # of the map
_EDGE = 6  # sections at either end that may introduce or conclude


def survey(table: Table, doc_id: str, wish: Wish = NO_WISH) -> Survey:
    """The survey of a document, which is under study from then on."""
    _, study = going(table, doc_id, wish)
    document = table.whole(doc_id)
    cut = cut_as(document, study.split).parts
    reader = Reader(table.desk, document)
    inside = _parts_of(cut)
    found = tuple(_landmarks(document, reader, inside))
    return Survey(
        reading=study.reading,
        doc_id=doc_id,
        title=document.title,
        pages=document.pages,
        tokens=sum(section.tokens for section in document.sections),
        parts=len(cut),
        sections=tuple(_mapped(document, inside)),
        landmarks=found,
        terms=key_terms(document, reader, flat(document)),
        order=_order(document, found, cut),
        page_labels=document.page_labels,
        notices=study.notices,
    )


def key_terms(document: Document, reader: Reader, laid: Flat) -> tuple[Term, ...]:
    """The terms that a document lives on, those that it defines itself marked."""
    counts = Counts(document.language)
    counts.add(_lines(laid))
    defined = [one.term for one in definitions(reader.text.passages)]
    return counts.best(_TERMS, least=2 if len(laid.units) < 200 else 3, defined=defined)


def _lines(laid: Flat) -> Iterator[Line]:
    document = laid.document
    for unit in laid.units:
        section = document.sections[unit.section]
        if not aside(section):
            place = Coordinate(document.doc_id, section.sec_id, unit.para_idx)
            yield Line(place, unit.kind or "heading", laid.text[unit.start : unit.end].strip())


def _parts_of(cut: Sequence[Part]) -> dict[str, tuple[int, ...]]:
    """The numbers of the parts that have something of each section."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for part in cut:
        for sec_id in dict.fromkeys(span.sec_id for span in part.spans):
            found[sec_id].append(part.index)
    return {sec_id: tuple(numbers) for sec_id, numbers in found.items()}


def _below(document: Document, section: Section) -> Sequence[Section]:
    return document.sections[section.ord : section.last + 1]


def _numbers(document: Document, section: Section, inside: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sorted({n for one in _below(document, section) for n in inside.get(one.sec_id, ())}))


def _mapped(document: Document, inside: dict[str, tuple[int, ...]]) -> Iterator[Mapped]:
    for section in document.sections:
        if len(section.path) <= _LEVELS:
            yield Mapped(
                place=str(Span(document.doc_id, section.sec_id)),
                path=section.path,
                level=max(1, len(section.path)),
                pages=tuple(range(section.pages[0], section.pages[1] + 1)) if section.pages else (),
                tokens=sum(one.tokens for one in _below(document, section)),
                parts=_numbers(document, section, inside),
            )


def _landmarks(document: Document, reader: Reader, inside: dict[str, tuple[int, ...]]) -> Iterator[Landmark]:
    edges = [section for section in document.sections if len(section.path) <= 2][:_EDGE]
    points = pointing(reader, edges)
    taken: set[int] = set()
    for role in ("introduction", "conclusion"):
        found = landmark(document, role, points)
        if found and found.section.ord not in taken:
            section = found.section
            taken.add(section.ord)
            yield Landmark(
                role=role,
                place=str(Span(document.doc_id, section.sec_id)),
                path=section.path,
                pages=tuple(range(section.pages[0], section.pages[1] + 1)) if section.pages else (),
                parts=_numbers(document, section, inside),
                reasons=found.reasons,
            )


def _order(document: Document, landmarks: Sequence[Landmark], cut: Sequence[Part]) -> tuple[int, ...]:
    """Introduction, conclusion, the rest as it stands; parts that are nothing but lists and appendices last."""
    first = [number for one in landmarks for number in one.parts]
    by_id = {section.sec_id: section for section in document.sections}
    tops = {section.sec_id: _top(section, by_id) for section in document.sections}
    late = [part.index for part in cut if part.spans and all(aside(tops[span.sec_id]) for span in part.spans)]
    middle = [part.index for part in cut if part.index not in late]
    return tuple(dict.fromkeys([*first, *middle, *late]))


def _top(section: Section, by_id: dict[str, Section]) -> Section:
    """The nearest section from this one up that is an aside; itself where none is."""
    at: Section | None = section
    while at is not None:
        if aside(at):
            return at
        at = by_id.get(at.parent) if at.parent else None
    return section
