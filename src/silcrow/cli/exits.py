"""How a run ends: the one table from an error's code to the exit status, and an end that the reader brings about."""

import contextlib
import os
import sys

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


def stop_writing() -> None:
    """The reader of standard output is gone: let the rest, flushed at exit too, go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
