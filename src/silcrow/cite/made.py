"""An answer read from JSON: our own, or one made elsewhere, as long as it has a text and quotes with places.

Lenient about names and strict about sizes; each name that is understood stands in a table here. Knows no document.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from silcrow.cite.figures import MOST_OPERANDS, Named
from silcrow.cite.proof import Given
from silcrow.errors import TooLarge, Usage

_LONGEST = 1_000_000  # characters of an answer
_LONGEST_QUOTE = 20_000
_MOST = 1_000  # citations, computed figures
_HINT = 'Write {"text": "It rose [1].", "citations": [{"place": "10k:item-7:3", "quote": "…"}]}.'

_TEXT = ("text", "answer", "content", "output")
_CITATIONS = ("citations", "sources", "references", "evidence")
_QUOTE = ("quote", "cited_text", "text", "snippet", "excerpt")
_PLACE = ("place", "coordinate", "span", "location")
_DOCUMENT = ("doc_id", "document", "doc", "document_title", "file", "filename", "source")
_PAGE = ("page", "page_number", "start_page_number", "pages")
_MARKER = ("marker", "number", "index", "id")


@dataclass(frozen=True, slots=True)
class Made:
    """An answer as it was given: citations by marker, and figures as expression and operands."""

    text: str
    given: tuple[Given, ...]
    figures: tuple[tuple[str, tuple[Named, ...]], ...] = ()
    question: str = ""
    extractive: bool = False


def read_answer(answer: str | bytes | Mapping[str, Any]) -> Made:
    """The answer of some JSON, or of what it says; Usage where it is none, TooLarge past the bounds."""
    found = answer if isinstance(answer, Mapping) else _parsed(answer)
    text, citations = _first(found, _TEXT), _first(found, _CITATIONS)
    if isinstance(citations, str):
        citations = _parsed(citations, of=list)  # some programs write the list as text
    if not isinstance(text, str | None) or not isinstance(citations, list | None) or (text is None and not citations):
        raise Usage("this is no answer: it needs a text and a list of citations", hint=_HINT)
    if len(text or "") > _LONGEST or len(citations or ()) > _MOST:
        raise TooLarge(
            f"an answer has up to {_LONGEST:,} characters and {_MOST:,} citations", hint="Verify it in parts."
        )
    given = tuple(_given(one, number) for number, one in enumerate(citations or (), 1))
    question = found.get("question")
    return Made(
        text or "",
        given,
        tuple(_figure(one) for one in _list(found.get("figures"))),
        question if isinstance(question, str) else "",
        found.get("extractive") is True,
    )


def _parsed(text: str | bytes, of: type = dict) -> Any:
    if len(text) > 20 * _LONGEST:
        raise TooLarge("the answer is too long", hint="Verify it in parts.")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Usage("this is no JSON", hint=_HINT) from None
    if not isinstance(found, of):
        raise Usage("this is no answer: it needs a text and a list of citations", hint=_HINT)
    return found


def _first(found: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((found[name] for name in names if found.get(name) not in (None, "")), None)


def _list(value: Any) -> list[Any]:
    return value[:_MOST] if isinstance(value, list) else []


def _given(one: Any, number: int) -> Given:
    if not isinstance(one, Mapping):
        raise Usage(f"citation {number} is no object", hint=_HINT)
    quote, place, doc_id = (_first(one, names) for names in (_QUOTE, _PLACE, _DOCUMENT))
    if not isinstance(quote, str):
        raise Usage(f"citation {number} has no quote", hint=_HINT)
    if len(quote) > _LONGEST_QUOTE:
        raise TooLarge(f"quote {number} is longer than {_LONGEST_QUOTE:,} characters", hint="Quote what matters.")
    page, marker = _first(one, _PAGE), _first(one, _MARKER)
    return Given(
        _whole(marker) or number,
        quote,
        place if isinstance(place, str) else "",
        doc_id if isinstance(doc_id, str) else "",
        _whole(page[0] if isinstance(page, list) and page else page),
    )


def _whole(value: Any) -> int | None:
    """A whole number from 1, also one written as text; None for anything else."""
    if isinstance(value, str) and value.strip("[]").isdecimal() and len(value) <= 9:
        value = int(value.strip("[]"))
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**9 else None


def _figure(one: Any) -> tuple[str, tuple[Named, ...]]:
    fields = one if isinstance(one, Mapping) else {}
    operands = tuple(
        Named(*(str(operand.get(name, "")) for name in ("name", "value", "place")))
        for operand in _list(fields.get("operands"))[:MOST_OPERANDS]
        if isinstance(operand, Mapping)
    )
    return str(fields.get("expression", "")), operands
