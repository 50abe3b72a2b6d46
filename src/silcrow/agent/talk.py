"""The conversation with a model as the fold of its saved steps: what was said, what waits for an answer, what it cost.

Whoever folds the same steps stands at the same point, so a reading that was broken off goes on as if it had not been.
Calls nothing and saves nothing.

Steps of a question: `open` (the opening turn), `reply` (of the model), `look` (what one call brought), `say` (what the
model was told, and why), `shrink` (results up to a step are shortened from now on), `bounds` (new ones; where it had
stopped at a bound it looks further), `end`.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from silcrow.agent.prompt import opened, words
from silcrow.language.tokens import estimate_tokens
from silcrow.models.chat import Message, ToolCall
from silcrow.reading import END, Step

_LONGEST = 40_000  # characters of a call's arguments that are said back to the model
_TURN = 8  # tokens of a message beside its text


class Talk:
    """The state of one question.

    rounds     replies of the model so far
    pending    calls of the last reply that have not been looked after, in order
    draft      what the last reply or call of `answer` says, as their steps hold it; None for none
    kept       the draft before it, to fall back on
    told       how often the model was told something, by reason
    idle       rounds in a row that brought nothing new
    since_limit   replies since it was told to answer
    stopped    why it stops looking early, in words; empty where it does not
    known      calls made, by key: the step that holds the result
    """

    def __init__(self, steps: Iterable[Step] = ()) -> None:
        self.steps: list[Step] = []
        self.rounds = 0
        self.pending: tuple[ToolCall, ...] = ()
        self.draft: Any = None
        self.kept: Any = None
        self.told: Counter[str] = Counter()
        self.idle = 0
        self.known: dict[str, Step] = {}
        self.used: Counter[str] = Counter()
        self.through, self.window = 0, 0
        self.since_limit = 0
        self.stopped = ""
        self._costs: dict[tuple[int, bool], int] = {}
        for step in steps:
            self.take(step)

    @property
    def last(self) -> str:
        """The kind of the last step; empty before the first."""
        return self.steps[-1].kind if self.steps else ""

    @property
    def ended(self) -> bool:
        """Whether there is nothing left to do."""
        return self.last == END

    def take(self, step: Step) -> None:
        """One step further."""
        self.steps.append(step)
        self.used.update(step.usage)
        data: Any = step.data
        match step.kind:
            case "reply":
                self.rounds += 1
                self.since_limit += bool(self.told["limit"])
                self.pending = tuple(ToolCall(one["id"], one["name"], one["arguments"]) for one in data["calls"])
                self.idle += 1  # until something new is seen
                self.draft = None if self.pending or not data["text"].strip() else {"text": data["text"]}
            case "look":
                self.pending = self.pending[1:]
                if data["outcome"] == "read":
                    self.idle = 0
                    self.known[data["key"]] = step
                self.draft = data.get("draft", self.draft)
            case "say":
                self.told[data["why"]] += 1
                self.stopped = self.stopped or data["reason"]
                self._set_aside()
            case "shrink":
                self.through, self.window = data["through"], data["window"]
            case "bounds" if data["again"]:
                self.told.clear()
                self.idle, self.since_limit, self.stopped = 0, 0, ""
                self._set_aside()
            case "end":
                self.stopped = data["spent"] or self.stopped

    def _set_aside(self) -> None:
        self.kept, self.draft = self.draft or self.kept, None

    def stands(self, key: str) -> Step | None:
        """The step whose result answers a call and still stands in the conversation as it was."""
        step = self.known.get(key)
        return step if step is not None and step.number > self.through else None

    def messages(self, through: int | None = None) -> list[Message]:
        """The conversation so far, results up to a step shortened."""
        cut = self.through if through is None else through
        return [message for step in self.steps for message in _messages(step, short=step.number <= cut)]

    def tokens(self, through: int | None = None) -> int:
        """What the conversation holds, estimated."""
        cut = self.through if through is None else through
        return sum(self._cost(step, short=step.number <= cut) for step in self.steps)

    def _cost(self, step: Step, *, short: bool) -> int:
        """What a step's messages hold; a step never changes, so it is counted once."""
        key = step.number, short
        if key not in self._costs:
            self._costs[key] = sum(map(_tokens, _messages(step, short=short)))
        return self._costs[key]

    def results(self) -> list[int]:
        """The numbers of the steps whose results stand in full, in order."""
        return [step.number for step in self.steps if step.number > self.through and step.data.get("short")]


def _messages(step: Step, *, short: bool) -> Iterator[Message]:
    data: Any = step.data
    match step.kind:
        case "open":
            yield Message("system", words("system"))
            yield Message("user", opened(data["parts"], passages=data["short"] if short else ""))
        case "reply":
            calls = tuple(ToolCall(one["id"], one["name"], _said_back(one["arguments"])) for one in data["calls"])
            yield Message("assistant", data["text"], calls, thoughts=data["thoughts"])
        case "look":
            yield Message("tool", data["short"] if short and data["short"] else data["text"], call_id=data["id"])
        case "say" | "bounds" if data["text"]:
            yield Message("user", data["text"])


def _said_back(arguments: str) -> str:
    """A call's arguments as the model wrote them; what is no JSON object, or endless, is not said back to it."""
    try:
        fits = len(arguments) <= _LONGEST and isinstance(json.loads(arguments or "{}"), dict)
    except (ValueError, RecursionError):
        fits = False
    return arguments if fits and arguments else "{}"


def _tokens(message: Message) -> int:
    calls = sum(estimate_tokens(call.name + call.arguments) + _TURN for call in message.calls)
    return _TURN + estimate_tokens(message.text) + estimate_tokens(message.thoughts) + calls
