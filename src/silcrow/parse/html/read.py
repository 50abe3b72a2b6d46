"""From bytes to Source: the way through the room."""

import re
from dataclasses import replace

from selectolax.lexbor import LexborHTMLParser

from silcrow.errors import Notice
from silcrow.parse.encoding import decode
from silcrow.parse.fragment import Fragment, Source
from silcrow.parse.html.links import marked
from silcrow.parse.html.nesting import flatten, is_hostile
from silcrow.parse.html.paper import put_aside
from silcrow.parse.html.sheets import Sheet, read_sheet
from silcrow.parse.html.unlevelled import as_clues, is_untagged
from silcrow.parse.html.walk import Walk
from silcrow.parse.listing import mark_contents

_HEAD = 2048  # bytes in which an encoding may be declared (HTML asks for 1,024)
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([a-zA-Z0-9_.:-]{2,40})", re.IGNORECASE)
_XML = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([a-zA-Z0-9_.:-]{2,40})")
_PLACE = re.compile(r"href\s{0,5}=\s{0,5}[\"']?#([^\"'>\s]{1,200})", re.IGNORECASE)  # of this page, that a link names
_FILE = re.compile(r"(?=[^\s]*\d)[\w-]{1,60}(?:\.html?)?\Z|[\w.-]{1,60}\.html?\Z")  # a file's name, and no title
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
    walk = Walk(wanted=frozenset(_PLACE.findall(html)), sheet=_sheet(tree), whole=True)
    fragments = walk.run(tree.root) if tree.root is not None else []
    if walk.hidden:
        notices.append(Notice("hidden_text", f"{walk.hidden} characters that the page hides were left out."))
    fragments, labels = _arranged(fragments, walk)
    facts = _facts(tree)
    return Source(
        format="html",
        fragments=fragments,
        title=_title(tree),
        authors=tuple(dict.fromkeys(facts.get("author", ()))),
        date=next(iter(facts.get("date", ())), ""),
        language=_language(tree),
        pages=walk.page if walk.page > 1 else 0,
        page_labels=labels,
        notices=tuple(notices),
    )


def _arranged(fragments: list[Fragment], walk: Walk) -> tuple[list[Fragment], tuple[str, ...]]:
    """The fragments with what is known of the whole page: its contents, its sheets of paper, its looks."""
    labels: tuple[str, ...] = ()
    if all(fragment.furniture for fragment in fragments):
        fragments = [replace(fragment, furniture=False) for fragment in fragments]
    fragments = marked(fragments, walk.links, walk.anchors, walk.names)
    if walk.page > 1:
        fragments, labels = put_aside(fragments, walk.page)
    else:
        fragments = [replace(fragment, regions=()) for fragment in fragments]
    fragments = mark_contents(fragments)
    return (as_clues(fragments) if is_untagged(fragments) else fragments), labels


def _sheet(tree: LexborHTMLParser) -> Sheet:
    return read_sheet("\n".join(style.text() for style in tree.css("style")))


def fragments_of(html: str) -> list[Fragment]:
    """The fragments of a piece of HTML inside another format."""
    tree = LexborHTMLParser(flatten(html) if is_hostile(html) else html)
    return Walk().run(tree.root) if tree.root is not None else []


def _title(tree: LexborHTMLParser) -> str:
    found = tree.css_first("head > title")
    title = " ".join(found.text().split()) if found else ""
    return "" if _FILE.match(title) else title


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
