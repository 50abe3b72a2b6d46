"""How text looks, from tags, attributes and styles. Knows one tag at a time and what stands around it."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

Attributes = dict[str, str | None]

NORMAL: Final = 12.0
"""Points of text that no style speaks of: the browsers' 16 pixels."""


@dataclass(frozen=True, slots=True)
class Look:
    """What text inherits from the tags around it; size in points where a style says so."""

    bold: bool = False
    italic: bool = False
    centred: bool = False
    underlined: bool = False
    capitals: bool = False
    size: float | None = None


PLAIN = Look()

_BOLD_TAGS = frozenset({"b", "strong", "th"})
_ITALIC_TAGS = frozenset({"i", "em", "cite", "dfn", "var"})
STYLED: Final = _BOLD_TAGS | _ITALIC_TAGS | {"center", "u", "big", "small"}
"""Tags that change the look without an attribute."""
_BOLD = re.compile(r"font(?:-weight)?\s*:[^;]{0,80}?\b(?:bold|bolder|[6-9]00)\b")
_NORMAL = re.compile(r"font-weight\s*:\s*(?:normal|[1-4]00)")
_ITALIC = re.compile(r"font(?:-style)?\s*:[^;]{0,80}?\b(?:italic|oblique)\b")
_CENTRED = re.compile(r"text-align\s*:\s*center")
_SIDED = re.compile(r"text-align\s*:\s*(?:left|right|justify|start|end)")
_UNDERLINED = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,80}?\bunderline\b")
_CAPITALS = re.compile(r"text-transform\s*:\s*uppercase|font-variant\s*:[^;]{0,40}?small-caps")
_SIZE = re.compile(r"font(?:-size)?\s*:[^;]{0,80}?(?<![\w.#])([0-9]{0,3}(?:\.[0-9]{1,4})?)(pt|px|rem|em|%)")
_NAMED = re.compile(r"font-size\s*:\s*(xx-small|x-small|small|medium|large|x-large|xx-large)")
_HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|\Z))")
_POINTS = {"pt": 1.0, "px": 0.75, "rem": NORMAL}
_NAMES = {
    "xx-small": 7.0, "x-small": 7.5, "small": 10.0, "medium": 12.0, "large": 13.5, "x-large": 18.0, "xx-large": 24.0,
}  # fmt: skip
_FONT_SIZES = {"1": 7.5, "2": 10.0, "3": 12.0, "4": 13.5, "5": 18.0, "6": 24.0, "7": 36.0}
_BIGGER = 1.2


def look(inherited: Look, tag: str, attributes: Attributes, style: str) -> Look:
    """How text inside this tag looks, given how it looks outside; `style` is what styles say, the strongest first."""
    if tag in _BOLD_TAGS:
        inherited = replace(inherited, bold=True)
    elif tag in _ITALIC_TAGS:
        inherited = replace(inherited, italic=True)
    elif tag == "u":
        inherited = replace(inherited, underlined=True)
    elif tag in ("big", "small"):
        size = (inherited.size or NORMAL) * (_BIGGER if tag == "big" else 1 / _BIGGER)
        inherited = replace(inherited, size=round(size, 1))
    elif tag == "font" and (stated := _FONT_SIZES.get(attributes.get("size") or "")):
        inherited = replace(inherited, size=stated)
    elif tag == "center" or (attributes.get("align") or "").lower() == "center":
        inherited = replace(inherited, centred=True)
    return _styled(inherited, style.lower()) if style else inherited


def is_hidden(attributes: Attributes) -> bool:
    """Whether a browser shows nothing of this tag, by itself; what a style sheet hides, a script may show."""
    if "hidden" in attributes:
        return True
    style = attributes.get("style")
    return bool(style) and _hides((style or "").lower())


@lru_cache(maxsize=4096)
def _hides(style: str) -> bool:
    return bool(_HIDDEN.search(style[:2000]))


@lru_cache(maxsize=4096)
def _styled(inherited: Look, style: str) -> Look:
    style = style[:2000]
    bold, normal = _BOLD.search(style), _NORMAL.search(style)
    if bold and normal:
        bold = bold if bold.start() < normal.start() else None
    return Look(
        bold=bool(bold) or (inherited.bold and not normal),
        italic=inherited.italic or bool(_ITALIC.search(style)),
        centred=bool(_CENTRED.search(style)) or (inherited.centred and not _SIDED.search(style)),
        underlined=inherited.underlined or bool(_UNDERLINED.search(style)),
        capitals=inherited.capitals or bool(_CAPITALS.search(style)),
        size=_size(style, inherited.size),
    )


def _size(style: str, inherited: float | None) -> float | None:
    if named := _NAMED.search(style):
        return _NAMES[named[1]]
    found = _SIZE.search(style)
    if not found or not found[1]:
        return inherited
    number, unit = float(found[1]), found[2]
    if unit in _POINTS:
        return round(number * _POINTS[unit], 1)
    return round((inherited or NORMAL) * (number / 100 if unit == "%" else number), 1)
