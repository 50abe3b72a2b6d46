"""What can go wrong, sorted by who can act, and the notices that go with a result.

    SilcrowError                code              who can act
    ├── NotFound                not_found         the caller: candidates name the nearest valid places
    ├── Ambiguous               ambiguous         the caller: candidates name all that fit
    ├── Usage                   usage             the caller: the request itself is wrong
    ├── DocumentError           file_failed       whoever holds the file: it cannot be opened, read or written
    │   ├── UnsupportedFormat   unsupported_format
    │   ├── Damaged             damaged
    │   ├── Encrypted           encrypted         needs a password
    │   ├── WrongPassword       wrong_password
    │   ├── TooLarge            too_large         past a bound on input
    │   └── SetAside            set_aside         it killed its reader, or ran past a limit, too often
    ├── LibraryError            library_failed    the operator: a disk fails, a server is too old
    │   ├── Unreachable         unreachable       its server does not run, or lets nobody in
    │   ├── NotPermitted        not_permitted     its server, or the system, lets this user not do that
    │   ├── LibraryDamaged      library_damaged   what it holds is not what was written
    │   ├── Busy                busy              another process writes
    │   │   └── Overtaken       busy              another writer was quicker: do it again
    │   ├── DiskFull            disk_full         no room is left on the disk; nothing was changed
    │   ├── ReadOnly            read_only         it may be read and not written
    │   └── NewerLibrary        newer_library     written by a newer Silcrow
    ├── OutOfMemory             out_of_memory     the operator: the machine has no more
    ├── ClusterFailed           cluster_failed    the operator of the cluster
    ├── ModelFailed             model_failed      the operator of the model
    │   └── ContextFull         model_failed      the caller: send less
    ├── BudgetSpent             budget_spent      the caller: raise the budget
    └── Internal                internal          us: please report it

Each face holds one table from code to its own status (exit code, HTTP status).
"""

import errno
from dataclasses import dataclass
from typing import ClassVar


class SilcrowError(Exception):
    """An error with a stable code, a message (what, where) and a hint (what to do).

    `names` says for people what each candidate is called; as many as candidates, or none.
    """

    code: ClassVar[str] = "internal"

    def __init__(
        self, message: str, *, hint: str = "", candidates: tuple[str, ...] = (), names: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.candidates = candidates
        self.names = names


class NotFound(SilcrowError):
    """No such document, section or paragraph."""

    code = "not_found"


class Ambiguous(SilcrowError):
    """The words fit several sections or documents."""

    code = "ambiguous"


class Usage(SilcrowError):
    """The request is wrong in itself: a bad flag, place or combination."""

    code = "usage"


class DocumentError(SilcrowError):
    """A file that cannot be read as it is; of its own, one that the system does not let us open, read or write."""

    code = "file_failed"


class UnsupportedFormat(DocumentError):
    """A format Silcrow does not read."""

    code = "unsupported_format"


class Damaged(DocumentError):
    """The bytes are not what their format says."""

    code = "damaged"


class Encrypted(DocumentError):
    """A password is needed."""

    code = "encrypted"


class WrongPassword(DocumentError):
    """The password given does not open the document."""

    code = "wrong_password"


class TooLarge(DocumentError):
    """Past a bound on input: bytes, pages, nesting, expansion."""

    code = "too_large"


class SetAside(DocumentError):
    """It killed the process that read it, or ran past a limit on time or memory, as often as it was tried."""

    code = "set_aside"


class LibraryError(SilcrowError):
    """A library that cannot be used as it is."""

    code = "library_failed"


class Unreachable(LibraryError):
    """Its server gives no connection."""

    code = "unreachable"


class NotPermitted(LibraryError):
    """Whoever runs Silcrow may not do that with it."""

    code = "not_permitted"


class LibraryDamaged(LibraryError):
    """What it holds is not what was written."""

    code = "library_damaged"


class Busy(LibraryError):
    """Another process is writing."""

    code = "busy"


class Overtaken(Busy):
    """What was to be written in one step was undone, as another writer had changed the same meanwhile: do it again."""


class DiskFull(LibraryError):
    """No room is left where the library, or a file, lies; what was being written was not."""

    code = "disk_full"


class ReadOnly(LibraryError):
    """The library may be read and not written."""

    code = "read_only"


class NewerLibrary(LibraryError):
    """Written by a newer Silcrow; left untouched."""

    code = "newer_library"


class OutOfMemory(SilcrowError):
    """There is not as much memory as this takes."""

    code = "out_of_memory"


class ClusterFailed(SilcrowError):
    """The cluster that was to read documents cannot be used, or is no longer there."""

    code = "cluster_failed"


class ModelFailed(SilcrowError):
    """A model gave no usable reply."""

    code = "model_failed"


class ContextFull(ModelFailed):
    """The messages are more than the model takes; `window` is what it takes, in tokens, where it said so."""

    def __init__(self, message: str, *, hint: str = "", window: int | None = None) -> None:
        super().__init__(message, hint=hint)
        self.window = window


class BudgetSpent(SilcrowError):
    """A token, time or money budget is used up."""

    code = "budget_spent"


class Internal(SilcrowError):
    """A fault of Silcrow's own."""

    code = "internal"


NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
NOT_WRITABLE = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


def of_machine(fault: BaseException) -> SilcrowError | None:
    """What is wrong with the machine and not with us: a disk, a file, memory. None for any other fault."""
    if isinstance(fault, MemoryError):
        return OutOfMemory("out of memory", hint="Close other programs, or read a smaller file.")
    if not isinstance(fault, OSError) or not fault.strerror:
        return None
    where = f": {fault.filename}" if fault.filename else ""
    if fault.errno in NO_ROOM:
        return DiskFull(f"{fault.strerror}{where}", hint="Free some space.")
    return DocumentError(f"{fault.strerror}{where}", hint="Check that the path exists, may be used, and has room.")


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a reader of a result should know: a clip, a fallback, a doubt, a skipped page.

    `code` is stable and lower case (`clipped`, `page_without_text`); `place` is a place's text form
    or empty.
    """

    code: str
    message: str
    place: str = ""
