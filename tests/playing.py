"""Models' servers on the loopback that play scripts in the wire formats of OpenAI and Anthropic, streaming.

A script is a list of replies (`Says`), raw answers (`Answer`: faults) or functions from the request to one of both.
After its end everything is refused. `server.asked` keeps what was sent: path, headers and body.
"""

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from servers import Answer

KEY = "sk-played-0123456789"


@dataclass(frozen=True)
class Says:
    """A reply. `calls`: (name, arguments) or (name, arguments, id); arguments are an object, or the text as it is sent.

    stop      the server's own word, by default the usual one
    pieces    characters in a piece of the stream
    thoughts  reasoning beside the text
    cut       after so many events: the line breaks, or (quiet) the stream ends as if that were all
    delay     seconds before it begins; drip, between two events
    usage     (input, output, cached) tokens; None: it is not counted
    """

    text: str = ""
    calls: Sequence[tuple] = ()
    stop: str = ""
    pieces: int = 12
    thoughts: str = ""
    cut: int | None = None
    quiet: bool = False
    delay: float = 0.0
    drip: float = 0.0
    usage: tuple[int, int, int] | None = (100, 10, 0)


Part = Says | Answer | Callable[[dict], Says | Answer]


class Asked(NamedTuple):
    """One request."""

    path: str
    headers: Mapping[str, str]
    body: dict


class Playing(NamedTuple):
    """The address to name the server by, and what it was asked."""

    url: str
    asked: list[Asked]


@contextmanager
def playing_openai(script: Iterable[Part]) -> Iterator[Playing]:
    """A server of `POST /v1/chat/completions`."""
    with _playing(script, "/v1/chat/completions", _openai_events) as server:
        yield Playing(f"{server.url}/v1", server.asked)


@contextmanager
def playing_anthropic(script: Iterable[Part]) -> Iterator[Playing]:
    """A server of `POST /v1/messages`."""
    with _playing(script, "/v1/messages", _anthropic_events) as server:
        yield server


def a_json(found: object, status: int = 200, **headers: str) -> Answer:
    """A whole answer in JSON; `Retry_After="1"` is a header."""
    kept = [("Content-Type", "application/json")]
    kept += [(name.replace("_", "-"), value) for name, value in headers.items()]
    return Answer(json.dumps(found).encode(), status, tuple(kept))


def busy(**headers: str) -> Answer:
    """Too many requests."""
    return a_json({"error": {"message": "Rate limit reached", "type": "rate_limit_error"}}, 429, **headers)


def broken(status: int = 500) -> Answer:
    """A fault of the server's own."""
    return a_json({"error": {"message": "The server had an error", "type": "server_error"}}, status)


CONTEXT_FULL: Mapping[str, Answer] = {
    "openai": a_json(
        {
            "error": {
                "message": "This model's maximum context length is 128000 tokens. However, your messages resulted in "
                "150000 tokens. Please reduce the length of the messages.",
                "type": "invalid_request_error",
                "param": "messages",
                "code": "context_length_exceeded",
            }
        },
        400,
    ),
    "anthropic": a_json(
        {
            "type": "error",
            "error": {"type": "invalid_request_error", "message": "prompt is too long: 210000 tokens > 200000 maximum"},
        },
        400,
    ),
    "vllm": a_json(
        {
            "error": {
                "message": "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens "
                "(4744 in the messages, 256 in the completion).",
                "type": "BadRequestError",
                "param": None,
                "code": 400,
            }
        },
        400,
    ),
    "llama.cpp": a_json(
        {
            "error": {
                "code": 400,
                "message": "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 5000,
                "n_ctx": 4096,
            }
        },
        400,
    ),
    "ollama": a_json(
        {"error": {"message": "prompt too long; exceeded max context length by 900 tokens", "type": "api_error"}}, 500
    ),
}


class _Player(ThreadingHTTPServer):
    """Plays one script at one path."""

    daemon_threads = True

    def __init__(self, script: Iterable[Part], path: str, events: Callable[[Says, dict], Iterator[bytes]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[Asked] = []
        self.events = events
        self._path = path
        self._script = iter(script)
        self._lock = threading.Lock()

    def part(self, asked: Asked) -> Says | Answer:
        """What this request is answered."""
        with self._lock:
            self.asked.append(asked)
            part = next(self._script, None)
        if asked.path != self._path:
            return a_json({"error": {"message": f"no route {asked.path}"}}, 404)
        if part is None:
            return a_json({"error": {"message": "the script has no further reply"}}, 400)
        return part if isinstance(part, Says | Answer) else part(asked.body)

    def handle_error(self, *_: object) -> None:
        """Who asked has gone."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Player

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        part = self.server.part(Asked(self.path, dict(self.headers), body))
        try:
            self._whole(part) if isinstance(part, Answer) else self._stream(part, self.server.events(part, body))
        except OSError:
            self.close_connection = True  # who asked has gone

    def _whole(self, answer: Answer) -> None:
        time.sleep(answer.delay)
        self.send_response_only(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def _stream(self, says: Says, pieces: Iterator[bytes]) -> None:
        time.sleep(says.delay)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number, piece in enumerate(pieces):
            if number == says.cut:
                break
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
            time.sleep(says.drip)
        if says.cut is None or says.quiet:
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def _playing(script: Iterable[Part], path: str, events: Callable[[Says, dict], Iterator[bytes]]) -> Iterator[Playing]:
    server = _Player(script, path, events)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Playing(f"http://127.0.0.1:{server.server_port}", server.asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _cut(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def _arguments(call: tuple) -> str:
    return call[1] if isinstance(call[1], str) else json.dumps(call[1])


def _openai_events(says: Says, request: dict) -> Iterator[bytes]:
    def event(delta: dict | None, stop: str | None = None, **rest: object) -> bytes:
        choices = [] if delta is None else [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": stop}]
        head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": request["model"]}
        return f"data: {json.dumps(head | {'choices': choices} | rest)}\n\n".encode()

    yield event({"role": "assistant", "content": None if says.calls else ""})
    for piece in _cut(says.thoughts, says.pieces):
        yield event({"reasoning_content": piece})
    for piece in _cut(says.text, says.pieces):
        yield event({"content": piece})
    for index, call in enumerate(says.calls):
        head = {"id": call[2] if len(call) > 2 else f"call_{index}{len(request['messages'])}", "type": "function"}
        yield event({"tool_calls": [{"index": index, **head, "function": {"name": call[0], "arguments": ""}}]})
        for piece in _cut(_arguments(call), says.pieces):
            yield event({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield event({}, says.stop or ("tool_calls" if says.calls else "stop"))
    if says.usage and request.get("stream_options", {}).get("include_usage"):
        read, written, cached = says.usage
        details = {"cached_tokens": cached, "audio_tokens": 0}
        total = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        yield event(None, usage={**total, "prompt_tokens_details": details})
    yield b"data: [DONE]\n\n"


def _anthropic_events(says: Says, request: dict) -> Iterator[bytes]:
    def event(kind: str, **rest: object) -> bytes:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **rest})}\n\n".encode()

    read, written, cached = says.usage or (0, 0, 0)
    counts = {"input_tokens": read - cached, "cache_read_input_tokens": cached, "cache_creation_input_tokens": 0}
    head = {"id": "msg_1", "type": "message", "role": "assistant", "content": [], "model": request["model"]}
    usage = {**counts, "output_tokens": 1}
    yield event("message_start", message={**head, "stop_reason": None, "stop_sequence": None, "usage": usage})
    yield event("ping")
    blocks: list[tuple[dict, list[dict]]] = []
    if says.thoughts:
        deltas = [{"type": "thinking_delta", "thinking": piece} for piece in _cut(says.thoughts, says.pieces)]
        blocks.append(({"type": "thinking", "thinking": "", "signature": ""}, deltas))
    if says.text:
        deltas = [{"type": "text_delta", "text": piece} for piece in _cut(says.text, says.pieces)]
        blocks.append(({"type": "text", "text": ""}, deltas))
    for index, call in enumerate(says.calls):
        call_id = call[2] if len(call) > 2 else f"toolu_{index}{len(request['messages'])}"
        deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in _cut(_arguments(call), says.pieces)]
        blocks.append(({"type": "tool_use", "id": call_id, "name": call[0], "input": {}}, deltas))
    for index, (block, deltas) in enumerate(blocks):
        yield event("content_block_start", index=index, content_block=block)
        for delta in deltas:
            yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    stop = says.stop or ("tool_use" if says.calls else "end_turn")
    yield event("message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage={"output_tokens": written})
    yield event("message_stop")
