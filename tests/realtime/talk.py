"""A websocket without a client library: raw frames, for input that no well-behaved client sends."""

import asyncio
import json
from typing import Any

from channels.testing import WebsocketCommunicator

from realtime.consumer import SocketConsumer
from realtime.server import RealtimeServer

SECONDS = 30  # before a hanging test is ended
ORIGIN = "http://localhost:8000"
HOST = "localhost:8000"
QUERY = "EIO=4&transport=websocket"


class Talk:
    """One socket of this process."""

    def __init__(self, switchboard: RealtimeServer, *, origin: str | None = ORIGIN, query: str = QUERY) -> None:
        headers = [(b"host", HOST.encode())] + ([(b"origin", origin.encode())] if origin is not None else [])
        self._line = WebsocketCommunicator(
            SocketConsumer.as_asgi(switchboard=switchboard), f"/socket.io/?{query}", headers=headers
        )

    async def open(self) -> dict[str, Any]:
        """Opens the websocket. Returns Engine.IO's handshake."""
        accepted, code = await self._line.connect(timeout=SECONDS)
        assert accepted, code
        text = await self.hear()
        assert text[0] == "0"
        handshake: dict[str, Any] = json.loads(text[1:])
        return handshake

    async def is_refused(self) -> bool:
        """Whether the websocket is rejected."""
        accepted, _ = await self._line.connect(timeout=SECONDS)
        return not accepted

    async def connect(self, token: str, **auth: Any) -> dict[str, Any]:
        """Opens and connects. Returns `{sid, pid}`."""
        await self.open()
        await self.say("40" + json.dumps({"token": token, **auth}))
        while (text := await self.hear()) == "2":
            pass  # if a test pings fast, a ping can come first
        assert text[:2] == "40", text
        session: dict[str, Any] = json.loads(text[2:])
        return session

    async def say(self, frame: str | bytes) -> None:
        """Sends one frame."""
        kind = "text" if isinstance(frame, str) else "bytes"
        await self._line.send_input({"type": "websocket.receive", kind: frame})

    async def hear(self) -> str:
        """The next text frame."""
        text = await self._line.receive_from(timeout=SECONDS)
        assert isinstance(text, str)
        return text

    async def hear_bytes(self) -> bytes:
        """The next frame, which must be binary."""
        data = await self._line.receive_from(timeout=SECONDS)
        assert isinstance(data, bytes), data
        return data

    async def hear_close(self) -> int:
        """Waits for the close, ignoring earlier frames. Returns its code."""
        while True:
            message = await self._line.receive_output(timeout=SECONDS)
            if message["type"] == "websocket.close":
                return int(message.get("code", 1000))

    async def silent(self) -> bool:
        """Whether nothing has been sent."""
        return bool(await self._line.receive_nothing(timeout=0.05, interval=0.005))

    @property
    def has_ended(self) -> bool:
        """Whether the server's side has ended."""
        return bool(self._line.future.done())

    async def closed_by_server(self) -> bool:
        """Whether a close has been sent. Discards everything sent before it."""
        await asyncio.sleep(0)
        closed = False
        while not self._line.output_queue.empty():
            closed |= self._line.output_queue.get_nowait()["type"] == "websocket.close"
        return closed

    async def leave(self) -> None:
        """Disconnects the websocket."""
        await self._line.disconnect(timeout=SECONDS)
