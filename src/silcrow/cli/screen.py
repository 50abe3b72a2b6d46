"""Where results and all else go: results to stdout, the rest to stderr; painted and fitted on a terminal only.

Whatever a document holds, no control character but line break and tab of it reaches a terminal.
"""

import io
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TextIO

from silcrow import wire
from silcrow.cli.exits import EXITS, OK
from silcrow.cli.flags import Everywhere
from silcrow.errors import Notice, SilcrowError
from silcrow.render.columns import Paint, cell_width, grid, one_line, plain
from silcrow.render.listing import notice_text

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ORDER = re.compile(r"[\u202a-\u202e\u2066-\u2069]")  # turns the order of what is shown; no business on a terminal

# On a terminal, paint is first put on as \x01LETTER...\x02 and becomes colour at the very end, after all other
# control characters are gone; a document that holds such marks itself can colour its own words and no more.
_PAINT = {
    "place": ("p", "1"),
    "coordinate": ("c", "36"),
    "hit": ("h", "1;33"),
    "heading": ("t", "1"),
    "doubt": ("d", "1;31"),
    "quiet": ("q", "2"),
    "error": ("e", "1;31"),
}
_COLOURS = dict(_PAINT.values())
_MARK = re.compile(r"\x01(.?)|\x02", re.DOTALL)
_UNPAINTED_CONTROL = re.compile(r"[\x00\x03-\x08\x0b-\x1f\x7f-\x9f]")
_UNSEEN = "\ufffd"
_SAID = 2_000  # characters of an error's message


@dataclass(frozen=True, slots=True)
class Look:
    """How text is to look: terminal columns (None: no limit), lines, and paint."""

    width: int | None
    height: int
    paint: Paint


@dataclass(frozen=True, slots=True)
class Result:
    """What a verb returns: itself as JSON and as text, the notices that go with it, and the exit status.

    `remark` is said on stderr beside the text ("nothing found"); JSON says it in its own way.
    """

    json: Callable[[], wire.JSON]
    text: Callable[[Look], str]
    notices: tuple[Notice, ...] = ()
    status: int = OK
    remark: str = ""


class Screen:
    """Standard output and standard error of one run."""

    def __init__(self, flags: Everywhere) -> None:
        self.flags = flags
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A Windows pipe is not UTF-8 by itself; half characters from broken files must not stop the output.
                stream.reconfigure(encoding="utf-8", errors="replace")
        self._colour = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self._passing = ""

    def look(self) -> Look:
        """How text on standard output is to look."""
        size = shutil.get_terminal_size((80, 24))
        terminal = sys.stdout.isatty()
        return Look(
            width=size.columns if terminal else None,
            height=size.lines,
            paint=_mark if terminal and self._colour else plain,
        )

    @property
    def progress(self) -> bool:
        """Whether a bar may be drawn: on a terminal, and nobody asked for quiet."""
        return sys.stderr.isatty() and not self.flags.quiet

    def show(self, result: Result) -> int:
        """Write a result, and say its notices; the exit status."""
        if self.flags.json:
            self._write(sys.stdout, wire.dumps(result.json(), indent=2 if sys.stdout.isatty() else None))
            return result.status
        if text := result.text(self.look()):
            self._write(sys.stdout, text)
        sys.stdout.flush()
        self.notices(result.notices)
        if result.remark:
            self.say(result.remark)
        return result.status

    def say(self, text: str) -> None:
        """Something a person should know beside the result."""
        if not self.flags.quiet:
            self._write(sys.stderr, text)

    def detail(self, text: str) -> None:
        """Something that only -v wants to know."""
        if self.flags.verbose:
            self.say(text)

    def passing(self, text: str) -> None:
        """Show something on a terminal that `passed` takes away again; it goes on where the text before it ended."""
        if self.progress and os.environ.get("TERM") != "dumb":
            self._passing += text
            sys.stderr.write(self._clean(sys.stderr, text))
            sys.stderr.flush()

    def passed(self) -> None:
        """Take away what was shown in passing, as far as it still stands on the screen."""
        if self._passing:
            size = shutil.get_terminal_size((80, 24))
            lines = [max(1, -(-cell_width(line) // size.columns)) for line in self._passing.split("\n")]
            up = min(sum(lines) - 1, size.lines - 1)
            sys.stderr.write("\r" + (f"\x1b[{up}A" if up else "") + "\x1b[J")
            sys.stderr.flush()
            self._passing = ""

    def notices(self, notices: Iterable[Notice]) -> None:
        """The notices of a result; in JSON they are part of it."""
        if not self.flags.json:
            for notice in notices:
                self.say(f"note: {notice_text(notice)}")

    def fail(self, failure: SilcrowError) -> int:
        """Report an error: for programs on stdout, in the envelope; for people on stderr, with what to do."""
        if self.flags.json:
            self._write(sys.stdout, wire.dumps(wire.error(failure)))
        else:
            paint = _mark if sys.stderr.isatty() and self._colour else plain
            lines = [f"{paint('error', 'error:')} {_short(failure.message)}"]
            names = failure.names or ("",) * len(failure.candidates)
            lines.extend(f"  {line}" for line in grid(list(zip(failure.candidates, names, strict=True))))
            if failure.hint:
                lines.append(_short(failure.hint))
            self._write(sys.stderr, "\n".join(lines))
        return EXITS[failure.code]

    def _write(self, stream: TextIO, text: str) -> None:
        stream.write(self._clean(stream, text) + "\n")

    def _clean(self, stream: TextIO, text: str) -> str:
        if not stream.isatty():
            return _CONTROL.sub(_UNSEEN, text)
        text = _ORDER.sub(_UNSEEN, text)
        if not self._colour:
            return _CONTROL.sub(_UNSEEN, text)
        text = _UNPAINTED_CONTROL.sub(_UNSEEN, text)
        return _MARK.sub(lambda mark: f"\x1b[{_COLOURS.get(mark[1] or '', '0')}m", text)


def _mark(role: str, text: str) -> str:
    return f"\x01{_PAINT[role][0]}{text}\x02" if role in _PAINT and text else text


def _short(text: str) -> str:
    """What an error says, on one line; of a word that nobody would type only the ends are said again."""
    text = one_line(text)
    return text if len(text) <= _SAID else f"{text[: _SAID // 2]}…{text[-_SAID // 2 :]}"
