"""One page of a book to fragments, over the HTML reader. Knows XHTML's differences, and nothing of other pages."""

import html as entities
import re
from dataclasses import dataclass, field
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from silcrow.parse.encoding import decode
from silcrow.parse.fragment import Fragment
from silcrow.parse.html.nesting import flatten, is_hostile
from silcrow.parse.html.walk import Walk

_DECLARED: Final = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([a-zA-Z0-9_.:-]{2,40})")
_CLOSED: Final = re.compile(r"<([a-zA-Z][\w:.-]*+)([^<>]*+)(?<=/)>")
_VOID_TAGS: Final = "area base br col embed hr img input link meta param source track wbr"
_VOID: Final = frozenset(_VOID_TAGS.split())
_CDATA: Final = "<![CDATA["


@dataclass(slots=True)
class Page:
    """The fragments of one page; `anchors` says at which of them each wanted id stands."""

    name: str
    fragments: list[Fragment] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)
    hidden: int = 0
    flattened: bool = False


def page_of(data: bytes, name: str, *, wanted: frozenset[str]) -> Page:
    """The page that bytes are."""
    declared = _DECLARED.search(data[:1024])
    html = decode(data, declared=declared[1].decode("ascii") if declared else "").text
    html = _CLOSED.sub(_opened, _without_cdata(html))
    flattened = is_hostile(html)
    tree = LexborHTMLParser(flatten(html) if flattened else html)
    walk = Walk(wanted=wanted)
    fragments = walk.run(tree.root) if tree.root is not None else []
    return Page(name, fragments, walk.anchors, walk.hidden, flattened)


def _opened(tag: re.Match[str]) -> str:
    """`<a id="x"/>` ends itself in XHTML; in HTML it would hold all that follows."""
    name = tag[1].lower()
    return tag[0] if name in _VOID else f"<{tag[1]}{tag[2].removesuffix('/')}></{tag[1]}>"


def _without_cdata(html: str) -> str:
    if _CDATA not in html:
        return html
    parts, at = [], 0
    while (start := html.find(_CDATA, at)) >= 0:
        end = html.find("]]>", start)
        if end < 0:
            break
        parts += [html[at:start], entities.escape(html[start + len(_CDATA) : end])]
        at = end + 3
    return "".join([*parts, html[at:]])
