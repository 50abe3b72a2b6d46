"""What a process that reads documents may use. Past it, it is ended, and the document has had one of its attempts.

Memory and open files are bounded where the system can (not on Windows); time everywhere.
"""

import signal
import sys
from dataclasses import dataclass

# Processor time after which the system itself ends a reader whose owner is gone: that of so many threads, and a while.
_THREADS, _GRACE = 8, 30
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one document.

    memory     bytes of address space, those of Silcrow itself included; seconds   of time, by the clock
    files      open at once                                               attempts  before it is set aside
    """

    memory: int = 4 * 2**30
    seconds: float = 600.0
    files: int = 256
    attempts: int = 3


def bound(limits: Limits) -> None:
    """Bound the calling process."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  not on Windows

    for kind, most in ((resource.RLIMIT_AS, limits.memory), (resource.RLIMIT_NOFILE, limits.files)):
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY or most <= hard:
            resource.setrlimit(kind, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end_with_parent() -> None:
    """Let the calling process be killed when who started it is gone, even in the middle of a document (Linux)."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415  needed here only

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def bound_next(limits: Limits) -> None:
    """Bound the processor time of the calling process for one more document: who would stop it may be gone."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  not on Windows

    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    until = int(used.ru_utime + used.ru_stime + limits.seconds * _THREADS) + _GRACE
    if hard == resource.RLIM_INFINITY or until <= hard:
        resource.setrlimit(resource.RLIMIT_CPU, (until, hard))
