"""Bounds on the tags of a page before a tree is built of them. Counts tags and knows nothing of their meaning.

lexbor needs time with the square of the depth and of the attributes of one tag, so a hostile page is flattened first:
only headings, paragraphs and line breaks are left of its tags, and all of its text.
"""

import re
from functools import cache

_SAFE = 20_000  # tags: fewer than this cannot cost more than half a second, however they are nested
_DEEPEST = 5_000
_LONGEST_TAG = 20_000  # characters without ">"
_MOST_ATTRIBUTES = 1_000

# What closes itself or its like, and so is never the reason for depth.
_FLAT_TAGS = (
    "html head body p br hr img input meta link col area base embed source track wbr a nobr button form "
    "li tr td th thead tbody tfoot option optgroup dt dd"
)
_FLAT = frozenset(_FLAT_TAGS.split())
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)[^>]*+")
_BOGUS = re.compile(r"<[!?][^>]*+>?|</[^a-zA-Z>][^>]*+>?")
_END_IN_QUOTES = re.compile(r"=\s*+(?:\"[^\"]{0,200}?</|'[^']{0,200}?</)")
_ANY_TAG = re.compile(r"<[!?/a-zA-Z][^<>]*+>")
_KEPT = re.compile(r"</?(?:h[1-6]|p|br|title)(?=[\s/>])", re.IGNORECASE)
_UNSEEN = re.compile(r"<!--|<(script|style)\b", re.IGNORECASE)
_NOT_TAGS = re.compile(r"<!--|<(script|style|textarea|title|xmp|iframe|noembed|noframes)\b", re.IGNORECASE)


def is_hostile(html: str) -> bool:
    """Whether a tree of this page would take time out of proportion."""
    if html.count("<") > _SAFE and _depth(_without(_NOT_TAGS, html)) > _DEEPEST:
        return True
    return any(len(piece) > _LONGEST_TAG and _is_crowded(piece) for piece in html.split(">"))


def flatten(html: str) -> str:
    """All text of the page with its headings, paragraphs and line breaks, and no other tags."""
    return _ANY_TAG.sub(_kept, _without(_UNSEEN, html))


def _kept(tag: re.Match[str]) -> str:
    return tag[0] if len(tag[0]) < _LONGEST_TAG and _KEPT.match(tag[0]) else " "


def _is_crowded(piece: str) -> bool:
    """Whether a long piece between two ">" may hold a tag of very many attributes."""
    start = piece.find("<")
    return start >= 0 and len(piece[start:].split(None, _MOST_ATTRIBUTES)) > _MOST_ATTRIBUTES


def _depth(html: str) -> int:
    """An upper bound on how deeply tags are nested."""
    html = _BOGUS.sub(" ", html)
    open_tags: dict[str, int] = {}
    depth = deepest = 0
    for closing, name in _TAG.findall(html):
        if name in _FLAT:
            continue
        count = open_tags.get(name, 0)
        if not closing:
            open_tags[name] = count + 1
            depth += 1
            deepest = max(deepest, depth)
        elif count:
            open_tags[name] = count - 1
            depth -= 1
    # An end tag inside a quoted attribute closes nothing but was counted.
    return deepest + sum(1 for _ in _END_IN_QUOTES.finditer(html))


def _without(pattern: re.Pattern[str], html: str) -> str:
    """The page without comments and without the named tags whose content is not tags."""
    parts, at = [], 0
    while found := pattern.search(html, at):
        parts.append(html[at : found.start()])
        name = found[1]
        end = _end_of(name.lower()).search(html, found.end()) if name else _COMMENT_END.search(html, found.end() - 2)
        if not end:
            return "".join(parts)
        at = end.end()
    return "".join([*parts, html[at:]])


_COMMENT_END = re.compile(r"--!?>")


@cache
def _end_of(name: str) -> re.Pattern[str]:
    return re.compile(f"</{name}", re.IGNORECASE)
