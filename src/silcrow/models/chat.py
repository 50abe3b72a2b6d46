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
    """One turn. `calls` only from the assistant; `call_id` only in a tool's answer, naming the call it answers."""

    role: Role
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool as a model is told of it; `parameters` is a JSON Schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them; `cached` are those of the input it did not read anew."""

    input: int = 0
    output: int = 0
    cached: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        """Both together."""
        return Usage(self.input + other.input, self.output + other.output, self.cached + other.cached)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. `stop` says why it ended: by itself, to have tools called, or cut at its length limit."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    stop: Stop = "end"


class Chat(Protocol):
    """A language model that talks and calls tools."""

    def reply(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSchema] = (),
        stream: Callable[[str], None] | None = None,
    ) -> Reply:
        """The whole reply; its text is handed to `stream` piece by piece while it comes. Raises ModelFailed."""
