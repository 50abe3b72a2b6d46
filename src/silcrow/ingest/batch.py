"""Many files into a library, one after the other in path order; a bad one is reported and the rest goes on.

They are read here, or ahead of their turn by processes of their own (ahead.py); what is stored is the same.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

from silcrow.errors import LibraryError, Notice, SilcrowError
from silcrow.ingest.ahead import Batch
from silcrow.ingest.limits import Limits
from silcrow.ingest.manner import Manner
from silcrow.ingest.one import Added, ingest
from silcrow.ingest.sources import address_of, find, read_file
from silcrow.ingest.worker import failed
from silcrow.ingest.workers import Readers, Workers
from silcrow.models.embed import Embedder
from silcrow.profile import Profile
from silcrow.store.protocol import Store

_SMALL = 1_000_000  # bytes of a single file that is read sooner than a process starts


@dataclass(frozen=True, slots=True)
class Failed:
    """A file, or a word that named one, that could not be added, and why. `progress` and `share` as in Added."""

    address: str
    error: SilcrowError
    notices: tuple[Notice, ...] = ()
    progress: tuple[int, int] = (1, 1)
    share: float = 1.0


def ingest_all(
    store: Store,
    words: Iterable[str | Path],
    *,
    library: Path | None = None,
    password: str | None = None,
    keep: bool = True,
    reparse: bool = False,
    languages: Sequence[str] = (),
    profiles: Sequence[Profile] = (),
    cohesion: bool = False,
    jobs: int | None = None,
    limits: Limits | None = None,
    cluster: str | None = None,
    embedder: Embedder | None = None,
) -> Iterator[Added | Failed]:
    """Read files, folders and patterns into a library, one outcome a file as it is done.

    Notices on the search itself (what was passed over) come with the first outcome. `library`: the library's own file,
    which is never read into itself. A LibraryError ends the batch, as it would befall each file.

    `jobs`: how many processes read, each within `limits`; None: this one does, without limits, and so it does where all
    there is to read is one small file that has killed nobody. `cluster`: the address of nodes that read instead, `jobs`
    documents at a time, and embed with `embedder`, if any; see ingest.cluster. ClusterFailed where it cannot be used.
    """
    found = find(words, library=library)
    total = len(found.failures) + len(found.files)
    notices = found.notices
    for number, (word, failure) in enumerate(found.failures, 1):
        yield Failed(word, failure, notices, (number, total), share=0.0 if found.files else 1.0)
        notices = ()
    manner = Manner(password, tuple(languages), tuple(profiles), cohesion)
    if cluster is None and (jobs is None or _is_small(store, found.files)):
        outcomes = _here(store, found.files, manner, keep=keep, reparse=reparse)
    else:
        limits = limits or Limits()
        readers = _readers(jobs, limits, cluster, embedder)
        batch = Batch(store, manner, keep=keep, reparse=reparse, readers=readers, limits=limits)
        outcomes = batch.outcomes(found.files)
    with closing(outcomes):
        each = zip(found.files, outcomes, _shares(found.files), strict=True)
        for number, (path, outcome, share) in enumerate(each, len(found.failures) + 1):
            told = outcome if isinstance(outcome, Added) else Failed(str(path), outcome)
            yield replace(told, notices=notices + told.notices, progress=(number, total), share=share)
            notices = ()


def _here(
    store: Store, paths: Iterable[Path], manner: Manner, *, keep: bool, reparse: bool
) -> Generator[Added | SilcrowError]:
    """What became of each file, read in this process."""
    for path in paths:
        try:
            data, address = read_file(path), address_of(path)
            yield ingest(
                store,
                data,
                address=address,
                password=manner.password,
                keep=keep,
                reparse=reparse,
                languages=manner.languages,
                profiles=manner.profiles,
                cohesion=manner.cohesion,
            )
        except LibraryError:
            raise
        except SilcrowError as failure:
            yield failure
        except Exception as fault:  # noqa: BLE001  a fault of ours in one file must not cost the others
            yield failed(str(path), fault)


def _readers(jobs: int | None, limits: Limits, cluster: str | None, embedder: Embedder | None) -> Readers:
    if cluster is None:
        return Workers(jobs or 1, limits)
    from silcrow.ingest.cluster import Cluster  # noqa: PLC0415  who names none does not pay for it

    return Cluster(cluster, limits, most=jobs, embedder=embedder)


def _shares(files: Sequence[Path]) -> Iterator[float]:
    """Which share of the bytes of all files is done with each."""
    sizes = [_size(path) for path in files]
    total = sum(sizes) or 1
    return (behind / total for behind in accumulate(sizes))


def _size(path: Path) -> int:
    """Bytes of a file, as far as is known before it is read."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _is_small(store: Store, files: Sequence[Path]) -> bool:
    if len(files) > 1:
        return False
    tried = {job.source for job in store.jobs.listed()}
    return all(path.is_file() and path.stat().st_size < _SMALL and address_of(path) not in tried for path in files)
