"""The tool that checks quotes: each letter by letter at its place, at no cost of a model."""

import re

from silcrow import wire
from silcrow.answer import Citation
from silcrow.cite import check
from silcrow.desk import Desk
from silcrow.errors import Usage
from silcrow.place import Span
from silcrow.toolset import outputs
from silcrow.toolset.fence import UNTRUSTED, fenced
from silcrow.toolset.tool import Arguments, Tool, ToolResult

_MOST = 20  # quotes a call
_LONGEST = 10_000  # characters of one
_SHOWN = 200
_SAME = re.compile(r"\s+")


def _verify_quotes(desk: Desk, arguments: Arguments) -> ToolResult:
    quotes, places = arguments["quotes"], arguments["places"]
    if len(quotes) != len(places):
        raise Usage(f"{len(quotes)} quotes and {len(places)} places", hint="Give one place for each quote, in order.")
    if any(len(quote) > _LONGEST for quote in quotes):
        raise Usage(f"a quote is longer than {_LONGEST} characters", hint="Quote the sentences that matter.")
    found = [_checked(quote, Span.parse(place), desk) for quote, place in zip(quotes, places, strict=True)]
    doc_ids = {one.span.doc_id for one in found if one.verdict != "unsupported"}
    labels = {record.doc_id: record.page_labels for record in desk.only(*doc_ids).documents()} if doc_ids else {}
    data = wire.citations(found, labels=labels, said=[UNTRUSTED])
    stands = sum(one.verdict == "verified" for one in found)
    text = f"{stands} of {len(found)} quotes verified.\n" + fenced("\n".join(map(_line, found)))
    return ToolResult(data, text)


def _checked(quote: str, span: Span, desk: Desk) -> Citation:
    try:
        return check(quote, span, desk)
    except Usage:  # it holds no word that could be looked for elsewhere
        return Citation(span, quote, "unsupported")


def _line(citation: Citation) -> str:
    line = f"- {citation.verdict}: {citation.span}: “{_clip(citation.quote)}”"
    return f"{line}; what stands there: “{_clip(citation.found)}”" if citation.found else line


def _clip(text: str) -> str:
    text = _SAME.sub(" ", text)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


_TEXTS = {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": _MOST}

VERIFY_QUOTES = Tool(
    "verify_quotes",
    "Check quotes",
    "Checks quotes letter by letter at their places, before you cite them. Verdicts: verified; moved (it stands at the "
    "place given back); near (found has the letters that stand there); unsupported (do not cite it).",
    {
        "type": "object",
        "properties": {
            "quotes": {**_TEXTS, "description": "exact words of a document"},
            "places": {**_TEXTS, "description": "where each stands: DOC:SECTION or DOC:SECTION:FIRST-LAST"},
        },
        "required": ["quotes", "places"],
        "additionalProperties": False,
    },
    _verify_quotes,
    outputs.CITATIONS,
    {"quotes": ("quote",), "places": ("place",)},
)
