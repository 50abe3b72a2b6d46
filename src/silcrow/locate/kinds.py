"""Sections by kind and number: which ones "Section 5.2", "Annex B" or "Note 7" may be, however a document labels them.

Knows numbers and labels, no titles. Where a document labels otherwise ("5.2" for "Section 5.2") that is allowed for;
where it labels the kind itself, nothing else will do.
"""

from typing import Final

from silcrow.locate.contents import Area, Contents, Entry
from silcrow.locate.numbers import same

_SECTIONS: Final = ("section", "clause", "paragraph", "article", "rule")
_APPENDICES: Final = {"annex": "appendix", "appendix": "annex"}


def numbered(area: Area, kind: str, number: tuple[str, ...]) -> list[Entry]:
    """The sections of an area that bear this kind and number, in order."""
    contents = area.contents
    if found := _of(area, kind, number):
        return found
    if len(number) > 1 and (found := _marked(area, kind, number)):
        return found
    found = []
    for other in _others(contents, kind, number):
        found.extend(entry for entry in _of(area, other, number) if _may_stand_for(contents, entry, kind))
    return sorted(found, key=lambda entry: entry.section.ord)


def _of(area: Area, kind: str, number: tuple[str, ...]) -> list[Entry]:
    """Those labelled with the kind itself: spelt the same, else of the same value."""
    contents = area.contents
    if found := [entry for entry in contents.by_number.get((kind, number), ()) if area.holds(entry)]:
        return found
    letters = contents.lettered(kind)
    return [
        entry
        for entry in contents.of_kind.get(kind, ())
        if area.holds(entry) and entry.number and same(number, entry.number.number, letters=letters)
    ]


def _others(contents: Contents, kind: str, number: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds that may stand for one that the document does not label."""
    if kind == "":
        return ("section", "clause", "article") if len(number) > 1 else ()
    if kind in _SECTIONS:
        if contents.is_filing or (len(number) == 1 and contents.of_kind.get(kind)):
            return ()
        return ("",)
    if contents.of_kind.get(kind):
        return ()
    if kind in _APPENDICES:
        other = _APPENDICES[kind]
        return (other,) if contents.of_kind.get(other) else ("",)
    return ("",) if kind in ("chapter", "part", "note") and not (contents.is_filing and kind != "note") else ()


def _may_stand_for(contents: Contents, entry: Entry, kind: str) -> bool:
    """Whether a section with a bare number may be meant by a kind."""
    assert entry.number is not None
    first = entry.number.number[0]
    label = entry.section.label
    if entry.number.kind:
        return True
    if kind == "chapter":
        return not any(above.number and above.number.kind == "" for above in contents.above(entry.section))
    if kind == "part":
        return label.isupper() and not first.isdigit()
    if kind in _APPENDICES:
        return len(first) == 1 and first.isalpha()
    if kind == "note":
        above = " ".join(one.section.heading for one in contents.above(entry.section)).casefold()
        return first.isdigit() and "note" in above
    return True


def _marked(area: Area, kind: str, number: tuple[str, ...]) -> list[Entry]:
    """A clause below a numbered section: 5.2(b) as the section "(b)" below "5.2"."""
    for cut in range(len(number) - 1, 0, -1):
        outer = numbered(area, kind, number[:cut]) if cut == 1 else _of(area, kind, number[:cut])
        found = outer
        for mark in number[cut:]:
            found = [
                entry
                for one in found
                for entry in area.contents.by_number.get(("mark", (mark,)), ())
                if entry.section.parent == one.section.sec_id
            ]
        if found:
            return found
    return []


def of_kind(area: Area, kind: str) -> list[Entry]:
    """All sections of a kind, in order; chapters are the top numbers where none is called so."""
    contents = area.contents
    for one in (kind, _APPENDICES.get(kind, "")):
        found = [entry for entry in contents.of_kind.get(one, ()) if one and area.holds(entry)]
        if found:
            return found
    if kind == "chapter" and not contents.is_filing:
        bare = [entry for entry in contents.of_kind.get("", ()) if area.holds(entry)]
        return [entry for entry in bare if _may_stand_for(contents, entry, kind)]
    return []
