"""One run of the command line, from arguments to exit status; no traceback leaves it unasked."""

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress

from typer.exceptions import TyperException

from silcrow.cli.app import VERBS, command
from silcrow.cli.exits import EXITS, INTERRUPTED, OK, stop_writing
from silcrow.cli.flags import Everywhere, arrange
from silcrow.cli.screen import Result, Screen
from silcrow.errors import Internal, SilcrowError, Usage, of_machine


def run(arguments: Sequence[str]) -> int:
    """Run one command; its exit status."""
    screen = Screen(Everywhere(json="--json" in arguments))
    try:
        flags, words = arrange(arguments, VERBS)
        screen = Screen(flags)
        return _run(words, screen)
    except BrokenPipeError:
        stop_writing()
        return OK  # who reads has seen enough
    except SilcrowError as failure:
        return _failed(screen, failure)
    except KeyboardInterrupt:
        kept = " What was added so far is kept; the same command goes on from there." if "add" in arguments else ""
        screen.say(f"Interrupted.{kept}")
        return INTERRUPTED
    except Exception as fault:  # noqa: BLE001  the last line before the user
        if screen.flags.verbose > 1 or os.environ.get("SILCROW_DEBUG"):
            traceback.print_exc()
        return _failed(screen, of_machine(fault) or internal(fault))


def _run(words: list[str], screen: Screen) -> int:
    try:
        done = command().main(words, prog_name="silcrow", standalone_mode=False, obj=screen)
    except TyperException as wrong:
        message = wrong.format_message().strip().rstrip(".")
        raise Usage(message[:1].lower() + message[1:], hint=_where_help_is(words)) from None
    except SystemExit as end:  # typer's answer to a broken pipe
        raise BrokenPipeError from end
    if done == INTERRUPTED:  # typer's answer to Ctrl-C
        raise KeyboardInterrupt
    status = screen.show(done) if isinstance(done, Result) else OK
    sys.stdout.flush()
    return status


def _where_help_is(words: Sequence[str]) -> str:
    verb = words[0] if words and words[0] in VERBS else ""
    return f"See: silcrow {verb} --help" if verb else "See: silcrow --help"


def internal(fault: Exception) -> Internal:
    said = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
    return Internal(
        f"a fault of Silcrow's own ({said})",
        hint="Please report it; silcrow -vv VERB … shows where it happened.",
    )


def _failed(screen: Screen, failure: SilcrowError) -> int:
    try:
        status = screen.fail(failure)
        sys.stdout.flush()
    except BrokenPipeError:
        stop_writing()
        return EXITS[failure.code]
    except OSError:  # standard output takes nothing, as its disk is full: it is said where people look
        stop_writing()
        with suppress(OSError):
            Screen(Everywhere()).fail(failure)
        return EXITS[failure.code]
    return status
