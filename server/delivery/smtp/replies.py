"""SMTP responses: parses them (RFC 5321, 4.2), and interprets them for a recipient (bounces/classes.py).

Input can be split anywhere, and a response can have many lines. An unreasonably long response ends the connection
instead of filling memory.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from server.delivery.bounces.classes import BounceClass, classify

__all__ = [
    "BounceClass",
    "MalformedReply",
    "Reply",
    "ReplyOutcome",
    "ReplyReader",
    "SendResult",
    "classify",
    "interpret_reply",
]

MAX_REPLY_BYTES = 64 * 1024
MAX_TEXT_CHARACTERS = 300  # of a response, in the log
# One-line responses repeat by the thousand; recent ones are cached instead of parsed again.
MAX_CACHED_REPLIES = 256
MAX_CACHED_REPLY_BYTES = 200
_parsed_replies: dict[bytes, "Reply"] = {}
_LINE = re.compile(rb"([2-5]\d\d)(?:([ -])(.*))?", re.DOTALL)
_ENHANCED = re.compile(r"([245])\.(\d{1,3})\.(\d{1,3})(?:\s|$)")


class MalformedReply(Exception):
    """The peer does not speak SMTP."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A response with joined lines. `enhanced` is empty without a code of RFC 3463."""

    code: int
    lines: tuple[str, ...]

    @property
    def enhanced(self) -> str:
        match = _ENHANCED.match(self.lines[0]) if self.lines else None
        return f"{match[1]}.{match[2]}.{match[3]}" if match else ""

    @property
    def text(self) -> str:
        """The text in one line and without control characters."""
        joined = " ".join(self.lines)
        return "".join(c if c.isprintable() else " " for c in joined)[:MAX_TEXT_CHARACTERS]


class ReplyReader:
    """Splits a stream of bytes into responses."""

    def __init__(self) -> None:
        self._buffer = b""
        self._code = 0
        self._lines: list[str] = []
        self._size = 0

    @property
    def is_empty(self) -> bool:
        """Whether the buffer is empty: input from before TLS must not be read after it."""
        return not self._buffer and not self._lines

    def feed(self, data: bytes) -> Iterator[Reply]:
        """Raises MalformedReply."""
        lines = (self._buffer + data if self._buffer else data).split(b"\n")
        self._buffer = lines.pop()
        for ended in lines:
            line = ended.rstrip(b"\r")
            self._size += len(line)
            if self._size > MAX_REPLY_BYTES:
                raise MalformedReply("The SMTP reply is too long")
            reply = self._line(line)
            if reply is not None:
                yield reply
        if len(self._buffer) > MAX_REPLY_BYTES:
            raise MalformedReply("A line of the SMTP reply is too long")

    def _line(self, line: bytes) -> Reply | None:
        if not self._lines and line in _parsed_replies:
            self._size = 0
            return _parsed_replies[line]
        match = _LINE.fullmatch(line)
        if match is None:
            raise MalformedReply("A line is not an SMTP reply")
        code = int(match[1])
        if self._lines and code != self._code:
            raise MalformedReply("The lines of a reply have different codes")
        self._code = code
        self._lines.append((match[3] or b"").decode("utf-8", "replace"))
        if match[2] == b"-":
            return None
        reply = Reply(code, tuple(self._lines))
        if len(self._lines) == 1 and len(line) <= MAX_CACHED_REPLY_BYTES:
            if len(_parsed_replies) >= MAX_CACHED_REPLIES:
                _parsed_replies.clear()
            _parsed_replies[line] = reply
        self._lines, self._size = [], 0
        return reply


class SendResult(StrEnum):
    """The outcome of one attempt to send a message."""

    SENT = "sent"  # the relay accepted it
    RETRY = "retry"  # 4xx: later
    FAILED = "failed"  # 5xx: permanent
    IN_DOUBT = "inDoubt"  # the connection broke between the body and its response (RFC 1047)
    UNTOUCHED = "untouched"  # nothing of the body was sent; it can be sent again immediately


@dataclass(frozen=True, slots=True)
class ReplyOutcome:
    """A result with the relay's response."""

    result: SendResult
    code: int = 0
    enhanced: str = ""
    bounce: BounceClass = BounceClass.NONE
    text: str = ""


UNTOUCHED = ReplyOutcome(SendResult.UNTOUCHED)


@lru_cache(maxsize=256)
def interpret_reply(reply: Reply) -> ReplyOutcome:
    """Expects a response to MAIL, RCPT, DATA or the final dot."""
    enhanced = reply.enhanced
    if reply.code < 400:
        return ReplyOutcome(SendResult.SENT, reply.code, enhanced, BounceClass.NONE, reply.text)
    result = SendResult.RETRY if reply.code < 500 else SendResult.FAILED
    return ReplyOutcome(result, reply.code, enhanced, classify(reply.code, enhanced, reply.text), reply.text)
