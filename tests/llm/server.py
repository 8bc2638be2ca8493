"""A real HTTP server that speaks the chat-completions protocol, scripted by the tests."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-test-0123456789abcdef"


@dataclass
class Said:
    """What the server says to one request.

    Args:
        text: The model's words.
        status: HTTP status; other than 200, `text` is the error's message.
        delay: Seconds before it says anything.
        body: The raw body instead, if given.
        headers: Further headers.
        code: The error's code.
        hang_up: Whether the connection is closed without an answer.
        dribble: Seconds between the single bytes of the answer.
        usage: Tokens, or None to say nothing of them.
    """

    text: str | None = ""
    status: int = 200
    delay: float = 0.0
    body: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    code: str | None = None
    hang_up: bool = False
    dribble: float = 0.0
    finish: str = "stop"
    usage: dict[str, Any] | None = field(default_factory=lambda: {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110})

    def content(self, model: str) -> str:
        if self.body is not None:
            return self.body
        if self.status != 200:
            return json.dumps({"error": {"message": self.text, "type": "x", "code": self.code}})
        choice = {"index": 0, "finish_reason": self.finish, "message": {"role": "assistant", "content": self.text}}
        answer = {"id": "c", "object": "chat.completion", "created": 0, "model": model, "choices": [choice]}
        return json.dumps(answer | ({} if self.usage is None else {"usage": self.usage}))


Behaviour = Callable[[dict[str, Any]], Said]


class Server(ThreadingHTTPServer):
    """Answers by a script of `Said`, one a request, or by a function of the request."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: list[Said] = []
        self.behaviour: Behaviour = lambda request: Said("hello")
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.lock = threading.Lock()
        self.open = 0
        self.most_open = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def say(self, *script: Said | str) -> None:
        self.script = [Said(s) if isinstance(s, str) else s for s in script]

    def take(self, request: dict[str, Any], headers: dict[str, str]) -> Said:
        with self.lock:
            self.requests.append(request)
            self.headers.append(headers)
            self.open += 1
            self.most_open = max(self.most_open, self.open)
            if self.script:
                return self.script.pop(0)
        return self.behaviour(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what some tests are about."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        said = self.server.take(request, {name.title(): value for name, value in self.headers.items()})
        try:
            time.sleep(said.delay)
        finally:
            with self.server.lock:
                self.server.open -= 1
        if said.hang_up:
            self.close_connection = True
            return
        body = said.content(request["model"]).encode()
        known = self.path == "/v1/chat/completions"
        self.send_response(said.status if known else 404)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **said.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        for piece in [bytes([b]) for b in body] if said.dribble else [body]:
            self.wfile.write(piece)
            time.sleep(said.dribble)


@contextmanager
def serving() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
