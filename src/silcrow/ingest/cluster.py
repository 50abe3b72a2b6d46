"""Documents read on the nodes of a Ray cluster: bytes go to a node, what is stored comes back, one writer here writes.

Only so many documents are on their way at a time, so that neither the nodes' memory nor ours fills while the writer is
busy. A node that is lost takes nothing with it: what it was reading is read by another. Ray is loaded when a cluster is
named and not before; it retries nothing by itself, since the library's job table says what has been tried.
"""

import importlib
import importlib.util
import logging
import os
import queue
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

from silcrow.errors import ClusterFailed, Notice, SilcrowError, Usage
from silcrow.ingest import node
from silcrow.ingest.limits import Limits
from silcrow.ingest.manner import Parsed, Vectors
from silcrow.ingest.worker import Request
from silcrow.ingest.workers import Lost
from silcrow.models.embed import Embedder
from silcrow.parse.formats import recipe

_CONNECT = 5.0  # seconds to reach the address
_JOIN = 60.0  # seconds to become one of the cluster's drivers
_LOOK = 5.0  # seconds between two looks at whether anybody is still there to read
_ALONE = 60.0  # seconds without any processor before the batch is given up
_LOSSES = 5  # times that what reads a document may be lost before the document is suspected
_MOST = 128  # documents on their way: more than one writer keeps up with
_TEXTS = 256  # paragraphs embedded in one call
_GOES_ON = "What was added is kept; the same command goes on from there."
_ALIKE = "Every node needs the same version of Silcrow with the same extras."


class Cluster:
    """The nodes behind an address, as readers. `most`: documents on their way; None: two a processor.

    With an `embedder` the vectors of all paragraphs come with the document.
    """

    def __init__(self, address: str, limits: Limits, *, most: int | None = None, embedder: Embedder | None) -> None:
        self.count = most or 1
        self._address = address
        self._limits = limits
        self._embedder = embedder
        self._most = most
        _reach(address)
        self._threads: ThreadPoolExecutor | None = None
        self._actors: queue.SimpleQueue[Any] | None = None
        self._all_actors: list[Any] = []
        self._out: set[Any] = set()
        self._turn = threading.Lock()
        self._closed = False

    def submit(self, request: Request) -> Future[Parsed]:
        """Read something: the future gives it, raises what reading raised, Lost, or ClusterFailed.

        The cluster is joined with the first, so that a batch of which nothing is new does not wait for it.
        """
        if self._threads is None:
            self._ray, self._ours = _joined(self._address)
            self.count = min(_MOST, self._most or 2 * max(1, int(self._resources().get("CPU", 0))))
            self._read_there = self._ray.remote(num_cpus=1, max_retries=0)(node.read)
            self._threads = ThreadPoolExecutor(self.count, thread_name_prefix="silcrow-cluster")
        return self._threads.submit(self._read, request)

    def close(self) -> None:
        """End what is still being read, and leave the cluster."""
        if self._threads is None:
            return
        with self._turn:
            self._closed = True
            out, actors = tuple(self._out), tuple(self._all_actors)
        with suppress(self._ray.exceptions.RayError):
            for one in actors:
                self._ray.kill(one)
            for ref in out:
                self._ray.cancel(ref, force=True)
        self._threads.shutdown(cancel_futures=True)
        if self._ours:
            self._ray.shutdown()

    def _read(self, request: Request) -> Parsed:
        reply = self._result(lambda: self._read_there.remote(request, self._limits), to_cancel=True)
        if isinstance(reply, Lost | SilcrowError):
            raise reply
        made_by, ours = reply.document.recipe, recipe(reply.document.format)
        if not made_by.startswith(ours):
            raise ClusterFailed(f"a node reads otherwise than this machine: {made_by}, not {ours}", hint=_ALIKE)
        return self._with_vectors(reply) if self._embedder else reply

    def _result(self, ask: Callable[[], Any], *, to_cancel: bool) -> Any:
        """What a node replies; asked again of another where the node was lost."""
        said = self._ray.exceptions
        for _ in range(_LOSSES):
            with self._turn:
                if self._closed:
                    raise Lost("the batch was ended")
                ref = ask()
                if to_cancel:
                    self._out.add(ref)
            try:
                self._wait(ref)
                return self._ray.get(ref)
            except (said.TaskCancelledError, said.RayActorError) as error:
                if self._closed:
                    raise Lost("the batch was ended") from error
            except said.RayTaskError as error:
                raise ClusterFailed(
                    f"a node of the cluster cannot read: {_last_line(error)}",
                    hint=_ALIKE,
                ) from error
            except said.LocalRayletDiedError as error:  # it says so of whatever is asked from now on
                raise ClusterFailed(
                    "the node of the cluster on this machine is gone",
                    hint=f"Start it again with ray start. {_GOES_ON}",
                ) from error
            except said.RayError:
                continue
            finally:
                self._out.discard(ref)
        raise Lost(f"what read it was lost {_LOSSES} times")

    def _wait(self, ref: Any) -> None:
        """Until a reply is there, or nobody has been for so long that none will come."""
        alone = None
        while not self._ray.wait([ref], timeout=_LOOK)[0]:
            if self._closed or self._resources().get("CPU", 0):
                alone = None
            elif alone is None:
                alone = time.monotonic()
            elif time.monotonic() - alone > _ALONE:
                raise ClusterFailed("no node of the cluster is left to read", hint=f"See ray status. {_GOES_ON}")

    def _resources(self) -> dict[str, float]:
        found: dict[str, float] = self._ray.cluster_resources()
        return found

    def _with_vectors(self, parsed: Parsed) -> Parsed:
        """The same with its vectors, or with a notice on why it has none: the document is read all the same."""
        assert self._embedder
        texts = [paragraph.text for paragraph in parsed.document.paragraphs]
        found: list[bytes] = []
        for at in range(0, len(texts), _TEXTS):
            blocks = self._blocks(texts[at : at + _TEXTS])
            if isinstance(blocks, SilcrowError):
                why = Notice("not_embedded", f"no vectors yet: {blocks.message}; silcrow embed computes them")
                return replace(parsed, notices=(why,))
            found += blocks
        return replace(parsed, vectors=Vectors(self._embedder.identity, dict(enumerate(found))))

    def _blocks(self, texts: list[str]) -> list[bytes] | SilcrowError:
        assert self._embedder
        if _runs_on(self._embedder) == "server":
            return node.blocks(self._embedder, texts)
        actors = self._embedding()
        actor = actors.get()
        try:
            found: list[bytes] | SilcrowError = self._result(lambda: actor.blocks.remote(texts), to_cancel=False)
        finally:
            actors.put(actor)
        return found

    def _embedding(self) -> queue.SimpleQueue[Any]:
        """The actors that embed: one a GPU, for a model that makes use of it where there is any, else one a node."""
        with self._turn:
            if self._actors is None:
                gpus = int(self._resources().get("GPU", 0)) if _runs_on(self._embedder) == "gpu" else 0
                nodes = sum(1 for one in self._ray.nodes() if one["Alive"] and one["Resources"].get("CPU"))
                made = self._ray.remote(
                    num_cpus=0,
                    num_gpus=1 if gpus else 0,
                    max_restarts=-1,
                    max_task_retries=_LOSSES,
                    scheduling_strategy="SPREAD",
                )(node.Embedding)
                self._actors = queue.SimpleQueue()
                self._all_actors = [made.remote(self._embedder) for _ in range(gpus or max(1, nodes))]
                for actor in self._all_actors:
                    self._actors.put(actor)
            return self._actors


def _runs_on(embedder: Embedder | None) -> str:
    return getattr(embedder, "runs_on", "processor")


def _reach(address: str) -> None:
    """Usage or ClusterFailed, at once, where there can be no cluster; Ray itself is not loaded yet."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdecimal() or "/" in host:
        raise Usage(f"{address!r} is no address of a cluster", hint="Write --ray HOST:PORT, as `ray start` shows it.")
    if importlib.util.find_spec("ray") is None:
        raise ClusterFailed("Ray is not installed", hint="Install it: pip install 'silcrow[ray]'")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECT).close()
    except (OSError, OverflowError) as error:
        raise ClusterFailed(
            f"no cluster at {address}: {error}", hint="Start one with ray start --head, or check the address."
        ) from None


def _joined(address: str) -> tuple[Any, bool]:
    """Ray, with this process as a driver of the cluster; and whether that is our doing."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray = importlib.import_module("ray")
    ours = not ray.is_initialized()
    if ours:
        _join(ray, address)
    return ray, ours


def _join(ray: Any, address: str) -> None:
    """Join within bounded time, in a thread, since Ray tries for minutes; and no handler of signals is set there."""
    logging.getLogger("ray").setLevel(logging.ERROR)
    fault: list[BaseException] = []
    done = threading.Event()

    def join() -> None:
        try:
            ray.init(address=address, configure_logging=False, log_to_driver=False)
        except BaseException as error:  # noqa: BLE001  told by who waits
            fault.append(error)
        done.set()

    threading.Thread(target=join, daemon=True, name="silcrow-joins-ray").start()
    if not done.wait(_JOIN) or fault:
        what = _last_line(fault[0]) if fault else f"no reply in {_JOIN:g} seconds"
        hint = "This machine must be a node of the cluster: ray start --address=HOST:PORT --num-cpus=0"
        raise ClusterFailed(f"the cluster at {address} cannot be joined: {what}", hint=hint)


def _last_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[-1].strip()
