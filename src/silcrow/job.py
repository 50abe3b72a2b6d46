"""One file that is to be read into a library, as the library's job table has it. A job that is done is no row any more.

Values only; who claims a job, and what becomes of it, is decided in `ingest`.
"""

from dataclasses import dataclass
from typing import Literal

# waiting: nobody reads it. running: someone does, until the lease ends. failed: the file cannot be read as it is; the
# next add tries it again. aside: it killed who read it, or ran past a limit, too often; `jobs retry` lets it in again.
JobState = Literal["waiting", "running", "failed", "aside"]


@dataclass(frozen=True, slots=True)
class Job:
    """A file to be read.

    source      its address            sha256    of its bytes as they were when the job was claimed
    attempt     how often it killed its reader or ran past a limit; what befell the reader otherwise is not counted
    error       why the last attempt came to nothing
    owner       who reads it           lease_until   until when, ISO 8601 in UTC; empty unless it is running
    """

    source: str
    sha256: str
    state: JobState = "waiting"
    attempt: int = 0
    error: str = ""
    owner: str = ""
    lease_until: str = ""
