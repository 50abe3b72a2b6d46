"""What is shown of a reply while it comes is, piece by piece, what it turns out to be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.models.chat import Message, ToolSchema
from silcrow.models.dialects import Draft, finished
from silcrow.models.visible import Visible

READ = ToolSchema("read", "Read.", {"type": "object"})
CALL = '<tool_call>{"name": "read", "arguments": {}}</tool_call>'


def shown(pieces: list[str], *, tools: bool = True) -> tuple[str, str, int]:
    """What was shown, the text of the reply, and how many calls it has."""
    said: list[str] = []
    visible = Visible(said.append, calls=tools)
    draft = Draft(stop="stop")
    for piece in pieces:
        draft.text += piece
        visible.feed(piece)
    reply = finished(draft, messages=[Message("user", "How much?")], tools=[READ] if tools else [])
    if not reply.calls:
        visible.close(reply.text)
    return "".join(said), reply.text, len(reply.calls)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("It was 12.", "It was 12."),
        ("\n\n It was 12.", "It was 12."),
        ("<think>Where?</think>\n\nIt was 12.", "It was 12."),
        ("<thinking>Where?", ""),
        ("1 < 2, and {x} is one.", "1 < 2, and {x} is one."),
        ("```\ncode\n```\n", "```\ncode\n```\n"),
        ("", ""),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_what_is_shown_is_the_text(text: str, seen: str, size: int):
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert shown(pieces)[:2] == (seen, seen)


@pytest.mark.parametrize("size", [1, 5, 100])
def test_a_call_is_never_shown(size: int):
    text = f"I look.\n{CALL}"
    said, _, calls = shown([text[at : at + size] for at in range(0, len(text), size)])
    assert (said.rstrip(), calls) == ("I look.", 1)


def test_text_without_anything_to_hide_is_shown_at_once():
    said: list[str] = []
    visible = Visible(said.append, calls=True)
    for piece in ("It was ", "12 million", "."):
        visible.feed(piece)
    assert said == ["It was ", "12 million", "."]


PIECES = st.lists(
    st.sampled_from(["<", "think>", "</think>", "{", "`", "```", "a", " ", "\n", "[", "<|", "."]), max_size=12
)


@given(PIECES)
def test_whatever_comes_what_is_shown_is_the_text_or_its_beginning_beside_calls(pieces: list[str]):
    said, text, calls = shown(pieces)
    if "</think>" not in "".join(pieces):
        assert said == text or calls
