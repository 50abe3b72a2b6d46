r"""Tokens of a LaTeX source, none lost: joined they are the text again. Knows braces and verbatim text, no commands.

A token is a control word (`\section`), a control symbol (`\%`), a comment with its line end, a blank line, one of
`{ } $ & ~ [ ]`, a line end, a run of other characters, or something verbatim as a whole (`\begin{verbatim} … `,
`\verb|…|`, `\url{…}`). All is linear: what is looked for in vain is looked for a few times only.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

END: Final = ""
"""What `next` gives after the last token."""
STOP: Final = "\0"
"""A token that no text holds: where a piece that is read apart ends. Nothing reads past it."""
VERBATIM: Final = frozenset(
    {"verbatim", "Verbatim", "BVerbatim", "LVerbatim", "alltt", "lstlisting", "minted", "comment", "filecontents",
     "algorithmic", "tikzpicture", "pgfpicture", "forest", "asy", "luacode", "listing-verbatim"}
)  # fmt: skip
"""Environments in which nothing is a command."""

_TOKEN = re.compile(
    r"\\[A-Za-z@]+"
    r"|\\."
    r"|%[^\n]*(?:\n[ \t]*(?=[^\s]))?"
    r"|\n[ \t]*\n\s*"
    r"|[{}$&~\[\]\n]"
    r"|[^\\{}$%&~\[\]\n]+"
    r"|\\",
    re.DOTALL,
)
_BEGIN = re.compile(r"\\begin[ \t]{0,9}\{([A-Za-z]{1,40}\*?)\}")
_RAW = re.compile(
    r"\\(?:verb|lstinline)\*?(?:\[[^\]\n]{0,200}\])?([^A-Za-z\s*\[{])[^\n]{0,1000}?\1"
    r"|\\(?:lstinline)(?:\[[^\]\n]{0,200}\])?\{[^{}\n]{0,1000}\}"
    r"|\\(?:url|path|nolinkurl|href)[ \t]{0,9}\{(?:[^{}\n\\]|\\.){0,2000}\}"
)
_RAW_STARTS: Final = frozenset((r"\verb", r"\lstinline", r"\url", r"\path", r"\nolinkurl", r"\href"))
_NEW_VERBATIM = re.compile(
    r"\\(?:lstnewenvironment|newtcblisting|DefineVerbatimEnvironment|excludecomment)\*?[ \t]{0,9}"
    r"(?:\[[^\]\n]{0,100}\])?\{([A-Za-z]{1,40})\}"
)
_VAIN: Final = 8  # arguments without an end; after them an argument ends with its paragraph
_PARAGRAPH: Final = 5_000  # tokens of an argument that ends with its paragraph


def tokens_of(text: str) -> Iterator[str]:
    """The tokens of a text."""
    verbatim = VERBATIM | set(_NEW_VERBATIM.findall(text))
    unclosed: set[str] = set()
    place, size = 0, len(text)
    match, raw, begin = _TOKEN.match, _RAW.match, _BEGIN.match
    while place < size:
        found = match(text, place)
        if found is None:  # the pattern takes any character
            raise AssertionError(text[place])
        part, end = found[0], found.end()
        if part == r"\begin" and (opened := begin(text, place)):
            name = opened[1]
            if name.removesuffix("*") in verbatim and name not in unclosed:
                closing = f"\\end{{{name}}}"
                at = text.find(closing, opened.end())
                if at < 0:
                    unclosed.add(name)
                else:
                    end = at + len(closing)
        elif part in _RAW_STARTS and (whole := raw(text, place)):
            end = whole.end()
        yield text[place:end] if end > found.end() else part
        place = end


class Tokens:
    """The tokens still to be read; what is put back is read next."""

    def __init__(self, source: Iterable[str]) -> None:
        self._source = iter(source)
        self._back: deque[str] = deque()
        self._vain = 0
        self._endless: set[str] = set()

    def next(self) -> str:
        """The next token, END after the last."""
        return self._back.popleft() if self._back else next(self._source, END)

    def peek(self) -> str:
        """The next token, which stays."""
        if not self._back:
            self._back.append(next(self._source, END))
        return self._back[0]

    def put_back(self, tokens: Iterable[str]) -> None:
        """These are to be read next."""
        self._back.extendleft(reversed(list(tokens)))

    def skip_blanks(self) -> None:
        """Pass blanks, one line end and comments; a blank line stays."""
        while (part := self.peek()) != END and (
            part == "\n" or part.startswith("%") or (part.isspace() and "\n" not in part)
        ):
            self.next()
        if part and part[0] in " \t":
            self.next()
            self.put_back([part.lstrip(" \t")])

    def star(self) -> bool:
        """Whether a star follows, which is taken."""
        part = self.peek()
        if not part.startswith("*"):
            return False
        self.next()
        if part[1:]:
            self.put_back([part[1:]])
        return True

    def argument(self) -> list[str]:
        """The next argument without its braces: a group, a control word or one character."""
        self.skip_blanks()
        part = self.peek()
        if part == "{":
            self.next()
            return self._group("{", "}")
        if part in (END, STOP, "}", "]", "&") or part.startswith("\n"):
            return []
        self.next()
        if part[0] not in "\\$" and len(part) > 1:
            self.put_back([part[1:]])
            part = part[0]
        return [part]

    def optional(self) -> list[str] | None:
        """The argument in brackets that follows, None without one."""
        self.skip_blanks()
        if self.peek() != "[":
            return None
        self.next()
        return self._group("[", "]")

    def environment(self, name: str) -> list[str] | None:
        r"""All up to the `\end` of an open environment, which is taken; None where it has no end."""
        if name in self._endless:
            return None
        taken: list[str] = []
        depth = 1
        while (part := self.next()) != END:
            taken.append(part)
            if part == STOP:
                break
            if part not in (r"\begin", r"\end") or self.peek() != "{":
                continue
            inside = [self.next(), self.next()]
            taken += inside
            if inside[1] == name and self.peek() == "}":
                depth += 1 if part == r"\begin" else -1
                if not depth:
                    self.next()
                    return taken[:-3]
        self.put_back(taken)
        self._endless.add(name)
        return None

    def until(self, closing: str) -> list[str] | None:
        """All up to a token outside of braces, which is taken; None where the paragraph ends before."""
        taken: list[str] = []
        deep = 0
        while (part := self.next()) not in (END, STOP):
            if part == closing and deep <= 0:
                return taken
            taken.append(part)
            deep += (part == "{") - (part == "}")
            if (part.isspace() and part.count("\n") > 1) or len(taken) > _PARAGRAPH:
                break
        self.put_back([*taken, part] if part == STOP else taken)
        return None

    def _group(self, opening: str, closing: str) -> list[str]:
        """The rest of a group. Without an end it is as long as the paragraph, and all after that is put back."""
        taken: list[str] = []
        braces = deep = 0
        patient = self._vain < _VAIN
        while (part := self.next()) != END:
            if part == closing and not braces and not deep:
                return taken
            if part == STOP:
                self.put_back([part])
                return taken
            if opening == "[" and part == "{":
                braces += 1
            elif opening == "[" and part == "}":
                braces -= 1
                if braces < 0:
                    taken.append(part)
                    break
            elif part == opening and not braces:
                deep += 1
            elif part == closing and not braces:
                deep -= 1
            taken.append(part)
            if not patient and (len(taken) > _PARAGRAPH or part.count("\n") > 1):
                break
        self._vain += 1
        end = next((n for n, part in enumerate(taken) if part.count("\n") > 1 and part.isspace()), len(taken))
        self.put_back(taken[end:])
        return taken[:end]
