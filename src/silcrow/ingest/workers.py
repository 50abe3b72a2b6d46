"""Processes that read documents side by side, each in a thread's hand: asked, waited for, ended when its time is up.

A process that dies or is ended takes one document with it and no more; the next one gets a new process.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from silcrow.errors import SilcrowError
from silcrow.ingest.limits import Limits
from silcrow.ingest.manner import Parsed
from silcrow.ingest.worker import PastLimit, Reply, Request, send
from silcrow.unswept import unswept

_ROOT = Path(__file__).resolve().parents[2]  # where the package lies
_PROGRAM = ("-P", "-m", "silcrow.ingest.worker")  # -P: nothing in the current folder is taken for a module


class Lost(Exception):
    """A process was lost with the document that it was reading; why, for people."""


class Readers(Protocol):
    """Who reads documents side by side, `count` at a time: processes here, or the nodes of a cluster."""

    count: int

    def submit(self, request: Request) -> Future[Parsed]:
        """Read something: the future gives it, raises what reading raised, or Lost."""

    def close(self) -> None:
        """End all that is being read."""


class Workers:
    """`count` processes, each started when there is something for it to do. `program`: what one runs; see worker."""

    def __init__(self, count: int, limits: Limits, *, program: Sequence[str] = _PROGRAM) -> None:
        self.count = count
        self._limits = limits
        self._program = program
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="silcrow-reader")
        self._mine = threading.local()
        self._running: set[_Process] = set()
        self._turn = threading.Lock()
        self._closed = False

    def submit(self, request: Request) -> Future[Parsed]:
        """Read something: the future gives it, raises what reading raised, or Lost."""
        return self._threads.submit(self._read, request)

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        with self._turn:
            self._closed = True
            for process in self._running:
                process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process in self._running:
            process.bury()

    def _read(self, request: Request) -> Parsed:
        process = self._process()
        try:
            reply = process.ask(request, self._limits)
        except Lost:
            self._mine.process = None
            with self._turn:
                self._running.discard(process)
            process.bury()
            raise
        if isinstance(reply, SilcrowError):
            raise reply
        return reply

    def _process(self) -> "_Process":
        process: _Process | None = getattr(self._mine, "process", None)
        if process is None:
            with self._turn:
                if self._closed:
                    raise Lost("the batch was ended")
                process = self._mine.process = _Process(self._program)
                self._running.add(process)
        return process


class _Process:
    """One process and its pipes."""

    def __init__(self, program: Sequence[str]) -> None:
        paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(  # noqa: S603  a program of ours
            [sys.executable, *program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=os.name == "posix",  # so that what it starts itself can be ended with it
        )
        self._fresh = True
        self._late = False

    def ask(self, request: Request, limits: Limits) -> Parsed | SilcrowError:
        """The reply to a request; Lost where the process ends before it or runs past a limit."""
        requests, replies = cast("BinaryIO", self._process.stdin), cast("BufferedReader", self._process.stdout)
        timer = threading.Timer(limits.seconds, self._too_late)
        timer.daemon = True
        timer.start()
        try:
            if self._fresh:
                send(limits, requests)
                self._fresh = False
            send(request, requests)
            replies.peek(1)  # waits
            with unswept():
                reply: Reply = pickle.load(replies)  # noqa: S301  from a process of our own
        except (OSError, EOFError, pickle.UnpicklingError, ValueError):
            self.kill()
            ended = self._process.wait()
            raise Lost(f"ran past {limits.seconds:g} seconds" if self._late else _why(ended)) from None
        finally:
            timer.cancel()
        if isinstance(reply, PastLimit):
            raise Lost(reply.what)
        return reply

    def kill(self) -> None:
        """End it with all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def bury(self) -> None:
        """Close what is left of one that was killed."""
        if self._process.poll() is None:
            self.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()

    def _too_late(self) -> None:
        self._late = True
        self.kill()


def _why(status: int) -> str:
    if status < 0:
        with suppress(ValueError):
            return f"the process that read it was ended by {signal.Signals(-status).name}"
    return f"the process that read it ended with status {status}"
