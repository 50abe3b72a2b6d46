"""How text looks, from tags, attributes and inline styles. Stylesheets and classes are not followed."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

Attributes = dict[str, str | None]


@dataclass(frozen=True, slots=True)
class Look:
    """What text inherits from the tags around it; size in points where a style says so."""

    bold: bool = False
    italic: bool = False
    centred: bool = False
    size: float | None = None


PLAIN = Look()

_BOLD_TAGS = frozenset({"b", "strong", "th"})
_ITALIC_TAGS = frozenset({"i", "em", "cite", "dfn", "var"})
_BOLD = re.compile(r"font(?:-weight)?\s*:[^;]{0,80}?\b(?:bold|bolder|[6-9]00)\b")
_NORMAL = re.compile(r"font-weight\s*:\s*(?:normal|[1-4]00)")
_ITALIC = re.compile(r"font(?:-style)?\s*:[^;]{0,80}?\b(?:italic|oblique)\b")
_CENTRED = re.compile(r"text-align\s*:\s*center")
_SIDED = re.compile(r"text-align\s*:\s*(?:left|right|justify|start|end)")
_SIZE = re.compile(r"font(?:-size)?\s*:[^;]{0,80}?\b([0-9]{1,3}(?:\.[0-9]{1,4})?)(pt|px)\b")
_HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|\Z))")
_POINTS = {"pt": 1.0, "px": 0.75}


def look(inherited: Look, tag: str, attributes: Attributes) -> Look:
    """How text inside this tag looks, given how it looks outside."""
    if tag in _BOLD_TAGS:
        inherited = replace(inherited, bold=True)
    elif tag in _ITALIC_TAGS:
        inherited = replace(inherited, italic=True)
    elif tag == "center" or (attributes.get("align") or "").lower() == "center":
        inherited = replace(inherited, centred=True)
    style = attributes.get("style")
    return _styled(inherited, style.lower()) if style else inherited


def is_hidden(attributes: Attributes) -> bool:
    """Whether a browser shows nothing of this tag."""
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
    size = _SIZE.search(style)
    return Look(
        bold=bool(_BOLD.search(style)) or (inherited.bold and not _NORMAL.search(style)),
        italic=inherited.italic or bool(_ITALIC.search(style)),
        centred=bool(_CENTRED.search(style)) or (inherited.centred and not _SIDED.search(style)),
        size=round(float(size[1]) * _POINTS[size[2]], 1) if size else inherited.size,
    )
