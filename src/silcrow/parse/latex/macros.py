r"""Commands and environments that a document defines itself, expanded as TeX would, within a budget.

Knows tokens; what a command that is not defined here means is not known here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from silcrow.parse.latex.tokens import END, Tokens, tokens_of

_LONGEST: Final = 20_000  # tokens of one definition
_MOST: Final = 20_000  # definitions
_SPARE: Final = 200_000  # tokens that definitions may add to any document
_GROWTH: Final = 4  # and as many times its own characters


@dataclass(frozen=True, slots=True)
class Macro:
    """A definition: how many arguments it takes, the first by default; what stands for it, and for its `end`."""

    arguments: int
    default: tuple[str, ...] | None
    body: tuple[str, ...]
    end: tuple[str, ...] = ()


@dataclass(slots=True)
class Macros:
    r"""The definitions of one document. `size`: its characters, which the budget grows with.

    kept   commands that were left as written once the budget was spent
    """

    size: int = 0
    commands: dict[str, Macro] = field(default_factory=dict)
    environments: dict[str, Macro] = field(default_factory=dict)
    kept: int = 0
    _added: int = 0

    def define(self, name: str, body: str) -> None:
        """Define a command without arguments by its text."""
        self.commands[name] = Macro(0, None, tuple(tokens_of(body)))

    def expand(self, macro: Macro, tokens: Tokens) -> bool:
        """Put the meaning of a command back, its arguments taken; False when the budget is spent."""
        if self._added > _SPARE + _GROWTH * self.size:
            self.kept += 1
            return False
        given = arguments(macro, tokens)
        found = _filled(macro.body, given)
        self._added += len(found) + 1
        tokens.put_back(found)
        return True

    def read(self, command: str, tokens: Tokens) -> bool:
        r"""Read a definition (`\newcommand` and its kin) if `command` opens one."""
        if command in ("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"):
            self._new_command(tokens)
        elif command in ("def", "gdef", "edef", "xdef"):
            self._def(tokens)
        elif command == "let":
            self._let(tokens)
        elif command in ("newenvironment", "renewenvironment"):
            self._new_environment(tokens)
        elif command in ("NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand"):
            self._document_command(tokens)
        else:
            return False
        return True

    def _keep(self, name: str, macro: Macro) -> None:
        if len(macro.body) <= _LONGEST and len(self.commands) < _MOST:
            self.commands[name] = macro

    def _new_command(self, tokens: Tokens) -> None:
        tokens.star()
        name = _name(tokens.argument())
        count, default = tokens.optional(), tokens.optional()
        body = tuple(tokens.argument())
        if name:
            self._keep(name, Macro(_count(count), None if default is None else tuple(default), body))

    def _new_environment(self, tokens: Tokens) -> None:
        tokens.star()
        name = "".join(tokens.argument()).strip()
        count, default = tokens.optional(), tokens.optional()
        begin, end = tuple(tokens.argument()), tuple(tokens.argument())
        if name and len(begin) + len(end) <= _LONGEST and len(self.environments) < _MOST:
            self.environments[name] = Macro(_count(count), None if default is None else tuple(default), begin, end)

    def _document_command(self, tokens: Tokens) -> None:
        r"""Of xparse only `m` and a leading `O{…}`; a command with other arguments is defined away as unknown."""
        name = _name(tokens.argument())
        wanted = "".join("".join(tokens.argument()).split())
        body = tuple(tokens.argument())
        if name and not wanted.strip("m"):
            self._keep(name, Macro(len(wanted), None, body))
        elif name and wanted.startswith("O{") and not wanted.partition("}")[2].strip("m"):
            default, _, rest = wanted[2:].partition("}")
            self._keep(name, Macro(len(rest) + 1, tuple(tokens_of(default)), body))

    def _def(self, tokens: Tokens) -> None:
        tokens.skip_blanks()
        name = _name([tokens.next()])
        pattern = ""
        while (token := tokens.peek()) not in ("{", END) and len(pattern) < 100 and "\n" not in token:
            pattern += tokens.next()
        if tokens.peek() != "{":
            return
        body = tuple(tokens.argument())
        if name and pattern in ("", "#1", "#1#2", "#1#2#3", "#1#2#3#4"):
            self._keep(name, Macro(len(pattern) // 2, None, body))

    def _let(self, tokens: Tokens) -> None:
        tokens.skip_blanks()
        name = _name([tokens.next()])
        tokens.skip_blanks()
        if tokens.peek().startswith("="):
            rest = tokens.next()[1:].lstrip()
            tokens.put_back([rest] if rest else [])
        meaning = tokens.argument() if tokens.peek() != "{" else []
        known = self.commands.get(_name(meaning))
        if name and meaning:
            self._keep(name, known or Macro(0, None, tuple(meaning)))


def arguments(macro: Macro, tokens: Tokens) -> list[Sequence[str]]:
    """The arguments that a command takes."""
    given: list[Sequence[str]] = []
    if macro.default is not None and macro.arguments:
        found = tokens.optional()
        given.append(macro.default if found is None else found)
    while len(given) < macro.arguments:
        given.append(tokens.argument())
    return given


def filled_end(macro: Macro) -> list[str]:
    """What stands for the end of an environment: it sees no arguments."""
    return _filled(macro.end, [])


def _filled(body: Sequence[str], given: Sequence[Sequence[str]]) -> list[str]:
    """A body with its arguments in the places of #1, #2, …; these stand inside runs of other characters."""
    found: list[str] = []
    for token in body:
        if "#" not in token or token[0] in "\\%":
            found.append(token)
            continue
        start = 0
        while (at := token.find("#", start)) >= 0:
            if at > start:
                found.append(token[start:at])
            digit = token[at + 1 : at + 2]
            if digit.isdecimal() and 0 < int(digit) <= len(given):
                found += given[int(digit) - 1]
            start = at + 2
        if token[start:]:
            found.append(token[start:])
    return found


def _name(tokens: Sequence[str]) -> str:
    written = "".join(tokens).strip()
    return written[1:] if written.startswith("\\") and len(written) > 1 else ""


def _count(written: Sequence[str] | None) -> int:
    text = "".join(written or ()).strip()
    return int(text) if text.isdecimal() and len(text) == 1 else 0
