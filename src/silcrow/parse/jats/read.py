"""From bytes to Source: the way through the room.

XML is hostile input: no entity is expanded, nothing is fetched, and libxml2's own bound on nesting holds.
"""

from lxml import etree

from silcrow.errors import Damaged, Notice, TooLarge
from silcrow.parse.fragment import Clues, Fragment, Source
from silcrow.parse.jats.body import Body
from silcrow.parse.jats.front import child, facts_of
from silcrow.parse.jats.inline import Tag, name_of, text_of

_HINT = "The file may be cut short or not be XML: fetch it again."
_DEEP = "Excessive depth"  # how libxml2 names more than 256 levels
_APART = frozenset({"sub-article", "response"})


def read(data: bytes, *, name: str, password: str | None) -> Source:  # noqa: ARG001 - every reader is called alike
    """All that an article prints, in order."""
    root = _tree(data, shown=repr(name) if name else "The document")
    article = (
        root if name_of(root) == "article" else next((one for one in root.iter() if name_of(one) == "article"), None)
    )
    if article is None:
        raise Damaged(f"{name or 'the document'} holds no article", hint=_HINT)
    front = child(article, "front")
    meta = child(front, "article-meta")
    facts = facts_of(article, meta)
    body = Body()
    body.write("text", facts.title)
    body.write("text", ", ".join(facts.authors))
    _article(article, meta, body, 1)
    for part in article:
        if name_of(part) in _APART:
            _part(part, body)
    notices = []
    if body.cut:
        notices.append(Notice("nesting_cut", "Tags are nested too deeply: what lies deepest is read as plain text."))
    return Source(
        format="jats",
        fragments=body.fragments,
        title=facts.title,
        authors=facts.authors,
        date=facts.date,
        language=facts.language,
        notices=tuple(notices),
    )


def _article(article: Tag, meta: Tag | None, body: Body, level: int) -> None:
    parts = list(meta) if meta is not None else []
    for one in parts:
        if name_of(one) == "kwd-group":
            title = text_of(child(one, "title")) or "Keywords"
            words = [text_of(each) for each in one if name_of(each) in ("kwd", "compound-kwd")]
            body.write("text", f"{title.rstrip(':')}: {', '.join(words)}" if words else "")
    for one in parts:
        if name_of(one) in ("abstract", "trans-abstract"):
            body.section(one, level)
    for one in article:
        if name_of(one) in ("body", "floats-group"):
            body.blocks(one, level)
        elif name_of(one) == "back":
            _back(one, body, level)


def _back(back: Tag, body: Body, level: int) -> None:
    """What stands after the text: each at the top, appendices too, however they are grouped."""
    for one in back:
        if name_of(one) == "app-group":
            for app in one:
                if name_of(app) == "app":
                    body.section(app, level)
        elif name_of(one):
            body.block(one, level)


def _part(part: Tag, body: Body) -> None:
    """A reply, a review or a translation: a section of its own with its body below."""
    stub = child(part, "front-stub")
    stub = child(child(part, "front"), "article-meta") if stub is None else stub
    title = facts_of(part, stub).title or part.get("article-type", "").replace("-", " ").capitalize()
    body.fragments.append(Fragment("text", title or "Response", clues=Clues(level=1)))
    _article(part, stub, body, 2)


def _tree(data: bytes, *, shown: str) -> Tag:
    wide = ("utf-16-le", "utf-16-be") if b"\0" in data[:4] or data[:2] in (b"\xff\xfe", b"\xfe\xff") else ()
    if any("<!ENTITY".encode(encoding) in data for encoding in ("ascii", *wide)):
        hint = "Entities are never expanded. Save the article without a document type of its own."
        raise Damaged(f"{shown} declares XML entities, which no article needs", hint=hint)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_pis=True, remove_comments=True
    )
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        if _DEEP in str(error):
            hint = "Such a file is not read: it may be made to fill the memory."
            raise TooLarge(f"{shown} has tags nested more than 256 deep", hint=hint) from error
        raise Damaged(f"{shown} is no whole XML: {str(error)[:200]}", hint=_HINT) from error
