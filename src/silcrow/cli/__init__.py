"""The command line: arguments in, verbs called, results out. Nothing heavy is imported before a verb needs it."""

import io
import sys
from collections.abc import Sequence

from silcrow import __version__
from silcrow.cli.exits import FAILED, INTERRUPTED, OK, open_streams, stop_writing


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status. Without arguments those of the process are taken."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    open_streams()
    try:
        if given in (["--version"], ["-V"]):
            return _print(f"silcrow {__version__}")
        if given in ([], ["-h"], ["--help"], ["help"]):
            from silcrow.cli.help import overview  # noqa: PLC0415  --version answers without it

            return _print(overview())
        from silcrow.cli.run import run  # noqa: PLC0415  help answers without it

        return run(given)
    except KeyboardInterrupt:  # while all this is still being loaded
        return INTERRUPTED


def _print(text: str) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # a Windows pipe is not UTF-8 by itself
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        stop_writing()
    except OSError as fault:
        stop_writing()
        sys.stderr.write(f"error: {fault.strerror}\n")
        return FAILED
    return OK
