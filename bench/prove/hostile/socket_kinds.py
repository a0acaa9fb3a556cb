"""Load on the websockets: handshakes, sockets that are silent or never read, floods, documents."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bench.prove.hostile.load import RESPONSE_SECONDS, HostileLoad
from bench.prove.hostile.registry import Needs, kind

HELD, CLOSED = "held", "closed"
PATH = "/socket.io/?EIO=4&transport=websocket"
TEXT, BINARY, CLOSE = 1, 2, 8
SOCKETS = 300


@dataclass(slots=True)
class RawSocket:
    """A websocket with raw frames."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    status: int = 0
    _acks: int = field(default=0)

    @classmethod
    async def open(cls, load: HostileLoad, *, origin: str = "", host: str | None = None) -> "RawSocket":
        """`status` is that of the response."""
        reader, writer = await load.connect()
        headers = {
            "Origin": origin or f"http://{load.app_host}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version": "13",
        }
        socket = cls(reader, writer)
        try:
            writer.write(load.head("GET", PATH, headers, host=host))
            async with asyncio.timeout(RESPONSE_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
        except BaseException:
            writer.close()
            raise
        socket.status = int(head.split(b" ", 2)[1])
        return socket

    async def connect(self, token: str) -> bool:
        """Sends the CONNECT packet. Returns whether the session was accepted."""
        self.send("40" + json.dumps({"token": token}))
        while (text := await self.hear()) is not None:
            if text[:2] == b"40":
                return True
            if text[:2] in (b"44", b"41"):
                return False
        return False

    def send(self, frame: str | bytes) -> None:
        """Masked with zeros."""
        kind_, body = (TEXT, frame.encode()) if isinstance(frame, str) else (BINARY, frame)
        length = len(body)
        if length < 126:
            head = bytes([0x80 | kind_, 0x80 | length])
        elif length < 1 << 16:
            head = bytes([0x80 | kind_, 0xFE]) + length.to_bytes(2, "big")
        else:
            head = bytes([0x80 | kind_, 0xFF]) + length.to_bytes(8, "big")
        self.writer.write(head + b"\0\0\0\0" + body)

    def emit(self, name: str, *arguments: Any, attachment: bytes | None = None) -> None:
        """Sends an event that requests an acknowledgement."""
        self._acks += 1
        if attachment is None:
            self.send(f"42{self._acks}" + json.dumps([name, *arguments]))
            return
        placeholder = {"_placeholder": True, "num": 0}
        self.send(f"451-{self._acks}" + json.dumps([name, *arguments, placeholder]))
        self.send(attachment)

    async def hear(self) -> bytes | None:
        """None once the socket is closed."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            async with asyncio.timeout(RESPONSE_SECONDS):
                head = await self.reader.readexactly(2)
                length = head[1] & 127
                if length == 126:
                    length = int.from_bytes(await self.reader.readexactly(2), "big")
                elif length == 127:
                    length = int.from_bytes(await self.reader.readexactly(8), "big")
                body = await self.reader.readexactly(length)
            if head[0] & 15 != CLOSE:
                if body == b"2":
                    self.send("3")
                return body
        return None

    async def hear_ack(self) -> str:
        while (text := await self.hear()) is not None:
            if text[:2] in (b"43", b"46"):
                return "error" if b'"code"' in text else "acknowledged"
        return CLOSED

    def close(self) -> None:
        self.writer.close()


@kind("handshakes from other origins and hosts", needs=Needs.NOTHING, per_second=60, expects=("4", "5"))
async def wrong_handshakes(load: HostileLoad) -> str:
    host = load.draw.choice([None, f"{load.word()}.example"])
    socket = await RawSocket.open(load, origin=f"http://{load.word()}.example", host=host)
    socket.close()
    return str(socket.status)


@kind(
    "sockets that never say who they are",
    needs=Needs.NOTHING,
    per_second=30,
    expects=(HELD, CLOSED, "4"),
    max_running=SOCKETS,
)
async def silent_sockets(load: HostileLoad) -> str:
    socket = await RawSocket.open(load)
    try:
        if socket.status != 101:
            return str(socket.status)
        await socket.hear()
        return await _hold(load, socket)
    finally:
        socket.close()


@kind("sockets with guessed sessions", needs=Needs.NOTHING, per_second=40, expects=("refused", CLOSED, "4"))
async def guessed_sessions(load: HostileLoad) -> str:
    socket = await RawSocket.open(load)
    try:
        if socket.status != 101:
            return str(socket.status)
        return "connected" if await socket.connect(load.word(43)) else "refused"
    finally:
        socket.close()


@kind(
    "sockets that never read",
    needs=Needs.ACCOUNT,
    per_second=10,
    expects=(HELD, CLOSED, "refused", "4"),
    max_running=150,
)
async def deaf_sockets(load: HostileLoad) -> str:
    socket = await RawSocket.open(load)
    try:
        if socket.status != 101:
            return str(socket.status)
        if not await socket.connect(load.target.attacker["socket_token_0"]):
            return "refused"
        while not load.ending.is_set():
            for _ in range(20):
                socket.emit("link:probe", "x" * 200)
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await socket.writer.drain()
            await load.hold(1)
            if socket.writer.is_closing():
                return CLOSED
        return HELD
    finally:
        socket.close()


@kind(
    "events far beyond the allowance",
    needs=Needs.ACCOUNT,
    per_second=5,
    expects=(CLOSED, "refused", "4"),
    max_running=10,
)
async def event_floods(load: HostileLoad) -> str:
    socket = await RawSocket.open(load)
    try:
        if socket.status != 101:
            return str(socket.status)
        if not await socket.connect(load.target.attacker["socket_token_1"]):
            return "refused"
        for _ in range(600):
            socket.emit("link:probe")
        await socket.writer.drain()
        while await socket.hear() is not None:
            pass
        return CLOSED
    finally:
        socket.close()


async def _document(load: HostileLoad) -> str:
    draft = {"name": "Doc", "subject": "Doc", "content": {"kind": "document"}, "recipients": {"all": True}}
    made = await load.post_or_raise("/api/email-marketing", draft, token=load.target.attacker["token"])
    return f"document:{made['documentId']}"


async def _joined(load: HostileLoad, token: str) -> RawSocket | None:
    socket = await RawSocket.open(load)
    if socket.status == 101 and await socket.connect(token):
        socket.emit("doc:join", {"room": load.prepared, "client": load.draw.getrandbits(31)}, attachment=b"\0")
        if await socket.hear_ack() == "acknowledged":
            return socket
    socket.close()
    return None


def varuint(number: int) -> bytes:
    """The encoding of lib0."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def many_deletions(count: int) -> bytes:
    """A Yjs update that deletes this many separate pieces of one author."""
    ranges = b"".join(varuint(2 * number) + b"\1" for number in range(count))
    return b"\0\1" + varuint(7) + varuint(count) + ranges


def many_embeds(count: int, client: int) -> bytes:
    """A Yjs update with this many embedded values."""
    struct = b"\5\1\5nodes\2{}"  # an embed, in the root `nodes`, of the JSON value {}
    return b"\1" + varuint(count) + varuint(client) + b"\0" + struct * count + b"\0"


@kind(
    "Yjs updates of 200 kB that are refused",
    needs=Needs.ACCOUNT,
    per_second=4,
    expects=("error", "acknowledged", CLOSED),
    prepare=_document,
    max_running=4,
)
async def document_updates(load: HostileLoad) -> str:
    socket = await _joined(load, load.target.attacker["socket_token_2"])
    if socket is None:
        return "refused"
    try:
        label = CLOSED
        for number in range(4):
            if load.ending.is_set():
                break
            update = many_deletions(50_000) if number % 2 else many_embeds(20_000, load.draw.getrandbits(31))
            socket.emit("doc:update", load.prepared, attachment=update)
            label = await socket.hear_ack()
        return label
    finally:
        socket.close()


@kind(
    "awareness of 200 kB, as often as it is let",
    needs=Needs.ACCOUNT,
    per_second=2,
    expects=("error", "acknowledged", CLOSED),
    prepare=_document,
    max_running=4,
)
async def awareness_floods(load: HostileLoad) -> str:
    socket = await _joined(load, load.target.attacker["socket_token_3"])
    if socket is None:
        return "refused"
    try:
        label = CLOSED
        for _ in range(20):
            if load.ending.is_set():
                break
            socket.emit("doc:awareness", load.prepared, attachment=b"\1" * 200_000)
            label = await socket.hear_ack()
            if label == CLOSED:
                break
        return label
    finally:
        socket.close()


async def _hold(load: HostileLoad, socket: RawSocket) -> str:
    heard = asyncio.create_task(socket.hear())
    ended = asyncio.create_task(load.ending.wait())
    try:
        await asyncio.wait({heard, ended}, return_when=asyncio.FIRST_COMPLETED)
        return HELD if ended.done() else CLOSED
    finally:
        for task in (heard, ended):
            task.cancel()
        await asyncio.gather(heard, ended, return_exceptions=True)
