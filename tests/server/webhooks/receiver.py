"""A receiver of webhooks: an HTTP server on loopback that responds as a test says and stores its requests."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from django.conf import settings

Script = Callable[["Request"], "Answer"]


@dataclass(frozen=True)
class Request:
    """One post. Header names are in lower case."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def event_id(self) -> str:
        return self.headers["webhook-id"]


@dataclass(frozen=True)
class Answer:
    """A response; `wait` is set before it goes out."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b"ok"
    wait: asyncio.Event | None = None


class Receiver:
    """Responds with the result of `script` for each request."""

    def __init__(self, port: int = 0) -> None:
        self.port = port
        self.requests: list[Request] = []
        self.connections = self.open_connections = 0
        self.at_once = self.most_at_once = 0
        self.script: Script = lambda _: Answer()

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, for as long as it stays open."""
        self.connections += 1
        self.open_connections += 1
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                first, *lines = head.decode("latin-1").rstrip().split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                request = Request(first.split(" ")[1], headers, body)
                self.requests.append(request)
                self.at_once += 1
                self.most_at_once = max(self.most_at_once, self.at_once)
                try:
                    answer = self.script(request)
                    if answer.wait:
                        await answer.wait.wait()
                finally:
                    self.at_once -= 1
                told = {"Content-Length": str(len(answer.body)), **answer.headers}
                lines = [f"HTTP/1.1 {answer.status} Told", *(f"{name}: {value}" for name, value in told.items())]
                writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + answer.body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self.open_connections -= 1
            writer.close()


@asynccontextmanager
async def receiving(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Receiver]:
    """A receiver with the only port that webhooks can be posted to."""
    receiver = Receiver()
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    monkeypatch.setattr(settings, "EGRESS_LOOPBACK_PORTS", frozenset({receiver.port}))
    try:
        yield receiver
    finally:
        server.close()
