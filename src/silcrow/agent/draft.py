"""An answer as a model gave it, in whichever of its forms: text with markers, and for each marker a place and a quote.

Reads only; whether a quote stands where it is said to is for the room of proof to tell.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from silcrow.cite import Given

_LINE = re.compile(
    r"[ \t]*(?:[-*•] ?)?\[(\d{1,3})\]:?[ \t]*"
    r"[`(]?([^\s\"“„«:`()]+:[^\s\"“„«`()]+?)[`)]?[ \t]*[:,–—-]?[ \t]*([\"“„«].*|)\Z"
)
_QUOTED = re.compile(r"[\"“„«»](.*)[\"”“»«]\s*(?:[.,;]|[(\[].{0,60})?\Z", re.DOTALL)
_HEAD = re.compile(r"[#* \t]*(?:citations?|sources?|references?|quellen|belege)[*: \t]*\Z", re.IGNORECASE)
_FENCE = "```"
_NOT_FOUND = re.compile(r"[#* \t-]*not found\b", re.IGNORECASE)
_MOST = 200  # citations
_LONGEST = 20_000  # characters of a text


@dataclass(frozen=True, slots=True)
class Draft:
    """Text with markers [1], [2] …, and for each of them a place as it was written, and a quote."""

    text: str
    citations: tuple[Given, ...]

    @property
    def finds_nothing(self) -> bool:
        """Whether it says no more than that the documents do not say it."""
        lines = [line for line in self.text.splitlines() if line.strip()]
        return bool(lines) and _NOT_FOUND.match(lines[0]) is not None


def of_text(text: str) -> Draft:
    """The draft that a reply is: its text, and the lines of citations at its end."""
    text = text.strip()[:_LONGEST]
    if (fields := _json(text)) is not None:
        return of_fields(fields)
    lines = text.splitlines()
    first = next((at for at, line in enumerate(lines) if _LINE.match(line)), len(lines))
    cited = list(_cited(lines[first:]))[:_MOST]
    body = lines[:first]
    while body and (not body[-1].strip() or _HEAD.match(body[-1]) or set(body[-1].strip()) <= set("-*_")):
        body.pop()
    return Draft("\n".join(body), tuple(cited))


def of_fields(fields: Mapping[str, Any]) -> Draft:
    """The draft of a call of `answer` whose arguments have been checked."""
    cited = (
        Given(one.get("marker", at), one["quote"], one["place"])
        for at, one in enumerate(fields["citations"][:_MOST], 1)
    )
    return Draft(fields["text"].strip()[:_LONGEST], tuple(cited))


def _json(text: str) -> Mapping[str, Any] | None:
    """The fields of an answer that was written as JSON, bare or in a fence; None when it is something else."""
    if text.endswith(_FENCE) and len(text) > len(_FENCE):
        text = text[text.find(_FENCE) + len(_FENCE) : -len(_FENCE)].removeprefix("json").strip()
    try:
        fields = json.loads(text) if text[:1] == "{" else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict) or not isinstance(fields.get("text"), str):
        return None
    cited = coerced(fields.get("citations", []))
    if not isinstance(cited, list) or not all(isinstance(one, dict) for one in cited):
        return None
    pairs = [{name: one.get(name) for name in ("place", "quote")} for one in cited]
    if not all(isinstance(value, str) for one in pairs for value in one.values()):
        return None
    return {"text": fields["text"], "citations": pairs}


def coerced(value: Any) -> Any:
    """A list that a model wrote as a JSON string, as the list it is; anything else as it came."""
    if isinstance(value, str):
        try:
            found = json.loads(value)
        except (ValueError, RecursionError):
            return value
        return found if isinstance(found, list) else value
    return value


def _cited(lines: Sequence[str]) -> Iterator[Given]:
    """The citation of each line; a quote may go on over the lines that follow."""
    number, place, quote = 0, "", ""
    for line in lines:
        found = _LINE.match(line)
        if found is None:
            quote = f"{quote}\n{line}"
            continue
        if place:
            yield Given(number, _bare(quote), place)
        number, place, quote = int(found[1]), found[2], found[3]
    if place:
        yield Given(number, _bare(quote), place)


def _bare(quote: str) -> str:
    """A quote without the marks around it, and without what was added behind them, such as a page."""
    found = _QUOTED.match(quote.strip())
    return (found[1] if found else quote.strip().lstrip('"“„«»')).strip()
