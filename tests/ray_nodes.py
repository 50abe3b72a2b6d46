"""A Ray cluster of two raylets on the loopback, in a process of its own: a head with a processor, and another node.

It lives as long as its standard input is open. A line there is a wish, and a line of JSON comes back: `lose` kills the
other node's raylet (SIGKILL), `lose head` the head's, `join` starts another. Every process is ended by its id.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

STORE = 100_000_000  # bytes that a node holds for others
# All addresses are 127.0.0.1: without the second, Ray puts the machine's own in its place.
ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_AUTH_MODE": "disabled",
    "SILCROW_EMBEDDER": "none",  # but for the tests that bring one
    "RAY_health_check_timeout_ms": "60000",  # a machine with much to do has no dead nodes
}


class Nodes:
    """The cluster as a test sees it."""

    def __init__(self, gpus: int = 0) -> None:
        self.folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # sockets need short paths
        self.environment = {**os.environ, **ENVIRONMENT, "RAY_TMPDIR": self.folder}
        with Path(self.folder, "stderr").open("wb") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(gpus)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                env=self.environment,
            )
        try:
            self.address: str = self._reply()["address"]
        except RuntimeError:
            self.end()
            raise

    def wish(self, word: str) -> dict[str, Any]:
        """Have something done."""
        assert self._process.stdin
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()
        return self._reply()

    def end(self) -> None:
        """End it, and whatever belongs to it."""
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            self._process.communicate(timeout=30)
        for pid in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(OSError, ValueError):
            self._process.communicate()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _reply(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(Path(self.folder, "stderr").read_text(errors="replace")[-2000:])
        found: dict[str, Any] = json.loads(line)
        return found

    def _processes(self) -> Iterator[int]:
        """What was started for this cluster and is still there: its folder's name is in their environment."""
        mark = f"RAY_TMPDIR={self.folder}\0".encode()
        for environment in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if mark in environment.read_bytes() and int(environment.parent.name) != os.getpid():
                    yield int(environment.parent.name)


def main() -> None:
    """Start it, do what is wished, and end it."""
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "object_store_memory": STORE}
    head = {**node, "include_dashboard": False, "num_gpus": int(sys.argv[1])}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    other = cluster.add_node(**node)
    print(json.dumps({"address": cluster.address}), flush=True)
    for wish in sys.stdin:
        if wish.startswith("lose"):
            (raylet,) = (cluster.head_node if "head" in wish else other).all_processes["raylet"]
            raylet.process.kill()
            raylet.process.wait()
        else:
            other = cluster.add_node(**node)
        print(json.dumps({"at": time.time()}), flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
