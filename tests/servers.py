"""A real HTTP server on the loopback that plays a model's: each request gets the next answer of a script."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Answer(NamedTuple):
    """What the server sends; after `delay` seconds, and `drip` seconds between one byte and the next."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    delay: float = 0.0
    drip: float = 0.0


Script = Sequence[Answer | Callable[[dict], object]]


class Server(NamedTuple):
    """Where it is, and what it was asked: path, headers and body."""

    url: str
    asked: list[tuple[str, dict[str, str], dict]]


@contextmanager
def serving(script: Script) -> Iterator[Server]:
    """A server; a function in the script makes the JSON of its answer from the request, the last one goes on."""
    asked: list[tuple[str, dict[str, str], dict]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            step = script[min(len(asked), len(script) - 1)]
            asked.append((self.path, dict(self.headers), request))
            answer = step if isinstance(step, Answer) else Answer(json.dumps(step(request)).encode())
            time.sleep(answer.delay)
            try:
                self.send_response(answer.status)
                for name, value in answer.headers:
                    self.send_header(name, value)
                self.end_headers()
                for piece in (answer.body,) if not answer.drip else (bytes([one]) for one in answer.body):
                    self.wfile.write(piece)
                    self.wfile.flush()
                    time.sleep(answer.drip)
            except OSError:
                pass  # who asked has gone

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Server(f"http://127.0.0.1:{server.server_port}", asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
