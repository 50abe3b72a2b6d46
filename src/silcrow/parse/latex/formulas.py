"""Mathematics, kept as it is written: inside a line, on a line of its own, and in numbered environments."""

import re
from typing import Final

from silcrow.parse.latex.names import NUMBERED_MATHS
from silcrow.parse.latex.state import State

_LABEL = re.compile(r"\\label\s*\{([^{}]{0,200})\}")
_UNNUMBERED: Final = (r"\nonumber", r"\notag")
_ONE_NUMBER: Final = frozenset({"equation", "multline", "dmath"})


def inline_math(state: State, closing: str) -> None:
    """A formula inside a line, in dollar signs; a lone dollar sign is one."""
    found = state.tokens.until(closing)
    if found is None:
        state.text("$" if closing == "$" else "(")
    else:
        state.text(f"${written(found)}$" if written(found) else "")


def display(state: State, closing: str) -> None:
    r"""A formula on its own line: after `$$` or `\[`."""
    found = state.tokens.until(closing)
    if found is None:
        return
    if closing == "$" and state.tokens.peek() == "$":
        state.tokens.next()
    set_apart(state, written(found))


def environment(state: State, name: str, body: list[str]) -> None:
    """An environment of formulas, with its numbers."""
    if name.rstrip("*") == "math":
        state.text(f"${written(body)}$")
        return
    text = written(body)
    if name.rstrip("*") == "alignat":
        text = re.sub(r"^\{\d+\}", "", text)
    numbers = []
    if name in NUMBERED_MATHS:
        lines = [text] if name in _ONE_NUMBER else re.split(r"\\\\", text)
        for line in lines:
            if line.strip() and not any(one in line for one in _UNNUMBERED):
                numbers.append(state.step("equation"))
                _label(state, line)
    else:
        _label(state, text)
    shown = f"  ({numbers[0]})" if len(numbers) == 1 else f"  ({numbers[0]}–{numbers[-1]})" if numbers else ""
    text = _LABEL.sub("", text)
    for one in _UNNUMBERED:
        text = text.replace(one, "")
    set_apart(state, " ".join(text.split()) + shown)


def set_apart(state: State, text: str) -> None:
    """A formula as a paragraph of its own; inside of an argument, as part of the line."""
    if state.depth:
        state.text(f" ${text}$ ")
        return
    state.end_paragraph()
    state.write("formula", _LABEL.sub("", text).strip())


def written(tokens: list[str]) -> str:
    """Mathematics as it is written, without comments, on one line."""
    return " ".join("".join(token for token in tokens if token[0] != "%").split())


def _label(state: State, text: str) -> None:
    for key in _LABEL.findall(text):
        state.labels[key] = state.label
