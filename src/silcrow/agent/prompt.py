"""What a model is told: the rules, the opening turn, and what is said to it when something goes wrong.

The opening carries the outline and the first passages, so that an easy question ends in one reply. What it costs does
not grow with the documents: of many, only those that bear on the question are named. The words are in prompts/*.md.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from silcrow.desk import Desk
from silcrow.document import Record
from silcrow.errors import Usage
from silcrow.render.outline import outline_list
from silcrow.toolset import ToolResult, call
from silcrow.toolset.fence import fenced
from silcrow.toolset.verbs import TOOLS

_OUTLINE = 1_600  # tokens of all outlines together
_FEW = 3  # documents whose outlines are all shown
_LISTED = 800  # tokens of a list of documents
_FIRST = 2_800  # tokens of the first passages
_FOUND = 6  # paragraphs among them
_LONGEST = 8_000  # characters of a question
_TOOLS = {tool.name: tool for tool in TOOLS}


@cache
def words(name: str) -> str:
    """A text of prompts/."""
    return (resources.files("silcrow.agent") / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()


def opening(desk: Desk, question: str) -> tuple[Mapping[str, str], ToolResult]:
    """The parts of the opening turn (open, outline, passages, question), and the search for its passages."""
    if not question.strip():
        raise Usage("the question is empty", hint="Ask something.")
    records = desk.documents()
    found = call(_TOOLS["retrieve"], desk, _first(question))
    places = tuple(passage["place"] for passage in found.data.get("passages", ()))
    parts = {
        "open": _open(len(records)),
        "outline": _outlines(desk, records, places, question),
        "passages": found.text if places else "A search for the words of the question found no passage.",
        "question": question.strip()[:_LONGEST],
    }
    return parts, found


def opened(parts: Mapping[str, str], *, passages: str = "") -> str:
    """The opening turn of its parts; `passages` in place of the first ones, where these are shortened."""
    return "\n\n".join(
        (
            parts["open"],
            parts["outline"],
            f"# First passages\n\n{passages or parts['passages']}",
            f"# The question\n\n{parts['question']}",
            words("opening"),
        )
    )


def said(name: str, **parts: str) -> dict[str, str]:
    """The data of a `say` step: what the model is told, with its parts in their places, and why."""
    text = words(name)
    for part, value in parts.items():
        text = text.replace(f"{{{part}}}", value)
    return {"why": name, "text": text, "reason": parts.get("why", ""), "brief": parts.get("why", name)}


def _first(question: str) -> dict[str, object]:
    return {"queries": [question], "top_k": _FOUND, "window": [1, 1], "max_tokens": _FIRST}


def _open(count: int) -> str:
    if count == 1:
        return "# What lies open\n\nOne document. Its outline, folded where it is long:"
    return f"# What lies open\n\n{count:,} documents. `documents` with a query names others that bear on some words."


def _outlines(desk: Desk, records: Sequence[Record], places: Sequence[str], question: str) -> str:
    """The outlines of a few documents; of many, a list of the likeliest, and the first ones' outlines."""
    doc_ids = [record.doc_id for record in records]
    listed = ""
    if len(doc_ids) > _FEW:
        doc_ids = list(dict.fromkeys(place.partition(":")[0] for place in places))[: _FEW - 1]
        likely = call(_TOOLS["documents"], desk, {"query": question, "max_tokens": _LISTED})
        listed = "" if likely.is_error else f"Those that hold most of the question's words:\n{likely.text}\n\n"
    room = _OUTLINE // max(1, len(doc_ids)) - (_LISTED // 2 if listed else 0)
    shown = [_outline(desk, doc_id, max(room, 400)) for doc_id in doc_ids]
    return listed + "\n\n".join(shown)


def _outline(desk: Desk, doc_id: str, room: int) -> str:
    return f"`{doc_id}`\n{fenced(outline_list(desk.outline(doc_id), max_tokens=room))}"
