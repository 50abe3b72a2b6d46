"""Calls of tools that a model wrote into its text instead of calling: found, and taken out of the text.

Written so by Qwen and Hermes (<tool_call>), Llama (<|python_tag|>, <function=…>), Mistral ([TOOL_CALLS]), DeepSeek and
Kimi (marks of their own), MiniMax and others (<invoke>), and by small models in fences or bare.
"""

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

_MOST_TEXT = 200_000  # characters that are looked through
_MOST_MARKS = 64

# Before a JSON value. The first group leaves no doubt that a call is meant.
_MARK = re.compile(
    r"(?P<sure><tool_call>|<function_call>|<\|tool_call\|?>|\[TOOL_CALLS\]|<\|python_tag\|>"
    r"|<\|tool_call_begin\|>(?:functions\.)?(?P<kimi>[\w-]{1,64})(?::\d{1,4})?<\|tool_call_argument_begin\|>"
    r"|<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?(?P<deepseek>[\w-]{1,64})(?:<｜tool▁sep｜>)?\s?(?:```json)?)"
    r"|```[a-z_]{0,12}|(?=(?:\[\s?)?\{\s?\"(?:name|tool|tool_name|function|tool_calls)\"\s?:)"
)
_FUNCTION = re.compile(r"<function=(?P<name>[\w.-]{1,64})>|<invoke name=\"(?P<invoked>[\w.-]{1,64})\">")
_OBJECT = re.compile(r"\s*\{")
_PARAMETER = re.compile(r"\s*<parameter(?:=| name=\")(?P<name>[\w-]{1,64})\"?>")
_LEFT = re.compile(
    r"\s*(?:</tool_call>|</function_call>|</function>|</invoke>|```|<\|tool_call_end\|>|<｜tool▁call▁end｜>|<\|/tool_call\|>)"
)
_NAMED = re.compile(r"\"(?:name|tool|tool_name)\"\s?:\s?\"([^\"]{1,64})\"")
_WRAPPING = re.compile(
    r"</?tool_calls?>|</?function_calls>|<\|tool_calls_section_(?:begin|end)\|>|<｜tool▁calls▁(?:begin|end)｜>"
    r"|</?minimax:tool_call>|<\|eom_id\|>|<\|eot_id\|>"
)

Call = tuple[str, str]
"""Name, and arguments as JSON text."""


def written_calls(text: str, names: Collection[str]) -> tuple[str, list[Call]]:
    """The text without the calls in it, and the calls; both untouched where there are none."""
    if len(text) > _MOST_TEXT or not any(sign in text for sign in "{<["):
        return text, []
    calls: list[Call] = []
    rest: list[str] = []
    done = 0
    for start, end, found in _pieces(text, names):
        rest.append(text[done:start])
        calls.extend(found)
        done = end
    if not calls:
        return text, []
    return _WRAPPING.sub("", "".join([*rest, text[done:]])).strip(), calls


def _pieces(text: str, names: Collection[str]) -> Iterator[tuple[int, int, list[Call]]]:
    at = 0
    function, mark = _FUNCTION.search(text), _MARK.search(text)
    for _ in range(_MOST_MARKS):
        if function and function.start() < at:
            function = _FUNCTION.search(text, at)
        if mark and mark.start() < at:
            mark = _MARK.search(text, at)
        whole = text[at : at + 1] in ("{", "[") and at == 0
        if function and not (mark and mark.start() < function.start() and not _opens(text, mark, function)):
            start, (end, found) = function.start(), _tagged(text, function)
        elif whole:
            start, (end, found) = 0, _value(text, 0, names, sure=False, name="")
            if not found and mark:
                start, (end, found) = mark.start(), _marked(text, mark, names)
        elif mark:
            start, (end, found) = mark.start(), _marked(text, mark, names)
        else:
            return
        if found:
            yield start, end, found
        at = max(end, at + 1)


def _opens(text: str, mark: re.Match[str], function: re.Match[str]) -> bool:
    """Whether a mark only stands before a tag of its own, as <tool_call> does before <function=…>."""
    return not text[mark.end() : function.start()].strip()


def _marked(text: str, mark: re.Match[str], names: Collection[str]) -> tuple[int, list[Call]]:
    return _value(text, mark.end(), names, sure=bool(mark["sure"]), name=mark["kimi"] or mark["deepseek"] or "")


def _value(text: str, at: int, names: Collection[str], *, sure: bool, name: str) -> tuple[int, list[Call]]:
    """Where a JSON value ends that begins here, and the calls in it."""
    while at < len(text) and text[at].isspace():
        at += 1
    if text[at : at + 1] not in ("{", "["):
        return at, []
    try:
        value, end = json.JSONDecoder().raw_decode(text, at)
    except (ValueError, RecursionError):
        return _unreadable(text, at, name) if sure else (at + 1, [])
    found = [(name, _text(value))] if name else list(_calls(value, names, sure=sure))
    return _left(text, end) if found else end, found


def _left(text: str, at: int) -> int:
    """Past the ends of a call: its own, and that of the mark around it."""
    for _ in range(2):
        if left := _LEFT.match(text, at):
            at = left.end()
    return at


def _unreadable(text: str, at: int, name: str) -> tuple[int, list[Call]]:
    """A call whose JSON is broken: its name, and all the rest, for the caller to refuse."""
    close = re.compile(r"</tool_call>|<\|tool_call_end\|>|<｜tool▁call▁end｜>|</function_call>").search(text, at)
    inside = text[at : close.start() if close else len(text)]
    named = _NAMED.search(inside)
    called = name or (named[1] if named else "")
    return (close.end() if close else len(text)), [(called, inside.strip())] if called else []


def _calls(value: Any, names: Collection[str], *, sure: bool) -> Iterator[Call]:
    for one in value if isinstance(value, list) else [value]:
        if not isinstance(one, dict):
            continue
        if isinstance(one.get("tool_calls"), list):
            yield from _calls(one["tool_calls"], names, sure=sure)
            continue
        inner = one["function"] if isinstance(one.get("function"), dict) else one
        name = next((inner[key] for key in ("name", "tool", "tool_name", "function") if key in inner), None)
        keys = [key for key in ("arguments", "parameters", "args", "input", "tool_args", "tool_input") if key in inner]
        if isinstance(name, str):
            name = name.removeprefix("functions.")
            if name in names if not sure else name:
                if keys:
                    yield name, _text(inner[keys[0]])
                elif sure:
                    yield name, "{}"


def _tagged(text: str, tag: re.Match[str]) -> tuple[int, list[Call]]:
    """A call as tags: JSON inside, or a tag for each parameter."""
    name, at = tag["name"] or tag["invoked"], tag.end()
    if _OBJECT.match(text, at):
        end, found = _value(text, at, (), sure=True, name=name)
        return end, found
    values: dict[str, Any] = {}
    while parameter := _PARAMETER.match(text, at):
        close = text.find("</parameter>", parameter.end())
        stop = close if close >= 0 else len(text)
        values[parameter["name"]] = _plain(text[parameter.end() : stop].strip("\n"))
        at = stop + len("</parameter>") if close >= 0 else stop
    return _left(text, at), [(name, _text(values))]


def _plain(text: str) -> Any:
    """A value as JSON where it is some, else as it stands."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
