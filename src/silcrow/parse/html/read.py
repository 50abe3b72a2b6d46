"""From bytes to Source: the way through the room."""

import re

from selectolax.lexbor import LexborHTMLParser

from silcrow.errors import Notice
from silcrow.parse.encoding import decode
from silcrow.parse.fragment import Fragment, Source
from silcrow.parse.html.nesting import flatten, is_hostile
from silcrow.parse.html.walk import Walk
from silcrow.parse.listing import mark_contents

_HEAD = 2048  # bytes in which an encoding may be declared (HTML asks for 1,024)
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([a-zA-Z0-9_.:-]{2,40})", re.IGNORECASE)
_XML = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([a-zA-Z0-9_.:-]{2,40})")
_AUTHOR = ("author", "dc.creator", "citation_author")
_DATE = ("date", "dc.date", "dcterms.created", "article:published_time", "citation_publication_date")


def read(data: bytes, *, name: str, password: str | None) -> Source:  # noqa: ARG001 - every reader is called alike
    """All that a page shows, in document order."""
    head = data[:_HEAD]
    declared = _CHARSET.search(head) or _XML.search(head)
    decoded = decode(data, declared=declared[1].decode("ascii") if declared else "")
    html, notices = decoded.text, list(decoded.notices)
    if is_hostile(html):
        html = flatten(html)
        notices.append(Notice("nesting_cut", "Tags are nested too deeply: lists and tables are read as plain text."))
    tree = LexborHTMLParser(html)
    walk = Walk()
    fragments = walk.run(tree.root) if tree.root is not None else []
    if walk.hidden:
        notices.append(Notice("hidden_text", f"{walk.hidden} characters that the page hides were left out."))
    facts = _facts(tree)
    return Source(
        format="html",
        fragments=mark_contents(fragments),
        title=_title(tree),
        authors=tuple(dict.fromkeys(facts.get("author", ()))),
        date=next(iter(facts.get("date", ())), ""),
        language=_language(tree),
        notices=tuple(notices),
    )


def fragments_of(html: str) -> list[Fragment]:
    """The fragments of a piece of HTML inside another format."""
    tree = LexborHTMLParser(flatten(html) if is_hostile(html) else html)
    return Walk().run(tree.root) if tree.root is not None else []


def _title(tree: LexborHTMLParser) -> str:
    found = tree.css_first("head > title")
    return " ".join(found.text().split()) if found else ""


def _language(tree: LexborHTMLParser) -> str:
    found = tree.css_first("html")
    language = (found.attributes.get("lang") or found.attributes.get("xml:lang") or "") if found else ""
    primary = language.replace("_", "-").split("-")[0].strip().lower()
    return primary if re.fullmatch(r"[a-z]{2,3}", primary) else ""


def _facts(tree: LexborHTMLParser) -> dict[str, list[str]]:
    """Authors and dates that the head of the page states."""
    facts: dict[str, list[str]] = {}
    for tag in tree.css("head > meta"):
        attributes = tag.attributes
        name = (attributes.get("name") or attributes.get("property") or "").lower()
        value = " ".join((attributes.get("content") or "").split())
        if value and name in _AUTHOR:
            facts.setdefault("author", []).append(value)
        elif value and name in _DATE:
            facts.setdefault("date", []).append(value)
    return facts
