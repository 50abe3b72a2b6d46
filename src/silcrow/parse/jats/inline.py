"""The text of inline tags, on one line. Knows no sections, and no blocks inside of a line."""

from html.entities import html5
from typing import Final

from lxml import etree

Tag = etree._Element  # noqa: SLF001 - lxml has no public name for it

DEEPEST: Final = 60
"""Tags in one another that are told apart; what lies deeper is text."""
_SILENT: Final = frozenset({"object-id", "x", "processing-meta", "fn"})


def name_of(tag: Tag) -> str:
    """The name of a tag without its namespace; "" for a comment or an entity."""
    return tag.tag.rpartition("}")[2] if isinstance(tag.tag, str) else ""


def written(tag: Tag) -> str:
    """All characters of a tag, as they are."""
    return "".join(str(piece) for piece in tag.itertext())


def text_of(tag: Tag | None, *, without: frozenset[str] = frozenset(), notes: list[Tag] | None = None) -> str:
    """All text of a tag on one line; `without`: tags that are left out. Footnotes are put into `notes`."""
    if tag is None:
        return ""
    pieces: list[str] = []
    _gather(tag, pieces, without, notes, 0)
    return " ".join("".join(pieces).split())


def character(entity: Tag) -> str:
    """The character of an entity that only the DTD declares, by its name in HTML; else as it is written."""
    name = entity.text or ""
    return html5.get(name.lstrip("&"), name)


def _gather(tag: Tag, pieces: list[str], without: frozenset[str], notes: list[Tag] | None, deep: int) -> None:
    pieces.append(tag.text or "")
    for inner in tag:
        name = name_of(inner)
        if inner.tag is etree.Entity:
            pieces.append(character(inner))
        elif name == "fn" and notes is not None:
            notes.append(inner)
            pieces.append(f"[{mark_of(inner, len(notes))}]")
        elif not name or name in without or name in _SILENT:
            pass
        elif name in ("inline-formula", "tex-math", "math"):
            pieces.append(formula(inner))
        elif name == "break":
            pieces.append(" ")
        elif deep >= DEEPEST:
            pieces.append(written(inner))
        else:
            if name == "sup" and any(name_of(one) == "xref" for one in inner):
                pieces.append(" ")  # the number of a note is no part of the word
            _gather(inner, pieces, without, notes, deep + 1)
        pieces.append(inner.tail or "")


def formula(tag: Tag) -> str:
    """A formula: as TeX where the article has it, in dollar signs, else the characters of its MathML."""
    tex = tag if name_of(tag) == "tex-math" else next((one for one in tag.iter() if name_of(one) == "tex-math"), None)
    if tex is not None:
        source = " ".join(written(tex).split())
        if "\\begin{document}" in source:  # a whole file of TeX around one formula
            source = source.partition("\\begin{document}")[2].partition("\\end{document}")[0].strip()
        source = source.strip("$ ")
        return f"${source}$" if source else ""
    return " ".join(written(tag).split())


def mark_of(note: Tag, number: int) -> str:
    """What marks a note: its label or its symbol, else its number."""
    label = next((text_of(one) for one in note if name_of(one) == "label"), "")
    return label or note.get("symbol") or str(number)
