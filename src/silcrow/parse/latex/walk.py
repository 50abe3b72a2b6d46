"""Token by token to fragments, in order. Dispatches; what single commands and environments do is in their own files."""

from typing import Final

from silcrow.parse.latex.accents import ACCENTS, SYMBOLS, accented, typeset
from silcrow.parse.latex.commands import COMMANDS, sort_of_citation
from silcrow.parse.latex.environments import begin, end, write_verbatim
from silcrow.parse.latex.formulas import display, inline_math
from silcrow.parse.latex.macros import Macros
from silcrow.parse.latex.names import DIVISIONS, TAKES
from silcrow.parse.latex.sections import division
from silcrow.parse.latex.state import State
from silcrow.parse.latex.tokens import END, Tokens, tokens_of

_SILENT: Final = frozenset({"else", "fi", "or"})
_COMPARED: Final = {"ifx": 2, "ifcsname": 0, "ifdefined": 1}


def walk(text: str) -> State:
    """Read all of a source."""
    state = State(Tokens(tokens_of(text)), Macros(size=len(text)), take)
    state.printing = "\\begin{document}" not in text
    for counter, body in state.counters.number_by_class("article").items():
        state.macros.define(f"the{counter}", body)
    while not state.ended and (part := state.tokens.next()) != END:
        take(state, part)
    state.end_paragraph()
    for caption in state.captions:
        state.write("figure", caption)
    if state.macros.kept:
        state.say("macros_kept", "The document's own commands are not followed further: they would fill the memory.")
    return state


def take(state: State, part: str) -> None:
    """Read one token, and of those after it what it takes."""
    first = part[0]
    if first == "\\":
        _command(state, part)
    elif first == "$":
        if state.tokens.peek() == "$":
            state.tokens.next()
            display(state, "$")
        else:
            inline_math(state, "$")
    elif first == "\n":
        if part == "\n":
            state.text(" ")
        else:
            state.end_paragraph()
    elif first == "~":
        state.text(" ")
    elif first not in "{}%&":
        state.text(typeset(part))
    elif first == "&":
        state.text(" ")


def _command(state: State, part: str) -> None:
    name = part[1:]
    if not (name[:1].isalpha() or name[:1] == "@"):
        _symbol(state, name)
    elif not name.replace("@", "").isalpha():
        write_verbatim(state, part)
    elif name in ("begin", "end"):
        environment = "".join(state.tokens.argument()).strip()
        (begin if name == "begin" else end)(state, environment)
    else:
        macro = state.macros.commands.get(name)
        if macro is not None and state.macros.expand(macro, state.tokens):
            return
        state.tokens.skip_blanks()
        if name in DIVISIONS:
            division(state, name)
        elif not state.macros.read(name, state.tokens):
            _known(state, name)


def _symbol(state: State, name: str) -> None:
    if name == "\\":
        state.tokens.star()
        if state.tokens.peek() == "[":
            state.tokens.optional()
        state.text("\n")
    elif name == "(":
        inline_math(state, "\\)")
    elif name == "[":
        display(state, "\\]")
    elif name in ACCENTS:
        state.text(accented(name, state.line(state.tokens.argument())))
    else:
        state.text(SYMBOLS.get(name, name))


def _known(state: State, name: str) -> None:
    if (command := COMMANDS.get(name)) is not None:
        command(state, name)
    elif (takes := TAKES.get(name)) is not None:
        drop(state, takes)
    elif name in SYMBOLS:
        state.text(SYMBOLS[name])
    elif name in ACCENTS:
        state.text(accented(name, state.line(state.tokens.argument())))
    elif sort_of_citation(name):
        COMMANDS["cite"](state, name)
    elif name in _SILENT or (name.startswith("if") and state.tokens.peek() != "{"):
        for _ in range(_COMPARED.get(name, 0)):
            state.tokens.argument()
    elif state.tokens.peek() in ("{", "["):
        while state.tokens.peek() == "[":  # what an unknown command prints is in braces, how it does in brackets
            state.tokens.optional()
    else:
        state.text(f"\\{name} ")


def drop(state: State, takes: str) -> None:
    """Pass the arguments that a command takes and does not print."""
    for one in takes:
        if one == "*":
            state.tokens.star()
        elif one == "o":
            state.tokens.optional()
        else:
            state.tokens.argument()
