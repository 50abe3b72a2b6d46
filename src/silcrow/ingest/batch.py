"""Many files into a library, one after the other in path order; a bad one is reported and the rest goes on."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from silcrow.errors import Internal, LibraryError, Notice, SilcrowError
from silcrow.ingest.one import Added, ingest
from silcrow.ingest.sources import address_of, find, read_file
from silcrow.profile import Profile
from silcrow.store.protocol import Store


@dataclass(frozen=True, slots=True)
class Failed:
    """A file, or a word that named one, that could not be added, and why. `progress` as in Added."""

    address: str
    error: SilcrowError
    notices: tuple[Notice, ...] = ()
    progress: tuple[int, int] = (1, 1)


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
) -> Iterator[Added | Failed]:
    """Read files, folders and patterns into a library, one outcome a file as it is done.

    Notices on the search itself (what was passed over) come with the first outcome. `library`: the library's own file,
    which is never read into itself. A LibraryError ends the batch, as it would befall each file.
    """
    found = find(words, library=library)
    total = len(found.failures) + len(found.files)
    notices = found.notices
    for number, (word, failure) in enumerate(found.failures, 1):
        yield Failed(word, failure, notices, (number, total))
        notices = ()
    for number, path in enumerate(found.files, len(found.failures) + 1):
        outcome: Added | Failed
        try:
            data, address = read_file(path), address_of(path)
            outcome = ingest(
                store,
                data,
                address=address,
                password=password,
                keep=keep,
                reparse=reparse,
                languages=languages,
                profiles=profiles,
                cohesion=cohesion,
            )
        except LibraryError:
            raise
        except SilcrowError as failure:
            outcome = Failed(str(path), failure)
        except Exception as fault:  # noqa: BLE001  a fault of ours in one file must not cost the others
            outcome = Failed(str(path), _internal(path, fault))
        yield replace(outcome, notices=notices + outcome.notices, progress=(number, total))
        notices = ()


def _internal(path: Path, fault: Exception) -> Internal:
    failure = Internal(f"{path}: {type(fault).__name__}: {fault}", hint="Please report it with the file.")
    failure.__cause__ = fault
    return failure
