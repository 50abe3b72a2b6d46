"""Jobs that did not end well, as a person sees them: tried again, or forgotten. Reads no document."""

import os
from collections.abc import Sequence

from silcrow.errors import NotFound
from silcrow.job import Job
from silcrow.store.protocol import Store

_NAMED = 5  # candidates of an error


def retry(store: Store, sources: Sequence[str]) -> tuple[Job, ...]:
    """Let the next add try again what failed or is set aside: these, or all; what they were."""
    with store.writing():
        found = tuple(job for job in _chosen(store, sources) if job.state in ("failed", "aside"))
        store.jobs.retry([job.source for job in found])
    return found


def clear(store: Store, sources: Sequence[str]) -> tuple[Job, ...]:
    """Forget jobs: these, or all that nobody is reading; what they were."""
    with store.writing():
        found = tuple(job for job in _chosen(store, sources) if sources or job.state != "running")
        store.jobs.clear([job.source for job in found])
    return found


def _chosen(store: Store, sources: Sequence[str]) -> tuple[Job, ...]:
    """The jobs of these files, named by their path or their address; all where none is named."""
    jobs = {job.source: job for job in store.jobs.listed()}
    if not sources:
        return tuple(jobs.values())
    found = {}
    for source in sources:
        job = jobs.get(source) or jobs.get(os.path.realpath(source))
        if job is None:
            near = tuple(name for name in jobs if os.path.basename(name) == os.path.basename(source))  # noqa: PTH119  maybe no path
            raise NotFound(f"no job of {source!r}", hint="silcrow jobs shows what there is.", candidates=near[:_NAMED])
        found[job.source] = job
    return tuple(found.values())
