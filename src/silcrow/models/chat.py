"""The door to a language model: one method, from messages and tools to a reply.

Plain frozen values, so that a conversation can be hashed, recorded and replayed. Knows no vendor, no network, no
prompt and no document; retries, budgets and dialects belong to the adapters beside it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Role = Literal["system", "user", "assistant", "tool"]
Stop = Literal["end", "calls", "length"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as the model wrote it: `arguments` is its JSON text, unchecked."""

    call_id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. `calls` only from the assistant; `call_id` only in a tool's answer, naming the call it answers.

    `thoughts`: what the model said to itself before an assistant's turn; some servers want it back beside the calls.
    """

    role: Role
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    thoughts: str = ""


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool as a model is told of it; `parameters` is a JSON Schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them; `cached` are those of the input it did not read anew.

    `estimated`: the server did not count, so these are our estimate.
    """

    input: int = 0
    output: int = 0
    cached: int = 0
    estimated: bool = False

    def __add__(self, other: "Usage") -> "Usage":
        """Both together."""
        return Usage(
            self.input + other.input,
            self.output + other.output,
            self.cached + other.cached,
            self.estimated or other.estimated,
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. `stop` says why it ended: by itself, to have tools called, or cut at its length limit."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    stop: Stop = "end"
    thoughts: str = ""

    def turn(self) -> Message:
        """The assistant's turn to go on from."""
        return Message("assistant", self.text, self.calls, thoughts=self.thoughts)


@dataclass(frozen=True, slots=True)
class Shape:
    """What the text of a reply is to be: JSON that fits `schema`, a JSON Schema of an object."""

    name: str
    schema: Mapping[str, object]


class Chat(Protocol):
    """A language model that talks and calls tools."""

    def reply(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSchema] = (),
        stream: Callable[[str], None] | None = None,
        shape: Shape | None = None,
    ) -> Reply:
        """The whole reply; its text is handed to `stream` piece by piece while it comes. Raises ModelFailed.

        `shape` is asked for where a server can be asked for it and promised by none: structured.py checks.
        ContextFull when the messages are more than the model takes.
        """
