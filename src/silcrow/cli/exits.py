"""How a run ends: the one table from an error's code to the exit status, and what standard output is for."""

import contextlib
import os
import sys
from collections.abc import Iterator

OK, FAILED, USAGE, NOT_FOUND, UNPROVEN, FINDINGS, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

EXITS = {
    "not_found": NOT_FOUND,
    "ambiguous": USAGE,
    "usage": USAGE,
    "unsupported_format": FAILED,
    "damaged": FAILED,
    "encrypted": FAILED,
    "wrong_password": FAILED,
    "too_large": FAILED,
    "set_aside": FAILED,
    "file_failed": FAILED,
    "busy": FAILED,
    "library_failed": FAILED,
    "unreachable": FAILED,
    "not_permitted": FAILED,
    "library_damaged": FAILED,
    "disk_full": FAILED,
    "read_only": FAILED,
    "newer_library": FAILED,
    "out_of_memory": FAILED,
    "cluster_failed": FAILED,
    "model_failed": FAILED,
    "budget_spent": FAILED,
    "internal": FAILED,
}


def open_streams() -> None:
    """Let what was closed by whoever started us go nowhere, and its number not to the next file that is opened."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115, PTH123  for good


@contextlib.contextmanager
def kept_clean() -> Iterator[None]:
    """Whatever a library prints meanwhile to standard output, from whichever thread, goes to standard error."""
    try:
        sys.stdout.flush()
        ours = os.dup(1)
        os.dup2(2, 1)
    except OSError:  # one of them is closed, or full
        yield
        return
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(ours, 1)
        os.close(ours)


def stop_writing() -> None:
    """The reader of standard output is gone: let the rest, flushed at exit too, go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
