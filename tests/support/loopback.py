"""A counting endpoint on the loopback, that behaves as the providers document theirs.

It counts the bytes of a text, and a frame of seven tokens around it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "planted-key-0123456789abcdef"
FRAME = 7
TOO_LONG = 100_000


@dataclass
class Reply:
    """One answer; ``cut`` closes the connection, ``silent`` says nothing until the end."""

    status: int = 200
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    silent: bool = False


def refusal(status: int, message: str, **headers: str) -> Reply:
    """An error in the envelope that all three providers share."""
    body = json.dumps({"type": "error", "error": {"type": "some_error", "message": message}})
    return Reply(status, body.encode(), {k.replace("_", "-"): v for k, v in headers.items()})


@dataclass
class FakeProvider:
    """What the endpoint was asked, and what it will answer.

    Attributes:
        url: Its base URL.
        script: The next answers; when there is none left, it counts.
        texts: The text of every request, in order.
        requests: Path, headers and body of every request, in order.
    """

    url: str = ""
    script: list[Reply] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    requests: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> Reply:
        """Log a request, and answer by the script or by counting."""
        with self.lock:
            self.requests.append((path, headers, body))
            shape, text, model = _read(path, body)
            self.texts.append(text)
            if self.script:
                return self.script.pop(0)
        if KEY not in headers[shape.key_header]:
            return refusal(401, f"invalid key: {headers[shape.key_header]}")
        if model != "m":
            return refusal(404, f"model: {model}")
        if len(text) > TOO_LONG:
            return refusal(413, "Request exceeds the maximum size")
        if shape.refuses_blank and not text.strip():
            return refusal(400, "messages: text content blocks must contain non-whitespace text")
        return Reply(body=json.dumps({shape.field: FRAME + len(text.encode())}).encode())


@dataclass(frozen=True)
class _Shape:
    key_header: str
    field: str
    refuses_blank: bool = False


def _read(path: str, body: dict[str, Any]) -> tuple[_Shape, str, str]:
    """The provider's shape, the text and the model of a request; a wrong request raises."""
    if path == "/v1/messages/count_tokens":
        (message,) = body["messages"]
        assert message["role"] == "user"
        return _Shape("x-api-key", "input_tokens", True), message["content"], body["model"]
    if path == "/responses/input_tokens":
        return _Shape("authorization", "input_tokens"), body["input"], body["model"]
    start, model, end = path.partition("/v1/models/")[1], path[11:-12], path[-12:]
    assert (start, end) == ("/v1/models/", ":countTokens")
    (content,) = body["contents"]
    (part,) = content["parts"]
    return _Shape("x-goog-api-key", "totalTokens"), part["text"], model


@contextmanager
def fake_provider() -> Iterator[FakeProvider]:
    """A running endpoint."""
    fake = FakeProvider()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = fake.answer(self.path, headers, body)
            if reply.silent:
                fake.closing.wait(60)
            if reply.silent or reply.cut:
                self.close_connection = True
                return
            self.send_response(reply.status)
            for name, value in {"content-length": str(len(reply.body)), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, *_: object) -> None:
            """Tests read the log of the fake, not standard error."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    fake.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield fake
    finally:
        fake.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
