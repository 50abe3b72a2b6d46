r"""Headings: sectioning commands with the numbers their class prints, the switch to appendices, levels."""

from dataclasses import replace
from typing import Final

from silcrow.parse.fragment import Clues, Fragment
from silcrow.parse.latex.counters import alone
from silcrow.parse.latex.names import DIVISIONS, ROMAN_SECTIONS
from silcrow.parse.latex.state import State

TOP: Final = 99
"""A level that stands for the highest there is: abstract, references."""
_PART: Final = 1
FRAME: Final = len(DIVISIONS) + 1
"""The level of a slide."""


def division(state: State, name: str) -> None:
    r"""`\section[short]{title}` and its kin, with or without a star."""
    starred = state.tokens.star()
    state.tokens.optional()
    title = state.tokens.argument()
    if not state.printing:
        return
    state.end_paragraph()
    level = DIVISIONS.index(name)
    numbered = not starred and level - 1 <= state.counters.depth
    if name in ("part", "chapter"):
        numbered = numbered and not state.unnumbered
    number = ""
    if numbered:
        state.counters.step(name)
        number = _printed(state, name)
    heading(state, state.line(title), level + 1, number)


def heading(state: State, title: str, level: int, number: str = "") -> None:
    """One heading after a paragraph that has ended, and the notes in it."""
    text = f"{number} {state.unmarked(title)}".strip()
    state.write("text", text, clues=Clues(level=level, number=number if title else ""))
    state.end_notes()


def begin_appendices(state: State) -> None:
    r"""`\appendix`: the highest division is lettered from now on and called Appendix."""
    state.end_paragraph()
    top = "chapter" if state.counters.chapters else "section"
    state.counters.step(top)  # so that what is within it starts anew
    state.counters.set(top, 0)
    state.macros.define(f"the{top}", rf"\Alph{{{top}}}")
    state.appendix = len(state.fragments)
    state.unnumbered = False


def with_levels(state: State) -> list[Fragment]:
    """The fragments with levels from 1: only divisions that are used count, and appendices stand at the top."""
    used = sorted({f.clues.level for f in state.fragments if f.clues.level is not None and f.clues.level != TOP})
    rank = {level: n for n, level in enumerate(used, 1)} | {TOP: 1}
    found = list(state.fragments)
    first = len(found) if state.appendix is None else state.appendix
    after = [f.clues.level for f in found[first:] if f.clues.level not in (None, TOP)]
    raised = rank[min(level for level in after if level is not None)] - 1 if after else 0
    if _PART in after:
        raised = 0
    for at, fragment in enumerate(found):
        if (level := fragment.clues.level) is not None:
            lifted = raised if at >= first and level != TOP else 0
            found[at] = replace(fragment, clues=replace(fragment.clues, level=max(1, rank[level] - lifted)))
    return found


def _printed(state: State, name: str) -> str:
    number = state.number(name)
    part, chapter, appendix = state.facts.named[:3]
    document_class = state.facts.document_class
    inside = state.appendix is not None
    if name == "part":
        state.label = (part, number)
        return f"{part} {number}"
    if name == "chapter":
        state.label = (appendix if inside else chapter, number)
        if document_class.startswith("ctex") and not inside and number.isdecimal():
            return f"第{_chinese(int(number))}章"
        return number if alone(document_class) else f"{appendix if inside else chapter} {number}"
    state.label = (appendix if inside and name == "section" and not state.counters.chapters else "Section", number)
    return f"{number}." if document_class in ROMAN_SECTIONS else number


def _chinese(number: int) -> str:
    """Up to 99 as ctex writes it: 十, 十一, 二十."""
    digits = "〇一二三四五六七八九"
    tens, ones = divmod(number, 10)
    if number > 99:
        return str(number)
    if not tens:
        return digits[ones]
    return ("" if tens == 1 else digits[tens]) + "十" + (digits[ones] if ones else "")
