"""/metrics: what a server does and what its library holds, as Prometheus reads it. By route; nothing of documents."""

from collections import Counter as Counts
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, get_args

from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from silcrow import __version__
from silcrow.errors import SilcrowError
from silcrow.job import JobState
from silcrow.web.jobs import Jobs
from silcrow.web.service import Service

ROUTER = APIRouter()

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_STATES = get_args(JobState)


class Metrics:
    """The counts of one app. Usable from any thread."""

    def __init__(self, service: Service, jobs: Jobs) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "silcrow_requests", "Requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "silcrow_request_seconds",
            "From a request to the end of its response.",
            ("method", "route"),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._at_work = Gauge("silcrow_requests_at_work", "Requests being answered.", registry=self.registry)
        Gauge("silcrow_info", "Which Silcrow it is.", ("version",), registry=self.registry).labels(__version__).set(1)
        self.registry.register(_Holdings(service, jobs))
        ProcessCollector(registry=self.registry)

    def at_work(self) -> AbstractContextManager[Any]:
        """Count a request as being answered."""
        return self._at_work.track_inprogress()

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)


class _Holdings:
    """What the library holds, looked up when it is asked for."""

    def __init__(self, service: Service, jobs: Jobs) -> None:
        self._service = service
        self._jobs = jobs

    def describe(self) -> Iterator[Metric]:
        """Nothing: the library is not opened before it is asked for."""
        yield from ()

    def collect(self) -> Iterator[Metric]:
        """Every figure; whether the library answers is one of them."""
        up = GaugeMetricFamily("silcrow_library_up", "Whether the library answers.")
        try:
            pulse = self._service.library.pulse()
            named = self._service.opened.named()
        except SilcrowError:
            up.add_metric((), 0)
            yield up
            return
        up.add_metric((), 1)
        yield up
        yield _gauge("silcrow_documents", "Documents that lie open.", len(named) if named else pulse.documents)
        yield _gauge("silcrow_generation", "Changes that the library has seen.", pulse.generation)
        waiting = GaugeMetricFamily("silcrow_jobs", "Files that add is to read, by state.", labels=("state",))
        for state in _STATES:
            waiting.add_metric((state,), dict(pulse.jobs).get(state, 0))
        yield waiting
        if self._service.writes:
            uploads = GaugeMetricFamily("silcrow_uploads", "Uploads, by state.", labels=("state",))
            for state, count in sorted(Counts(job.state for job in self._jobs.listed()).items()):
                uploads.add_metric((state,), count)
            yield uploads


def _gauge(name: str, text: str, value: float) -> Metric:
    found = GaugeMetricFamily(name, text)
    found.add_metric((), value)
    return found


@ROUTER.get("/metrics")
def metrics(request: Request) -> Response:
    """All of it. It needs the token, where there is one."""
    found: Metrics = request.app.state.metrics
    return Response(generate_latest(found.registry), media_type=CONTENT_TYPE_LATEST)
