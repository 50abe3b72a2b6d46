"""The fakes that ship with Silcrow, for its own tests and for those of programs built on it."""

import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from silcrow.document import Cell, Document, Table
from silcrow.errors import ModelFailed
from silcrow.models.chat import Message, Reply, Shape, ToolSchema
from silcrow.models.embed import apart
from silcrow.parse.fragment import Fragment, Heading, Source
from silcrow.parse.tree import grow
from silcrow.place import Region

_HEADING = re.compile(r"(#+) (?:\[([^\]]+)\] ?)?(.*?)(?: \{([0-9.]+)\})?\Z")
_LABEL = re.compile(r"((?:(?:Item|Part|Chapter|Article|Section|Appendix) [0-9A-Z.]+|[0-9]+(?:\.[0-9]+)*))[.:]? +(.+)")
_PAGE = re.compile(r"=== page ([0-9]+)\Z")


def make_document(text: str, *, doc_id: str = "doc", edition: str = "0" * 16, title: str = "") -> Document:
    r"""A Document written down as text, without any parser between.

    Blocks are separated by blank lines. `## 1.2 Scope` is a heading (label 1.2; `## [§ 4] Scope` names the label,
    `## Scope {.4}` the confidence), `- item` and `1. item` list items, a line each; `| a | b |` lines are a table with
    its header first, "```" opens code, `~ text` is furniture, `=== page 3` begins a page, anything else is text.
    """
    stream: list[Heading | Fragment] = []
    page = 0
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = [line.strip() for line in block.split("\n") if line.strip()]
        text_lines: list[str] = []
        for line in lines:
            if found := _PAGE.match(line):
                page = int(found[1])
                continue
            regions = (Region(page),) if page else ()
            if line.startswith("#"):
                stream.append(_heading(line, regions))
            elif line.startswith("~ "):
                stream.append(Fragment(kind="text", text=line[2:], regions=regions, furniture=True))
            elif re.match(r"(?:[-*•]|[0-9]+\.) ", line) and not text_lines:
                stream.append(Fragment(kind="list", text=line, regions=regions))
            else:
                text_lines.append(line)
        if text_lines:
            stream.append(_paragraph(text_lines, (Region(page),) if page else ()))
    source = Source(format="markdown", fragments=[], title=title, language="en", pages=page)
    return grow(stream, source, doc_id=doc_id, edition=edition, recipe="make_document")


def _heading(line: str, regions: tuple[Region, ...]) -> Heading:
    found = _HEADING.match(line)
    if not found:
        raise ValueError(f"not a heading: {line!r}")
    hashes, label, rest, confidence = found.groups()
    text = f"{label} {rest}" if label else rest
    if label:
        label = label.rstrip(".:")
    elif numbered := _LABEL.match(rest):
        label, rest = numbered[1].rstrip("."), numbered[2]
    return Heading(
        text=text,
        label=label or "",
        title=rest,
        level=len(hashes),
        regions=regions,
        evidence=("explicit",),
        confidence=float(confidence or 1),
    )


def _paragraph(lines: list[str], regions: tuple[Region, ...]) -> Fragment:
    if lines[0].startswith("```"):
        return Fragment(kind="code", text="\n".join(line for line in lines if line != "```"), regions=regions)
    if lines[0].startswith("|"):
        rows = [tuple(Cell(c.strip()) for c in line.strip("|").split("|")) for line in lines if set(line) - set("|- :")]
        table = Table(header=rows[0], rows=tuple(rows[1:]))
        return Fragment(kind="table", text="\n".join(lines), regions=regions, table=table)
    return Fragment(kind="text", text="\n".join(lines), regions=regions)


class HashEmbedder:
    """An Embedder whose vectors count words by their hashes: texts are near that share words. Needs no weights.

    `same`: words that are to mean the same, each with the word it stands for. Remembers what it was asked.
    """

    def __init__(self, *, dimensions: int = 64, same: Mapping[str, str] | None = None, identity: str = "hash") -> None:
        self.identity = identity
        self.asked: list[str] = []
        self._dimensions = dimensions
        self._same = dict(same or {})

    def embed(self, texts: Sequence[str]) -> NDArray[Any]:
        """A vector a text, of length 1; of length 0 for a text without words."""
        self.asked.extend(texts)
        vectors = np.zeros((len(texts), self._dimensions), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()):
                row[zlib.crc32(self._same.get(word, word).encode()) % self._dimensions] += 1
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(lengths, 1e-9), np.float32)

    def embed_parts(self, texts: Sequence[Sequence[str]]) -> list[NDArray[Any]]:
        """For each text the vectors of the whole and of its parts."""
        return apart(self.embed, texts)


class ScriptedChat:
    """A Chat that gives the replies it was given, in order, and remembers what it was asked.

    A string stands for a reply of that text; an exception is raised in its turn. Streams word by word.
    """

    def __init__(self, replies: Iterable[Reply | str | Exception]) -> None:
        self._replies = iter(replies)
        self.requests: list[tuple[tuple[Message, ...], tuple[ToolSchema, ...]]] = []
        self.shapes: list[Shape | None] = []

    def reply(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSchema] = (),
        stream: Callable[[str], None] | None = None,
        shape: Shape | None = None,
    ) -> Reply:
        """The next reply of the script; ModelFailed when it has ended."""
        self.requests.append((tuple(messages), tuple(tools)))
        self.shapes.append(shape)
        scripted = next(self._replies, None)
        if scripted is None:
            raise ModelFailed("the script has no further reply", hint="Give ScriptedChat one reply for each call.")
        if isinstance(scripted, Exception):
            raise scripted
        reply = Reply(scripted) if isinstance(scripted, str) else scripted
        if stream is not None:
            for piece in re.findall(r"\s*\S+|\s+\Z", reply.text):
                stream(piece)
        return reply
