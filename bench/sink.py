"""A scripted SMTP sink: counts, rejects, delays and disconnects by rule, and writes an independent ledger.

    python -m bench.sink --port 2525 [--rules rules.json] [--seed 7] [--ledger FILE] [--keep FOLDER]
                         [--forward HOST:PORT]

Rules are a JSON list. The first one that matches is applied: by `match` (a shell pattern on the envelope recipient) and
by `share` (chosen from the seed and the address, so that it is the same in every run):

    {"match": "*@bounce.example", "at": "rcpt", "answer": "550 5.1.1 No such user"}
    {"share": 0.05, "at": "dot", "answer": "451 4.7.1 Later", "times": 1}
    {"share": 0.01, "at": "data", "reset": "inside"}          reset: before, inside or after DATA
    {"match": "slow*", "at": "dot", "delay": 3}
    {"at": "rcpt", "answer": "550 5.1.1 No", "go_on": true}        then 354 to DATA, although there is no recipient
    {"at": "mail", "answer": "421 4.3.2 Going"}                    421 closes the connection and ignores the rest
    {"at": "dot", "split": true}                                   a reply of two lines, five bytes at a time

`times` counts per address. The ledger has one JSON object a line, synced to disk before the response: it contains every
message with a response, or that was received completely before a reset. `--keep` stores each message as a file until it
is read (`read_messages`). With `--ledger-of PATTERN` the ledger only has messages to matching addresses. With
`--ledger-unsynced` it can lose its end in a crash, for benches that need a fast sink. `--forward` forwards messages; at
most the newest 500 wait.
"""

import argparse
import asyncio
import contextlib
import fnmatch
import hashlib
import json
import os
import re
import signal
import smtplib
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvloop

MAX_FORWARDED = 500
PIECE_BYTES, PIECE_SECONDS = 5, 0.001
_END = b"\r\n.\r\n"
_MESSAGE_ID = re.compile(rb"^Message-ID:\s*<([^>\r\n]*)>", re.IGNORECASE | re.MULTILINE)
_ADDRESS = re.compile(r"<([^>]*)>")


@dataclass(frozen=True, slots=True)
class SinkRule:
    """The treatment of some recipients."""

    match: str = "*"
    share: float = 1.0
    at: str = "rcpt"  # mail, rcpt, data, dot
    answer: str = ""
    delay: float = 0
    reset: str = ""
    times: int = 0  # 0: always
    go_on: bool = False
    split: bool = False

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "SinkRule":
        """An unknown field name raises TypeError."""
        rule = cls(**data)
        if rule.at not in ("mail", "rcpt", "data", "dot") or rule.reset not in ("", "before", "inside", "after"):
            raise ValueError(f"No such rule: {data}")
        return rule


@dataclass(slots=True)
class Sink:
    """The shared state of all connections. `counts` has received, refused, reset and connections."""

    rules: Sequence[SinkRule] = ()
    seed: int = 0
    ledger: Path | None = None
    ledger_of: str = "*"
    ledger_synced: bool = True
    keep: Path | None = None
    forward: tuple[str, int] | None = None
    pipelining: bool = True
    # From this message on, responses wait for `go_on`, so that a test can act in the middle. 0: never.
    halt_after: int = 0
    halted: list[Callable[[], None]] = field(default_factory=list)
    pending: deque[tuple[str, str, bytes]] = field(default_factory=lambda: deque(maxlen=MAX_FORWARDED))
    counts: Counter[str] = field(default_factory=Counter)
    applied: Counter[tuple[SinkRule, str]] = field(default_factory=Counter)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    _file: int = -1
    _kept: int = 0

    def rule_for(self, recipient: str, at: str) -> SinkRule | None:
        """The first rule that matches the address at that step. Counts its use."""
        for number, rule in enumerate(self.rules):
            if rule.at != at or not fnmatch.fnmatchcase(recipient, rule.match):
                continue
            if rule.share < 1:
                digest = hashlib.sha256(f"{self.seed}:{number}:{recipient}".encode()).digest()
                if int.from_bytes(digest[:8], "big") / 2**64 >= rule.share:
                    continue
            if rule.times:
                self.applied[rule, recipient] += 1
                if self.applied[rule, recipient] > rule.times:
                    continue
            return rule
        return None

    @property
    def is_halting(self) -> bool:
        """Whether messages are accepted without a response for now."""
        return 0 < self.halt_after <= self.counts["received"]

    def go_on(self) -> None:
        """Sends the delayed responses, and never halts again."""
        self.halt_after = 0
        halted, self.halted = self.halted, []
        for answer in halted:
            answer()

    def receive(self, connection: int, sender: str, recipient: str, data: bytes) -> None:
        self.counts["received"] += 1
        if self.ledger is not None and fnmatch.fnmatchcase(recipient, self.ledger_of):
            self._write_ledger(connection, recipient, data)
        if self.keep is not None:
            self._kept += 1
            path = self.keep / f"{time.time_ns()}-{os.getpid()}-{self._kept}.eml"
            part = path.with_suffix(".part")
            part.write_bytes(f"X-Envelope: {json.dumps([sender, recipient])}\r\n".encode() + data)
            part.rename(path)
        if self.forward is not None:
            self.pending.append((sender, recipient, data))
            self.wake.set()

    def _write_ledger(self, connection: int, recipient: str, data: bytes) -> None:
        if self._file < 0 and self.ledger is not None:
            self._file = os.open(self.ledger, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        found = _MESSAGE_ID.search(data, 0, 8192)
        line = {
            "connection": f"{os.getpid()}-{connection}",
            "messageId": found[1].decode("ascii", "replace") if found else "",
            "recipient": recipient,
            "sha256": hashlib.sha256(data).hexdigest(),
            "size": len(data),
            "time": time.time(),
        }
        os.write(self._file, json.dumps(line).encode() + b"\n")
        if self.ledger_synced:
            os.fdatasync(self._file)


class SinkConnection(asyncio.Protocol):
    """One client. Commands and bodies are read from one buffer, so pipelined groups need no special handling."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._buffer = bytearray()
        self._in_body = False
        self._paused = False
        self._scanned = 0
        self._sender = self._recipient = ""
        self._goes_on = False  # 354 although no recipient was accepted
        self._transport: asyncio.Transport | None = None
        sink.counts["connections"] += 1
        self._number = sink.counts["connections"]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are no subclasses of asyncio's
        self._say("220 sink.example ESMTP")

    def connection_lost(self, _exc: Exception | None) -> None:
        self._transport = None

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self._work()

    def _say(self, line: str) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(line.encode() + b"\r\n")

    def _reset(self) -> None:
        self._sink.counts["reset"] += 1
        if self._transport is not None:
            self._transport.abort()

    def _work(self) -> None:
        while not self._paused and self._transport is not None and not self._transport.is_closing():
            if self._in_body:
                if not self._body():
                    return
                continue
            end = self._buffer.find(b"\r\n")
            if end < 0:
                return
            line = bytes(self._buffer[:end]).decode("utf-8", "replace")
            del self._buffer[: end + 2]
            self._command(line)

    def _command(self, line: str) -> None:
        word = line.split(" ", 1)[0].upper()
        if word == "MAIL":
            self._sender = self._address(line)
            self._step("mail", "250 2.1.0 Ok")
        elif word == "RCPT":
            address = self._address(line)
            self._step("rcpt", "250 2.1.5 Ok", address)
        elif word == "DATA":
            self._data()
        elif word in ("EHLO", "HELO"):
            if word == "EHLO" and self._sink.pipelining:
                self._say("250-sink.example\r\n250-PIPELINING\r\n250-ENHANCEDSTATUSCODES\r\n250 8BITMIME")
            else:
                self._say("250 sink.example")
        elif word == "RSET":
            self._sender = self._recipient = ""
            self._goes_on = False
            self._say("250 2.0.0 Ok")
        elif word == "QUIT":
            self._say("221 2.0.0 Bye")
            if self._transport is not None:
                self._transport.close()
        else:
            self._say("250 2.0.0 Ok" if word == "NOOP" else "502 5.5.1 Not here")

    def _address(self, line: str) -> str:
        found = _ADDRESS.search(line)
        return found[1] if found else ""

    def _step(self, at: str, answer: str, recipient: str = "") -> None:
        rule = self._sink.rule_for(recipient or self._sender, at)
        if rule is not None and rule.answer:
            answer = rule.answer
        if at == "rcpt" and answer.startswith("2"):
            self._recipient = recipient
        if rule is not None and rule.go_on:
            self._goes_on = True
        self._answer(answer, rule)

    def _answer(self, answer: str, rule: SinkRule | None) -> None:
        if answer[0] in "45":
            self._sink.counts["refused"] += 1
        if rule is not None and rule.delay:
            self._paused = True
            asyncio.get_running_loop().call_later(rule.delay, self._resume, answer, rule)
            return
        self._reply(answer, rule)

    def _reply(self, answer: str, rule: SinkRule | None) -> None:
        if rule is not None and rule.split:
            self._paused = True
            code, text = answer[:3], answer[4:]
            data = f"{code}-{text}\r\n{code} {text}\r\n".encode()
            self._trickle([data[start : start + PIECE_BYTES] for start in range(0, len(data), PIECE_BYTES)], answer)
            return
        self._say(answer)
        if answer.startswith("421") and self._transport is not None:
            self._transport.close()

    def _trickle(self, pieces: list[bytes], answer: str) -> None:
        """Writes each piece separately, and continues after the last."""
        if self._transport is None or self._transport.is_closing():
            return
        if pieces:
            self._transport.write(pieces[0])
            asyncio.get_running_loop().call_later(PIECE_SECONDS, self._trickle, pieces[1:], answer)
            return
        self._paused = False
        if answer.startswith("421"):
            self._transport.close()
        self._work()

    def _resume(self, answer: str, rule: SinkRule | None = None) -> None:
        self._paused = False
        self._reply(answer, rule)
        self._work()

    def _data(self) -> None:
        if not self._recipient and self._goes_on:
            self._in_body, self._scanned = True, 0
            self._say("354 Go on")
            return
        if not self._recipient:
            self._say("503 5.5.1 No recipient")
            return
        rule = self._sink.rule_for(self._recipient, "data")
        if rule is not None and rule.reset == "before":
            self._reset()
            return
        if rule is not None and rule.answer:
            self._answer(rule.answer, rule)
            return
        self._in_body, self._scanned = True, 0
        if rule is not None and rule.reset == "inside":
            self._scanned = -1
        self._answer("354 Go on", rule)

    def _body(self) -> bool:
        """Continues to read a body. False if more data is needed."""
        if self._scanned < 0:
            if self._buffer:
                self._reset()
            return False
        if self._buffer.startswith(b".\r\n"):
            end, size = 0, 3
        else:
            end = self._buffer.find(_END, self._scanned)
            size = len(_END)
            if end < 0:
                self._scanned = max(0, len(self._buffer) - len(_END))
                return False
            end += 2
            size -= 2
        data = bytes(self._buffer[:end])
        del self._buffer[: end + size]
        self._in_body = False
        self._finish(data)
        return True

    def _finish(self, data: bytes) -> None:
        recipient, self._recipient = self._recipient, ""
        if not recipient:
            self._goes_on = False
            self._sink.counts["misled"] += len(data) > 0  # it sent a body without recipients
            self._answer("554 5.5.1 No valid recipients", None)
            return
        rule = self._sink.rule_for(recipient, "dot")
        if rule is not None and rule.answer and rule.answer[0] in "45":
            self._answer(rule.answer, rule)
            return
        self._sink.receive(self._number, self._sender, recipient, data)
        if rule is not None and rule.reset == "after":
            self._reset()
            return
        taken = "250 2.0.0 Taken"
        if self._sink.is_halting:
            self._paused = True
            self._sink.halted.append(partial(self._resume, taken))
        else:
            self._answer(taken, rule)


@contextlib.asynccontextmanager
async def running(sink: Sink, port: int = 0, host: str = "127.0.0.1") -> Any:
    server = await asyncio.get_running_loop().create_server(lambda: SinkConnection(sink), host, port, backlog=200)
    forwarding = asyncio.ensure_future(_forward(sink)) if sink.forward else None
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        if forwarding is not None:
            forwarding.cancel()


async def _forward(sink: Sink) -> None:
    """Forwards messages, over one connection as long as there are some."""
    while True:
        await sink.wake.wait()
        sink.wake.clear()
        batch = list(sink.pending)
        sink.pending.clear()
        if batch and sink.forward is not None:
            try:
                await asyncio.to_thread(_hand_on, sink.forward, batch)
            except (OSError, smtplib.SMTPException):
                sink.counts["notForwarded"] += len(batch)


def _hand_on(address: tuple[str, int], batch: Sequence[tuple[str, str, bytes]]) -> None:
    with smtplib.SMTP(*address, timeout=30) as client:
        for sender, recipient, data in batch:
            with contextlib.suppress(smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused):
                # Stored messages are still dot-stuffed, and smtplib stuffs them itself.
                client.sendmail(sender, [recipient], data.removeprefix(b".").replace(b"\r\n..", b"\r\n."))


def read_messages(folder: Path) -> Iterator[tuple[Path, str, str, bytes]]:
    """The messages in a folder, oldest first: path (to be deleted after use), sender, recipient, bytes."""
    for path in sorted(folder.glob("*.eml")):
        head, _, data = path.read_bytes().partition(b"\r\n")
        sender, recipient = json.loads(head.removeprefix(b"X-Envelope: "))
        yield path, sender, recipient, data


def read_ledger(path: Path) -> list[dict[str, Any]]:
    """The ledger's lines, without a last line that a crash cut short."""
    lines = path.read_text().split("\n") if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


async def _serve(sink: Sink, host: str, port: int) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with running(sink, port, host) as bound:
        print(json.dumps({"port": bound}), flush=True)
        await stop.wait()
    print(json.dumps(dict(sink.counts)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="A scripted SMTP sink.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--rules", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ledger", type=Path)
    parser.add_argument("--ledger-of", default="*", metavar="PATTERN")
    parser.add_argument("--ledger-unsynced", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--forward", help="HOST:PORT of another SMTP server")
    parser.add_argument("--no-pipelining", action="store_true")
    arguments = parser.parse_args()
    rules = json.loads(arguments.rules.read_text()) if arguments.rules else []
    forward = None
    if arguments.forward:
        host, _, port = arguments.forward.rpartition(":")
        forward = (host, int(port))
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    sink = Sink(
        rules=[SinkRule.from_data(rule) for rule in rules],
        seed=arguments.seed,
        ledger=arguments.ledger,
        ledger_of=arguments.ledger_of,
        ledger_synced=not arguments.ledger_unsynced,
        keep=arguments.keep,
        forward=forward,
        pipelining=not arguments.no_pipelining,
    )
    uvloop.run(_serve(sink, arguments.host, arguments.port))


if __name__ == "__main__":
    main()
