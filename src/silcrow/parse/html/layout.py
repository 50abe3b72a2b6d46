"""What a tag says of the page: breaks, room around it, and parts of a site that are no part of the text."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from selectolax.lexbor import LexborNode

from silcrow.parse.html.looks import NORMAL, Attributes

_BEFORE = re.compile(r"(?:page-)?break-before\s*:\s*(?:always|page|left|right|recto|verso)")
_AFTER = re.compile(r"(?:page-)?break-after\s*:\s*(?:always|page|left|right|recto|verso)")
_ROOM = re.compile(
    r"(?:margin|padding)(?P<side>-top|-bottom)?\s*:\s*(?P<size>[0-9]{1,3}(?:\.\d{1,3})?)(?P<unit>pt|px|em)?"
)
_PAPER_TAGS = frozenset({"header", "footer", "aside", "nav"})
_PAPER_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search", "menubar"})
MAIN_TAGS: Final = frozenset({"main", "article", "section"})
_ONE_LINE: Final = frozenset({"p", "ul", "ol", "dl", "blockquote", "pre"})  # what browsers set a line apart


class Placed(NamedTuple):
    """Breaks before and after a tag, and room above and below it in lines."""

    before: bool
    after: bool
    above: float
    below: float


@lru_cache(maxsize=4096)
def placed(tag: str, style: str) -> Placed:
    """How a block stands on its page. Only its own style tells of breaks: sheets say where print would break."""
    style = style[:2000].lower()
    room = {"-top": float(tag in _ONE_LINE), "-bottom": float(tag in _ONE_LINE)}
    for found in reversed(list(_ROOM.finditer(style))):  # the strongest last
        unit = found["unit"]
        lines = float(found["size"]) / {"pt": NORMAL, "px": NORMAL / 0.75, "em": 1.0, None: NORMAL}[unit]
        for side in (found["side"],) if found["side"] else room:
            room[side] = lines if found[0].startswith("margin") else max(room[side], lines)
    return Placed(bool(_BEFORE.search(style)), bool(_AFTER.search(style)), room["-top"], room["-bottom"])


def is_main(tag: str, attributes: Attributes) -> bool:
    """Whether a tag holds what the page is there for."""
    return tag in MAIN_TAGS or attributes.get("role") == "main"


def may_stand_around(tag: str, attributes: Attributes) -> bool:
    """Whether a tag is one of those that may hold what stands around the text."""
    return tag in _PAPER_TAGS or attributes.get("role") in _PAPER_ROLES


def is_around(tag: str, attributes: Attributes, node: LexborNode, *, in_main: bool) -> bool:
    """Whether such a tag holds what stands around the text of every page of a site: head, foot, ways elsewhere.

    A nav that leads to places of this page is its contents, and a header with the page's title is its beginning.
    """
    role = attributes.get("role") or ""
    if role.startswith("doc-") or node.css_first("h1") is not None:
        return False
    if tag == "nav" or role == "navigation":
        return node.css_first('a[href^="#"]') is None and node.css_first("a[href]") is not None
    return not in_main
