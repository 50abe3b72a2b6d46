"""Calls that models write into their text, in the marks of each family; and texts that only look so."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.models.written import written_calls

NAMES = ("read", "retrieve")
CALL = '{"name": "read", "arguments": {"place": "a:b:1"}}'
READ = ("read", '{"place": "a:b:1"}')

WRITTEN = {
    "Qwen, Hermes": f"<tool_call>\n{CALL}\n</tool_call>",
    "the end left out": f"<tool_call>{CALL}",
    "Mistral": f"[TOOL_CALLS] [{CALL}]",
    "Llama 3.2": '<|python_tag|>{"name": "read", "parameters": {"place": "a:b:1"}}<|eom_id|>',
    "Llama 3.1": '<function=read>{"place": "a:b:1"}</function>',
    "Qwen coder": "<tool_call>\n<function=read>\n<parameter=place>\na:b:1\n</parameter>\n</function>\n</tool_call>",
    "MiniMax": '<minimax:tool_call>\n<invoke name="read">\n<parameter name="place">a:b:1</parameter>\n</invoke>\n'
    "</minimax:tool_call>",
    "DeepSeek": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read\n```json\n"
    '{"place": "a:b:1"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    "Kimi": "<|tool_calls_section_begin|><|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>"
    '{"place": "a:b:1"}<|tool_call_end|><|tool_calls_section_end|>',
    "bare": CALL,
    "bare, in a list": f"[{CALL}]",
    "a fence": f"```json\n{CALL}\n```",
    "a fence of its own": f"```tool_call\n{CALL}\n```",
    "as OpenAI has it": json.dumps({"tool_calls": [{"id": "x", "function": {"name": "read", "arguments": READ[1]}}]}),
    "other words": '{"tool": "functions.read", "args": {"place": "a:b:1"}}',
}


@pytest.mark.parametrize("family", WRITTEN)
def test_a_call_is_found_and_nothing_of_it_is_left(family: str):
    assert written_calls(WRITTEN[family], NAMES) == ("", [READ])


@pytest.mark.parametrize("family", WRITTEN)
def test_what_is_said_before_a_call_stays(family: str):
    text, calls = written_calls(f"I look it up.\n\n{WRITTEN[family]}", NAMES)
    assert (text, calls) == ("I look it up.", [READ])


def test_several_calls_come_in_their_order():
    other = '{"name": "retrieve", "arguments": {"queries": ["x"]}}'
    text, calls = written_calls(f"<tool_call>{CALL}</tool_call>\n<tool_call>{other}</tool_call>", NAMES)
    assert (text, calls) == ("", [READ, ("retrieve", '{"queries": ["x"]}')])


@pytest.mark.parametrize(
    "text",
    [
        "It was 12 million [1].",
        '```json\n{"name": "Acme", "arguments": {"x": 1}}\n```',  # a name that is no tool's
        '{"name": "read"}',  # a tool's name, and no arguments
        '```json\n{"sum": 12}\n```',
        "The set {a, b} and [c].",
        "```python\nread(place)\n```",
        "<tool_call> is what they write",
        '{"name": "read", "arguments": ',
        "",
    ],
)
def test_what_is_no_call_is_left_as_it_stands(text: str):
    assert written_calls(text, NAMES) == (text, [])


def test_a_call_that_is_marked_but_broken_is_handed_on_to_be_refused():
    broken = '{"name": "read", "arguments": {"place": }'
    assert written_calls(f"<tool_call>{broken}</tool_call>", NAMES) == ("", [("read", broken)])


def test_a_marked_call_of_an_unknown_tool_is_handed_on_too():
    assert written_calls('<tool_call>{"name": "write"}</tool_call>', NAMES) == ("", [("write", "{}")])


def test_values_in_tags_are_json_where_they_are_some():
    text = '<function=retrieve><parameter=queries>["a", "b"]</parameter><parameter=top_k>5</parameter></function>'
    assert written_calls(text, NAMES) == ("", [("retrieve", '{"queries": ["a", "b"], "top_k": 5}')])


@pytest.mark.parametrize(
    "piece", ["<tool_call>{", '{"name": ', "```json\n{", "<function=read>", "[TOOL_CALLS][", "{", "["]
)
def test_hostile_texts_take_no_time(piece: str):
    began = time.perf_counter()
    written_calls(piece * (180_000 // len(piece)), NAMES)
    assert time.perf_counter() - began < 2


MARKS = st.sampled_from(["<tool_call>", "</tool_call>", CALL, "```json\n", "```", "<function=read>", "{", "]", "text "])


@given(st.lists(MARKS | st.text(max_size=8), max_size=12).map("".join))
def test_whatever_is_written_calls_are_pairs_and_a_text_without_calls_is_untouched(text: str):
    rest, calls = written_calls(text, NAMES)
    assert all(name and isinstance(arguments, str) for name, arguments in calls)
    assert calls or rest == text
