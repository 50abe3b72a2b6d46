"""A process that reads documents, one after the other: bytes come in on its standard input, what is stored goes out.

The pages of an engine never leave it; what does is the finished document with its index. It sees no store and no file.
It ends when its input does, so none outlives whoever started it by more than a document.
"""

import errno
import gc
import os
import pickle
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from silcrow.errors import Internal, SilcrowError, of_machine
from silcrow.ingest.limits import Limits, bound, bound_next, end_with_parent
from silcrow.ingest.manner import Manner, Parsed, read
from silcrow.unswept import unswept

Reads = Callable[..., Parsed]
"""As manner.read."""


@dataclass(frozen=True, slots=True)
class Request:
    """Bytes to be read; see manner.read."""

    data: bytes
    doc_id: str
    name: str
    manner: Manner


@dataclass(frozen=True, slots=True)
class PastLimit:
    """The reply for a document that needs more than there is; of what, for people."""

    what: str


Reply = Parsed | SilcrowError | PastLimit


def main(reads: Reads = read) -> None:
    """Read what is asked for until the input ends. The first thing in it is the Limits."""
    requests, replies = _streams()
    if hasattr(signal, "SIGINT"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started this one ends it
    limits: Limits = pickle.load(requests)  # noqa: S301  from the process that started this one
    bound(limits)
    end_with_parent()
    gc.freeze()  # what was imported need not be looked through for each document
    while True:
        try:
            request: Request = pickle.load(requests)  # noqa: S301  as above
        except EOFError:
            return
        bound_next(limits)
        reply = _reply(request, reads, limits)
        send(reply, replies)
        if isinstance(reply, PastLimit):
            return  # what is left of that document may be most of what there is


def send(message: object, stream: BinaryIO) -> None:
    """Write a message whole."""
    with unswept():
        pickle.dump(message, stream, pickle.HIGHEST_PROTOCOL)
    stream.flush()


def _reply(request: Request, reads: Reads, limits: Limits) -> Reply:
    try:
        return reads(request.data, doc_id=request.doc_id, name=request.name, manner=request.manner)
    except SilcrowError as failure:
        return failure
    except MemoryError:
        return PastLimit(f"needs more memory than {limits.memory:,} bytes")
    except OSError as fault:
        if fault.errno == errno.EMFILE:
            return PastLimit(f"opens more than {limits.files} files")
        return failed(request.name, fault)
    except Exception as fault:  # noqa: BLE001  a fault of ours in one file must not cost the others
        return failed(request.name, fault)


def failed(name: str, fault: Exception) -> SilcrowError:
    """A fault in one file: of the machine, or of ours."""
    ours = Internal(f"{name}: {type(fault).__name__}: {fault}", hint="Please report it with the file.")
    failure = of_machine(fault) or ours
    failure.__cause__ = fault
    return failure


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """Input and output for messages alone: what engines print goes nowhere."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nowhere, standard)
    return requests, replies


if __name__ == "__main__":
    main()
