"""What a style says, with all that it is based on. Knows styles and no paragraphs."""

import re
from dataclasses import dataclass, field, replace
from typing import Final

from silcrow.parse.docx.package import Element, W, number, switch, value

_DEEPEST: Final = 50  # styles based on one another; a ring ends here too
# "heading 1" is the built-in name in every language of Word; other programs write their own.
_NAMES: Final = (
    "heading|überschrift|titre|título|titulo|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor|titlu|başlık|"
    "заголовок|επικεφαλίδα|标题|標題|見出し|제목|כותרת|عنوان"
)
_HEADING: Final = re.compile(rf"(?:{_NAMES})\s*([1-9])(?:[,;].*)?\Z")
_CONTENTS: Final = re.compile(r"toc\s*[1-9]\Z|table of figures\Z")


@dataclass(frozen=True, slots=True)
class Look:
    """How runs look; None is "not said here"."""

    bold: bool | None = None
    italic: bool | None = None
    caps: bool | None = None
    hidden: bool | None = None
    size: float | None = None

    def over(self, below: "Look") -> "Look":
        """This look, with what it leaves open taken from the one below it."""
        return Look(
            bold=below.bold if self.bold is None else self.bold,
            italic=below.italic if self.italic is None else self.italic,
            caps=below.caps if self.caps is None else self.caps,
            hidden=below.hidden if self.hidden is None else self.hidden,
            size=below.size if self.size is None else self.size,
        )


PLAIN: Final = Look()


@dataclass(frozen=True, slots=True)
class Style:
    """One style, all that it inherits included.

    outline   its outline level from 0; 9 is body text, None is not said
    heading   the level from 1 that its name, or the name of one it is based on, states
    num, ilvl its numbering: the instance and the level in it, None where not said
    chain     its own id and those it is based on, nearest first
    """

    name: str = ""
    outline: int | None = None
    heading: int | None = None
    num: str | None = None
    ilvl: int | None = None
    centred: bool | None = None
    contents: bool = False
    title: bool = False
    look: Look = PLAIN
    chain: tuple[str, ...] = ()


NO_STYLE: Final = Style()


@dataclass(slots=True)
class Styles:
    """The styles of one document, by id."""

    defaults: Look = PLAIN
    default: str = ""
    _elements: dict[str, Element] = field(default_factory=dict)
    _known: dict[str, Style] = field(default_factory=dict)

    def get(self, style_id: str | None) -> Style:
        """The style of that id; where there is none, what the id itself says, else the default paragraph style."""
        if style_id and style_id not in self._elements and (stated := _HEADING.match(style_id.casefold())):
            return Style(name=style_id, heading=int(stated[1]))
        wanted = style_id if style_id in self._elements else self.default
        if wanted is None or wanted not in self._elements:
            return NO_STYLE
        return self._resolved(wanted)

    def character(self, style_id: str | None) -> Look:
        """The look of a character style."""
        return self._resolved(style_id).look if style_id in self._elements and style_id else PLAIN

    def _resolved(self, style_id: str) -> Style:
        if style_id in self._known:
            return self._known[style_id]
        chain: list[str] = []
        here: str | None = style_id
        while here in self._elements and here is not None and here not in chain and len(chain) < _DEEPEST:
            chain.append(here)
            here = value(self._elements[here], "basedOn")
        style = NO_STYLE
        for name in reversed(chain):
            style = _said(self._elements[name], style)
        self._known[style_id] = replace(style, chain=tuple(chain))
        return self._known[style_id]


def styles_of(root: Element | None) -> Styles:
    """The styles of a styles part."""
    if root is None:
        return Styles()
    elements: dict[str, Element] = {}
    default = ""
    for style in root.findall(W + "style"):
        style_id = style.get(W + "styleId")
        if style_id:
            elements.setdefault(style_id, style)
            if style.get(W + "type") == "paragraph" and style.get(W + "default") in ("1", "true", "on"):
                default = default or style_id
    run = root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
    return Styles(defaults=look_of(run), default=default, _elements=elements)


def look_of(properties: Element | None) -> Look:
    """The look that the properties of a run state."""
    if properties is None or not len(properties):
        return PLAIN
    half_points = number(value(properties, "sz"), least=2, most=3276)
    return Look(
        bold=switch(properties, "b"),
        italic=switch(properties, "i"),
        caps=switch(properties, "caps"),
        hidden=switch(properties, "vanish"),
        size=half_points / 2 if half_points else None,
    )


def is_centred(properties: Element | None) -> bool | None:
    """Whether the properties of a paragraph centre it; None when they say nothing of it."""
    found = value(properties, "jc")
    return None if found is None else found == "center"


def _said(style: Element, below: Style) -> Style:
    """What a style says over the one it is based on."""
    name = " ".join((value(style, "name") or "").split())
    paragraph = style.find(W + "pPr")
    numbering = None if paragraph is None else paragraph.find(W + "numPr")
    outline = number(value(paragraph, "outlineLvl"), least=0, most=9)
    stated = _HEADING.match(name.casefold())
    heading = int(stated[1]) if stated else below.heading
    if outline is not None and not stated:
        heading = outline + 1 if below.heading is not None and outline < 9 else None
    num, ilvl = value(numbering, "numId"), number(value(numbering, "ilvl"), least=0, most=8)
    centred = is_centred(paragraph)
    return Style(
        name=name,
        outline=below.outline if outline is None else outline,
        heading=heading,
        num=below.num if num is None else num,
        ilvl=below.ilvl if ilvl is None else ilvl,
        centred=below.centred if centred is None else centred,
        contents=bool(_CONTENTS.match(name.casefold())),
        title=name.casefold() in ("title", "titel"),
        look=look_of(style.find(W + "rPr")).over(below.look),
    )
