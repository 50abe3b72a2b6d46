"""A question that a model judges, with words of the document as its evidence; without them there is no judgement."""

from collections.abc import Sequence
from typing import Final

from silcrow.finding import Value
from silcrow.models.chat import Chat, Shape
from silcrow.models.structured import structured
from silcrow.rules.checks import Verdict
from silcrow.rules.evidence import asked, standing
from silcrow.rules.ground import Line

_SHAPE: Final = Shape(
    "judgement",
    {
        "type": "object",
        "properties": {
            "verdict": {"type": "string", "enum": ["yes", "no", "unclear"]},
            "quote": {"type": "string"},
            "reason": {"type": "string"},
        },
        "required": ["verdict", "quote", "reason"],
        "additionalProperties": False,
    },
)


def judged(question: str, lines: Sequence[Line], chat: Chat) -> tuple[Verdict, Value | None]:
    """What a model makes of a question: pass for yes, fail for no, with the words that it rests on."""
    told = structured(chat, asked("judge", question, lines), _SHAPE).value
    verdict, reason = str(told["verdict"]), " ".join(str(told["reason"]).split())
    if verdict == "unclear":
        return Verdict("not-found", f"a model finds it unclear: {reason}"), None
    citation = standing(str(told["quote"]), lines)
    if citation is None:
        return Verdict("error", f"a model says {verdict}, and its quote stands nowhere in the scope: {reason}"), None
    outcome = Verdict("pass" if verdict == "yes" else "fail", f"a model says {verdict}: {reason}")
    return outcome, Value(citation.quote, citation)
