"""The five tools of the Desk: documents, outline, retrieve, read_section, find_section.

Each result is JSON of the envelope and short Markdown, within its cap of tokens; what is left out is counted, and a
cursor goes on. What lies outside the Desk's scope is not found, whatever the arguments say.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from silcrow import wire
from silcrow.desk import Desk
from silcrow.document import Record, Section
from silcrow.errors import Notice, Usage
from silcrow.outline import Outline
from silcrow.passage import Passages
from silcrow.place import Span
from silcrow.render.listing import render_records
from silcrow.render.outline import LEAST_TOKENS, outline_list
from silcrow.toolset import outputs
from silcrow.toolset.fence import UNTRUSTED, fenced
from silcrow.toolset.finding import find_section
from silcrow.toolset.places import exact, named, only_document, spans
from silcrow.toolset.reading import Request, fitting, read_on, reading
from silcrow.toolset.sizes import CAP, ENVELOPE, LEAST, MOST, cursor_at, given, page, position
from silcrow.toolset.tool import Arguments, Tool, ToolResult

_NOTICES = 8  # of a document, in its outline
_LIKELY = 50  # paragraphs that documents are chosen by
_WORDINGS = 8  # queries of one search
_END = 999_999  # a paragraph behind the last of any section

_TEXT = {"type": "string"}
_PARAGRAPH = {"type": "integer", "minimum": 0, "maximum": _END}
_RANGE = "^[0-9]{1,9}( ?[-–] ?[0-9]{1,9})?$"
_MAX = {"type": "integer", "minimum": LEAST, "maximum": MOST, "description": f"cap of the result (default {CAP})"}
_CURSOR = {**_TEXT, "description": "from the result before: goes on there, same arguments"}
_DOC = {**_TEXT, "description": "doc_id; may be left away where one document is open"}
_SECTION = "sec_id, printed label ('Item 1A'), title, path ('Chapter 5 > Risk')"

_COMMON = {"doc_id": ("doc", "document", "document_id"), "max_tokens": ("budget",)}
ALIASES = {**_COMMON, "section": ("sec_id", "section_id", "place")}


def _documents(desk: Desk, arguments: Arguments) -> ToolResult:
    query = arguments.get("query")
    records = {record.doc_id: record for record in (desk.documents() if query is None else _likely(desk, query))}
    asked = "|".join(["documents", query or "", *(record.edition for record in records.values())])
    found = page(
        list(records.values()),
        lambda record: wire.documents([record])["documents"][0],
        cursor=arguments.get("cursor"),
        asked=asked,
        max_tokens=arguments.get("max_tokens", CAP) - ENVELOPE,
    )
    data = {
        "documents": found.entries,
        "left_out": found.left_out,
        "cursor": found.cursor,
        "notices": wire.notices([UNTRUSTED]),
    }
    listed = [records[entry["doc_id"]] for entry in found.entries]
    nothing = "No document is open." if query is None else "No open document holds any of these words."
    text = fenced(render_records(listed)) if listed else nothing
    return ToolResult(data, text + read_on(found.left_out, found.cursor, "documents"))


def _likely(desk: Desk, query: str) -> Sequence[Record]:
    """The documents whose paragraphs answer best, best first."""
    found = desk.retrieve(query, top_k=_LIKELY, window=(0, 0)).passages
    doc_ids = tuple(dict.fromkeys(passage.span.doc_id for passage in sorted(found, key=lambda one: one.rank)))
    records = {record.doc_id: record for record in (desk.only(*doc_ids).documents() if doc_ids else ())}
    return [records[doc_id] for doc_id in doc_ids]


def _outline(desk: Desk, arguments: Arguments) -> ToolResult:
    doc_id = only_document(desk, arguments.get("doc_id"))
    (record,) = desk.only(doc_id).documents()
    if "section" in arguments:
        desk = desk.inside(named(desk, arguments["section"], doc_id))
    found = desk.outline(doc_id)
    depth, cap = arguments.get("depth"), arguments.get("max_tokens", CAP)
    asked = f"outline|{record.edition}|{doc_id}|{arguments.get('section')}|{depth}|{cap}"
    found = replace(found, notices=(*_few(found.notices), UNTRUSTED))
    data = wire.outline(found, depth=depth, max_tokens=cap - ENVELOPE)
    if given(arguments.get("cursor")) is not None:
        return _outline_on(found, data, asked=asked, arguments=arguments)
    cursor = cursor_at(0, asked) if data["left_out"] else None
    text = fenced(outline_list(found, depth=depth, max_tokens=max(cap - ENVELOPE, LEAST_TOKENS)))
    if cursor:
        text += f"\n\nWhat is folded: outline with section=SEC_ID opens one, cursor={cursor} lists all of it in order."
    return ToolResult(data | {"cursor": cursor}, text)


def _outline_on(found: Outline, first: wire.JSON, *, asked: str, arguments: Arguments) -> ToolResult:
    """The sections that the first result folded, in document order, each with its path."""
    seen = {entry["sec_id"] for entry in _flat(first["sections"])}
    hidden = [section for section in found.sections if section.sec_id not in seen]

    def entry(section: Section) -> wire.JSON:
        return wire.section(section, found.page_labels) | {"sections": []}

    cap = arguments.get("max_tokens", CAP)
    at = position(arguments["cursor"], asked)
    listed = page(hidden, entry, cursor=arguments["cursor"], asked=asked, max_tokens=cap - ENVELOPE)
    data = first | {
        "sections": listed.entries,
        "left_out": listed.left_out,
        "cursor": listed.cursor,
        "notices": wire.notices([UNTRUSTED]),
    }
    lines = [f"- {one.sec_id}: {' › '.join(one.path)}" for one in hidden[at : at + len(listed.entries)]]
    return ToolResult(data, fenced("\n".join(lines)) + read_on(listed.left_out, listed.cursor, "sections"))


def _few(notices: Sequence[Notice]) -> Sequence[Notice]:
    """The first notices; a file may have a thousand faults."""
    more = len(notices) - _NOTICES
    return (*notices[:_NOTICES], Notice("more", f"{more} more notices are left out.")) if more > 0 else notices


def _flat(entries: list[wire.JSON]) -> list[wire.JSON]:
    return [one for entry in entries for one in (entry, *_flat(entry["sections"]))]


def _retrieve(desk: Desk, arguments: Arguments) -> ToolResult:
    if doc_ids := arguments.get("doc_ids"):
        desk = desk.only(*doc_ids)
    if "section" in arguments:
        desk = desk.inside(*spans(desk, arguments["section"]))
    queries, top_k = _weighed(arguments["queries"], arguments.get("weights")), arguments.get("top_k", 5)
    up, down = arguments.get("window", (2, 2))

    def search(budget: int) -> Passages:
        found = desk.retrieve(queries, top_k=top_k, window=(up, down), max_tokens=budget)
        if found.passages or found.left_out:
            return found
        where = "the section named" if "section" in arguments else f"{len(desk.documents())} open document(s)"
        message = f"Nothing found in {where}. Try other words, the outline, or find_section."
        return replace(found, notices=(*found.notices, Notice("nothing_found", message)))

    return fitting(search, desk, arguments.get("max_tokens", CAP))


def _weighed(queries: Sequence[str], weights: Sequence[float] | None) -> Sequence[tuple[str, float]]:
    if weights is not None and len(weights) != len(queries):
        raise Usage(f"{len(queries)} queries and {len(weights)} weights", hint="Give one weight for each, in order.")
    return list(zip(queries, weights or [1.0] * len(queries), strict=True))


def _read_section(desk: Desk, arguments: Arguments) -> ToolResult:
    if ("sec_id" in arguments) == ("pages" in arguments):
        raise Usage("read_section reads a section or pages", hint="Give sec_id, or pages.")
    read = _of_pages(desk, arguments) if "pages" in arguments else _of_section(desk, arguments)
    names = ("doc_id", "sec_id", "first", "last", "deep", "pages")
    asked = "|".join(f"{name}={arguments.get(name)}" for name in names)
    return reading(desk, Request(read, asked, arguments.get("max_tokens", CAP)), arguments.get("cursor"))


def _of_section(desk: Desk, arguments: Arguments) -> Callable[[int, str | None], Passages]:
    doc_id: str | None = arguments.get("doc_id")
    place, deep = exact(desk, arguments["sec_id"], doc_id), arguments.get("deep", False)
    first, last = arguments.get("first"), arguments.get("last")
    if first is not None or last is not None:
        if deep:
            raise Usage("read_section: first and last are of one section", hint="Leave deep away, or first and last.")
        place = _ranged(place, 1 if first is None else first, last)

    def read(budget: int, cursor: str | None) -> Passages:
        found = desk.read(place, doc_id=doc_id, deep=deep, max_tokens=budget, cursor=cursor)
        if first is None or last is not None:
            return found
        return replace(found, notices=tuple(one for one in found.notices if one.code != "clipped"))  # to the end

    return read


def _ranged(place: str, first: int, last: int | None) -> str:
    """A section's place with some of its paragraphs; without a last one, to its end."""
    try:
        has_range = Span.parse(place).first is not None
    except Usage:  # words that name a section
        has_range = False
    if has_range:
        raise Usage(f"read_section: {place} names its paragraphs already", hint="Give no first and last with it.")
    return f"{place}:{first}-{_END if last is None else last}"


def _of_pages(desk: Desk, arguments: Arguments) -> Callable[[int, str | None], Passages]:
    if unfit := [name for name in ("first", "last", "deep") if arguments.get(name)]:
        raise Usage(f"read_section: {unfit[0]} does not go with pages", hint="Give pages and doc_id alone.")
    doc_id = only_document(desk, arguments.get("doc_id"))
    first, last = _range(arguments["pages"])

    def read(budget: int, cursor: str | None) -> Passages:
        return desk.read_pages(doc_id, first, last, max_tokens=budget, cursor=cursor)

    return read


def _range(text: str) -> tuple[int, int]:
    first, _, last = text.replace("–", "-").replace(" ", "").partition("-")
    return int(first), int(last or first)


def _arguments(*required: str, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | {"required": list(required)} if required else schema


def _tool(handler: Callable[[Desk, Arguments], ToolResult], title: str, text: str, **rest: Any) -> Tool:
    aliases = rest.pop("aliases", {})
    return Tool(handler.__name__.strip("_"), title, " ".join(text.split()), handler=handler, aliases=aliases, **rest)


TOOLS: tuple[Tool, ...] = (
    _tool(
        _documents,
        "List documents",
        """The documents that are open: doc_id, title, pages, paragraphs. Call it first when you do not know the
        doc_id; with query where there are many.""",
        parameters=_arguments(
            query={**_TEXT, "description": "only those that bear on some words, best first"},
            cursor=_CURSOR,
            max_tokens=_MAX,
        ),
        aliases={"query": ("q", "queries", "words"), "max_tokens": ("budget",)},
        output=outputs.DOCUMENTS,
    ),
    _tool(
        _outline,
        "Show an outline",
        """The headings of a document as a tree: sec_id, title, pages, size in tokens, and confidence (below 0.5: a
        doubtful heading). Look here before you read. Folded where it does not fit: section opens what lies below one,
        depth limits the levels.""",
        parameters=_arguments(
            doc_id=_DOC,
            section={**_TEXT, "description": f"only what lies below this one: {_SECTION}"},
            depth={"type": "integer", "minimum": 1, "maximum": 99, "description": "so many levels"},
            cursor=_CURSOR,
            max_tokens=_MAX,
        ),
        aliases=ALIASES,
        output=outputs.OUTLINE,
    ),
    _tool(
        _retrieve,
        "Find passages",
        """The paragraphs that bear on some words, each with its neighbours, in document order; rank 1 is the best. A
        search by words, not by meaning: use the document's own terms, several of them. Passages are leads: read on
        around them with read_section before you answer, and cite their place.""",
        parameters=_arguments(
            "queries",
            queries={
                "type": "array",
                "items": _TEXT,
                "minItems": 1,
                "maxItems": _WORDINGS,
                "description": "words to look for; several wordings of one question find more than one does",
            },
            weights={
                "type": "array",
                "items": {"type": "number", "minimum": 0.01, "maximum": 100},
                "description": "what each weighs beside the others (default 1)",
            },
            doc_ids={"type": "array", "items": _TEXT, "description": "only these documents (default: all open)"},
            section={**_TEXT, "description": f"only inside this section: {_SECTION}"},
            top_k={"type": "integer", "minimum": 1, "maximum": 50, "description": "so many paragraphs (default 5)"},
            window={
                "type": "array",
                "items": {"type": "integer", "minimum": 0, "maximum": 50},
                "minItems": 2,
                "maxItems": 2,
                "description": "paragraphs before and after each (default [2, 2])",
            },
            max_tokens=_MAX,
        ),
        aliases={
            "queries": ("query", "q", "question", "text"),
            "doc_ids": (*ALIASES["doc_id"], "doc_id", "documents"),
            "section": (*ALIASES["section"], "within"),
            "top_k": ("k",),
            "max_tokens": ("budget",),
        },
        output=outputs.PASSAGES,
    ),
    _tool(
        _read_section,
        "Read a section",
        """The paragraphs of a section, or of pages, in reading order; subsections only with deep. Give cursor as it
        came, with the same arguments, until there is none.""",
        parameters=_arguments(
            sec_id={**_TEXT, "description": f"{_SECTION}, or a place such as 10k-2025:item-1a:3-8"},
            doc_id=_DOC,
            first={**_PARAGRAPH, "description": "from this paragraph on"},
            last={**_PARAGRAPH, "description": "to this one"},
            deep={"type": "boolean", "description": "with all subsections"},
            pages={**_TEXT, "pattern": _RANGE, "description": "instead of a section: pages 7 or 41-43"},
            cursor=_CURSOR,
            max_tokens=_MAX,
        ),
        aliases={"sec_id": ("section", "section_id", "place"), **_COMMON},
        output=outputs.PASSAGES,
    ),
    _tool(
        find_section,
        "Find a section by name",
        """The sections that words mean, with their places: a label, a title, a path, or as people say it ('risk
        disclosure in Chapter 5', 'Items 1 and 1A', 'all annexes'). result is one, several (all were asked for) or
        ambiguous (choose one); confidence says how sure it is. What is not there is an error.""",
        parameters=_arguments(
            "words",
            words={**_TEXT, "description": _SECTION},
            doc_id={**_TEXT, "description": "only in this document"},
            cursor=_CURSOR,
            max_tokens=_MAX,
        ),
        aliases={"words": ("section", *ALIASES["section"], "query", "title", "label"), "doc_id": ALIASES["doc_id"]},
        output=outputs.SECTIONS,
    ),
)
