"""A station's manual to ask about, a model that plays a script, and what both did."""

import json
from collections.abc import Iterable
from typing import Any

from shelf import shelf
from silcrow.agent.budget import Limits
from silcrow.agent.loop import Act, ask
from silcrow.answer import Answer
from silcrow.desk import Desk
from silcrow.models.chat import Message, Reply, ToolCall, Usage
from silcrow.reading import MemoryJournal, Step
from silcrow.testing import ScriptedChat

MANUAL = """
# 1 Causeway

The duty officer decides whether the causeway may be crossed.

No vehicle heavier than 7.5 tonnes may cross.

# 2 Duty

The duty officer is named by the station master each Monday.

## 2.1 Station master

Ada Thorne has been station master since 2019.

# 3 Fees

| Berth | 2023 | 2024 |
| --- | --- | --- |
| Small boat | 12 | 14 |
| Large boat | 30 | 36 |

Guests pay on arrival. Fees are not refunded.
"""

QUESTION = "Who decides whether the causeway may be crossed?"
ANSWERED = (
    'The duty officer decides [1].\n\n[1] manual:1:1 "The duty officer decides whether the causeway may be crossed."'
)


def desk(**texts: str) -> Desk:
    """The manual laid open, or other documents."""
    return Desk(shelf(**(texts or {"manual": MANUAL})))


def calls(*asked: tuple[str, Any], text: str = "") -> Reply:
    """A reply that calls tools; arguments that are no dict are sent as they are."""
    made = [
        ToolCall(f"c{number}", name, given if isinstance(given, str) else json.dumps(given))
        for number, (name, given) in enumerate(asked)
    ]
    return Reply(text, tuple(made), Usage(100, 10), "calls")


def cited(text: str, *citations: tuple[str, str]) -> str:
    """An answer in the form that is asked for."""
    lines = [f'[{number}] {place} "{quote}"' for number, (place, quote) in enumerate(citations, 1)]
    return "\n".join([text, "", *lines])


def asked(
    script: Iterable[Reply | str | Exception],
    question: str = QUESTION,
    *,
    at: Desk | None = None,
    limits: Limits | None = None,
    steps: Iterable[Step] = (),
) -> tuple[Answer, list[Step], ScriptedChat]:
    """The answer, the steps that were taken for it, and the model with what it was asked."""
    chat = ScriptedChat(script)
    work = ask(Act(at or desk(), question, chat, limits or Limits()), MemoryJournal(list(steps)))
    taken = []
    while True:
        try:
            taken.append(next(work))
        except StopIteration as end:
            return end.value, taken, chat


def last(chat: ScriptedChat, role: str) -> list[Message]:
    """The messages of a role in the last request."""
    return [message for message in chat.requests[-1][0] if message.role == role]


def codes(answer: Answer) -> list[str]:
    """The codes of an answer's notices."""
    return [notice.code for notice in answer.notices]
