"""One SMTP connection: an asyncio Protocol that keeps a relay busy with one write and one read per message.

In the steady state each write is `body, dot, MAIL, RCPT, DATA` of the next message (RFC 2920, 3.1 allows a body to be
first in a group, and requires DATA to be last). Without PIPELINING it goes step by step. The connection pulls envelopes
from its owner, and completes each exactly once with its outcome:

- rejected at MAIL, RCPT, DATA or the dot: the meaning of that response;
- the connection breaks before its body was written: UNTOUCHED;
- the connection breaks or times out after its body was written and before the response: IN_DOUBT (RFC 1047).
"""

import asyncio
from base64 import b64encode
from collections import deque
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Generic, Protocol, cast

from server.delivery.smtp.envelopes import Entry, Envelope, EnvelopeQueue
from server.delivery.smtp.relay import Relay, Tls
from server.delivery.smtp.replies import (
    MAX_TEXT_CHARACTERS,
    UNTOUCHED,
    BounceClass,
    MalformedReply,
    Reply,
    ReplyOutcome,
    ReplyReader,
    SendResult,
    interpret_reply,
)

HIDDEN = "••••••"
MAX_TRANSCRIPT_LINES = 200  # lines of a transcript


class RelayUnavailable(Exception):
    """The relay is unavailable: no connection, a rejected command, or a broken dialogue. The text is the reason."""


class RelayRejected(RelayUnavailable):
    """The relay rejects us: no TLS although we require it, or a wrong password. A retry won't help."""


class Speaker(StrEnum):
    US = "us"
    RELAY = "relay"


@dataclass(frozen=True, slots=True)
class DialogueLine:
    """A line of a dialogue; secrets are masked."""

    who: Speaker
    line: str


class ConnectionOwner(EnvelopeQueue[Entry], Protocol[Entry]):
    """Provides the envelopes of a connection, and is called when it ends."""

    def connection_closed(self, connection: "SmtpConnection[Entry]", reason: str) -> None:
        """The connection ended. Called once, after `complete` for all of its envelopes."""


class _Step(Enum):
    """The command that the next response belongs to. The opening dialogue waits for its responses in `_reply`."""

    RSET = auto()
    MAIL = auto()
    RCPT = auto()
    DATA = auto()
    DOT = auto()  # of a body
    EMPTY_DOT = auto()  # without a body: the relay responded 354 although it accepted no recipient
    QUIT = auto()


class SmtpConnection(asyncio.Protocol, Generic[Entry]):
    """See the module docstring. Created by `open_connection`."""

    def __init__(
        self, relay: Relay, owner: ConnectionOwner[Entry], transcript: list[DialogueLine] | None = None
    ) -> None:
        self.relay = relay
        self._transcript = transcript
        self.sent = 0
        self._owner = owner
        self._loop = asyncio.get_running_loop()
        self._reader = ReplyReader()
        self._transport: asyncio.Transport | None = None
        self._waiting: asyncio.Future[Reply] | None = None  # of the opening dialogue
        self._early_replies: deque[Reply] = deque()  # a greeting can arrive before anything waits for it
        self._steps: deque[_Step] = deque()
        self._body: Envelope[Entry] | None = None  # its body is written, its response is due
        self._next: Envelope[Entry] | None = None  # its envelope is written
        self._rejection: Reply | None = None  # the first rejection of the envelope
        self._needs_reset = False
        self._has_pipelining = False
        self._size_limit = 0
        self._has_8bitmime = self._has_smtputf8 = False
        self._deadline: float | None = None
        self._is_open = False
        self._is_quitting = False
        self._close_reason = ""

    # --- asyncio.Protocol ------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # A TCP or TLS transport, always; uvloop's are no subclasses of asyncio's.
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        try:
            for reply in self._reader.feed(data):
                if self._transcript is not None:
                    self._record_reply(reply)
                self._on_reply(reply)
        except MalformedReply as error:
            self.abort(str(error))

    def eof_received(self) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        why = self._close_reason or (str(exc) if exc else "The relay closed the connection")
        self._close_reason = why
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(RelayUnavailable(why))
        body, envelope = self._body, self._next
        self._body = self._next = None
        self._deadline = None
        if body is not None:
            self._owner.complete(body, ReplyOutcome(SendResult.IN_DOUBT, text=why))
        if envelope is not None:
            self._owner.complete(envelope, UNTOUCHED)
        if self._is_open:
            self._is_open = False
            self._owner.connection_closed(self, why)

    # --- for the owner ---------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        return self._is_open and not self._is_quitting

    def kick(self) -> None:
        """Starts a message if the connection is idle. Call it when there can be messages."""
        if self.is_open and self._body is None and self._next is None and not self._steps:
            self._next = self._pull_envelope()
            if self._next is not None:
                self._write(self._build_commands(self._next))

    def check_time(self) -> None:
        """Ends the connection when a response is overdue. Called about once a second."""
        if self._deadline is not None and self._loop.time() > self._deadline:
            self.abort("The relay did not respond in time")

    def abort(self, why: str) -> None:
        self._close_reason = self._close_reason or why
        if self._transport is not None:
            self._transport.abort()

    def quit(self) -> None:
        """Sends QUIT after the current messages have their responses; accepts no further messages."""
        if self._is_quitting:
            return
        self._is_quitting = True
        if self._is_open and self._body is None and self._next is None and not self._steps:
            self._send_quit()

    def _send_quit(self) -> None:
        self._record_line(Speaker.US, "QUIT")
        self._steps.append(_Step.QUIT)
        self._write(b"QUIT\r\n", self.relay.timeouts.quit)

    # --- the opening dialogue --------------------------------------------------------------------------------------

    async def greet(self) -> None:
        """Greeting, EHLO, STARTTLS and AUTH. Raises RelayUnavailable or RelayRejected."""
        reply = await self._reply(self.relay.timeouts.greeting)
        if reply.code != 220:
            raise RelayUnavailable(f"The relay greeted with {reply.code} {reply.text}")
        offers = await self._send_ehlo()
        if self.relay.tls in (Tls.OPPORTUNISTIC, Tls.REQUIRED):
            if "STARTTLS" in offers:
                await self._start_tls()
                offers = await self._send_ehlo()
            elif self.relay.tls is Tls.REQUIRED:
                raise RelayRejected("The relay does not offer TLS")
        if self.relay.user:
            await self._authenticate(offers.get("AUTH", "").upper().split())
        self._has_pipelining = "PIPELINING" in offers
        self._has_8bitmime, self._has_smtputf8 = "8BITMIME" in offers, "SMTPUTF8" in offers
        size = offers.get("SIZE", "")
        self._size_limit = int(size) if size.isdecimal() else 0
        if self._early_replies:
            raise RelayUnavailable(f"The relay sent {self._early_replies[0].code} {self._early_replies[0].text}")
        self._is_open = True

    async def _send_ehlo(self) -> dict[str, str]:
        reply = await self._command(f"EHLO {self.relay.helo}")
        if reply.code == 250:
            offers = (line.strip().partition(" ") for line in reply.lines[1:])
            return {name.upper(): rest for name, _, rest in offers}
        reply = await self._command(f"HELO {self.relay.helo}")
        if reply.code != 250:
            raise RelayUnavailable(f"The relay responded to HELO with {reply.code} {reply.text}")
        return {}

    async def _start_tls(self) -> None:
        reply = await self._command("STARTTLS")
        if reply.code != 220:
            raise RelayUnavailable(f"The relay responded to STARTTLS with {reply.code} {reply.text}")
        if not self._reader.is_empty or self._early_replies or self._transport is None:
            raise RelayUnavailable("The relay sent data between STARTTLS and TLS")
        try:
            transport = await asyncio.wait_for(
                self._loop.start_tls(self._transport, self, self.relay.tls_context(), server_hostname=self.relay.host),
                self.relay.timeouts.command,
            )
        except (OSError, TimeoutError) as error:  # ssl.SSLError is an OSError
            raise RelayUnavailable(f"TLS failed: {error}") from error
        self._transport = transport
        if transport is not None:
            self._record_line(Speaker.US, f"({transport.get_extra_info('cipher', ('', 'TLS', 0))[1]} begins)")

    async def _authenticate(self, mechanisms: list[str]) -> None:
        user, password = self.relay.user, self.relay.password
        if "PLAIN" in mechanisms:
            proof = _encode_base64(f"{chr(0)}{user}{chr(0)}{password}")
            reply = await self._command(f"AUTH PLAIN {proof}", shown=f"AUTH PLAIN {HIDDEN}")
        elif "LOGIN" in mechanisms:
            reply = await self._command("AUTH LOGIN")
            for secret in (user, password):
                if reply.code == 334:
                    reply = await self._command(_encode_base64(secret), shown=HIDDEN)
        else:
            raise RelayRejected("The relay offers neither AUTH PLAIN nor AUTH LOGIN")
        if reply.code != 235:
            refused = RelayRejected if reply.code >= 500 else RelayUnavailable
            raise refused(f"The relay responded to AUTH with {reply.code} {reply.text}")

    def _record_line(self, who: Speaker, line: str) -> None:
        if self._transcript is not None and len(self._transcript) < MAX_TRANSCRIPT_LINES:
            self._transcript.append(DialogueLine(who, line))

    async def _command(self, line: str, shown: str = "") -> Reply:
        if self._transport is None or self._transport.is_closing():
            raise RelayUnavailable(self._close_reason or "The connection is closed")
        self._record_line(Speaker.US, shown or line)
        self._transport.write(line.encode("utf-8") + b"\r\n")
        return await self._reply(self.relay.timeouts.command)

    async def _reply(self, seconds: float) -> Reply:
        if self._early_replies:
            return self._early_replies.popleft()
        if self._close_reason:
            raise RelayUnavailable(self._close_reason)
        self._waiting = self._loop.create_future()
        try:
            return await asyncio.wait_for(self._waiting, seconds)
        except TimeoutError as error:
            raise RelayUnavailable("The relay did not respond in time") from error
        finally:
            self._waiting = None

    # --- messages --------------------------------------------------------------------------------------------------

    def _pull_envelope(self) -> Envelope[Entry] | None:
        """The next acceptable message; one larger than the relay's limit is completed here."""
        if self._is_quitting:
            return None
        while (envelope := self._owner.next()) is not None:
            if envelope.is_utf8 and not self._has_smtputf8:
                text = "The relay does not accept UTF-8 addresses or headers"
                self._owner.complete(envelope, ReplyOutcome(SendResult.FAILED, 550, "5.6.7", BounceClass.SENDER, text))
                continue
            if not self._size_limit or len(envelope.data) <= self._size_limit:
                return envelope
            text = f"The relay accepts at most {self._size_limit} bytes"
            self._owner.complete(envelope, ReplyOutcome(SendResult.FAILED, 552, "5.3.4", BounceClass.SENDER, text))
        return None

    def _build_commands(self, envelope: Envelope[Entry]) -> bytes:
        """The commands that open a message, as many as can be written together; records the expected responses."""
        reset = b""
        if self._needs_reset:
            self._needs_reset = False
            reset = b"RSET\r\n"
            self._steps.append(_Step.RSET)
        if self._has_pipelining:
            self._steps.extend((_Step.MAIL, _Step.RCPT, _Step.DATA))
            return reset + envelope.commands(self._build_mail_parameters(envelope))
        if reset:
            return reset
        self._steps.append(_Step.MAIL)
        return f"MAIL FROM:<{envelope.sender}>{self._build_mail_parameters(envelope)}\r\n".encode()

    def _build_mail_parameters(self, envelope: Envelope[Entry]) -> str:
        """A relay without 8BITMIME gets 8-bit data anyway, as is common practice."""
        eight = " BODY=8BITMIME" if envelope.is_8bit and self._has_8bitmime else ""
        return f"{eight} SMTPUTF8" if envelope.is_utf8 else eight

    def _write(self, data: bytes, seconds: float | None = None) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        self._transport.write(data)
        self._deadline = self._loop.time() + (self.relay.timeouts.command if seconds is None else seconds)

    def _on_reply(self, reply: Reply) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(reply)
            return
        if not self._is_open:
            self._early_replies.append(reply)
            return
        if not self._steps:
            # Unsolicited: only 421 is allowed (RFC 5321, 3.8). Anything else means that we have lost count.
            self.abort(f"The relay responded with {reply.code} {reply.text}")
            return
        if reply.code == 421 and self._steps[0] is not _Step.DOT:
            self._on_closing(reply)
            return
        step = self._steps.popleft()
        match step:
            case _Step.DOT:
                self._on_dot(reply)
            case _Step.MAIL | _Step.RCPT:
                self._on_recipient(step, reply)
            case _Step.DATA:
                self._on_data(reply)
            case _Step.EMPTY_DOT:
                self._on_rejected()
            case _Step.RSET:
                if not self._has_pipelining and self._next is not None:
                    self._write(self._build_commands(self._next))
            case _Step.QUIT:
                self.abort("Closed")
                return
        if not self._steps:
            self._on_idle()

    def _record_reply(self, reply: Reply) -> None:
        for number, line in enumerate(reply.lines, 1):
            mark = " " if number == len(reply.lines) else "-"
            shown = "".join(c if c.isprintable() else " " for c in line)[:MAX_TEXT_CHARACTERS]
            self._record_line(Speaker.RELAY, f"{reply.code}{mark}{shown}")

    def _on_closing(self, reply: Reply) -> None:
        """Handles a 421 to anything but a body: the relay closes and has not accepted the open envelope.

        If it responds to the recipient, and by policy (4.7.x), it is about that message, and no other connection could
        send it now.
        """
        about = self._rejection
        if about is None and self._steps[0] in (_Step.RCPT, _Step.DATA) and reply.enhanced.startswith("4.7."):
            about = reply
        if self._next is not None and self._body is None:
            envelope, self._next = self._next, None
            self._owner.complete(envelope, interpret_reply(about) if about else UNTOUCHED)
        self.abort(f"The relay responded with {reply.code} {reply.text}")

    def _on_dot(self, reply: Reply) -> None:
        envelope, self._body = self._body, None
        if envelope is not None:
            self.sent += 1
            self._owner.complete(envelope, interpret_reply(reply))
        if reply.code == 421:
            self.abort(f"The relay responded with {reply.code} {reply.text}")
        elif not self._has_pipelining and self._next is not None:
            self._write(self._build_commands(self._next))

    def _on_recipient(self, step: _Step, reply: Reply) -> None:
        if reply.code >= 300 and self._rejection is None:
            self._rejection = reply
        if self._has_pipelining or self._next is None:
            return
        if self._rejection is not None:
            self._on_rejected()
        elif step is _Step.MAIL:
            self._steps.append(_Step.RCPT)
            self._write(f"RCPT TO:<{self._next.recipient}>\r\n".encode())
        else:
            self._steps.append(_Step.DATA)
            self._write(b"DATA\r\n", self.relay.timeouts.data)

    def _on_data(self, reply: Reply) -> None:
        envelope = self._next
        if envelope is None:
            return
        if reply.code != 354:
            self._rejection = self._rejection or reply
            self._on_rejected()
            return
        if self._rejection is not None:
            # The relay waits for a body although it accepted no recipient: a lone dot ends it, and nothing is
            # delivered.
            self._steps.append(_Step.EMPTY_DOT)
            self._write(b".\r\n", self.relay.timeouts.dot)
            return
        self._body, self._next = envelope, self._pull_envelope()
        self._steps.append(_Step.DOT)
        tail = b""
        if self._next is not None and self._has_pipelining:
            tail = self._build_commands(self._next)
        self._write(b"".join((envelope.data, b".\r\n", tail)), self.relay.timeouts.dot)

    def _on_rejected(self) -> None:
        envelope, refusal = self._next, self._rejection
        self._next = self._rejection = None
        self._needs_reset = True
        if envelope is not None and refusal is not None:
            if refusal.code < 400:  # a 3xx where a 2xx was expected
                self._owner.complete(
                    envelope, ReplyOutcome(SendResult.RETRY, refusal.code, "", BounceClass.SOFT, refusal.text)
                )
            else:
                self._owner.complete(envelope, interpret_reply(refusal))

    def _on_idle(self) -> None:
        self._deadline = None
        if self._is_quitting and self._body is None and self._next is None:
            self._send_quit()
        else:
            self.kick()


async def open_connection(
    relay: Relay, owner: ConnectionOwner[Entry], transcript: list[DialogueLine] | None = None
) -> SmtpConnection[Entry]:
    """A connection that is ready for messages. `transcript` collects the lines of the dialogue.

    Raises RelayUnavailable or RelayRejected.
    """
    loop = asyncio.get_running_loop()
    context = relay.tls_context() if relay.tls is Tls.IMPLICIT else None
    try:
        _, connection = await asyncio.wait_for(
            loop.create_connection(
                lambda: SmtpConnection(relay, owner, transcript),
                relay.host,
                relay.port,
                ssl=context,
                server_hostname=relay.host if context else None,
                local_addr=(relay.source, 0) if relay.source else None,
            ),
            relay.timeouts.connect,
        )
    except (OSError, TimeoutError, UnicodeError) as error:  # UnicodeError: a name that DNS can't represent
        raise RelayUnavailable(f"Could not connect to {relay.host}:{relay.port}: {error}") from error
    try:
        await connection.greet()
    except RelayUnavailable:
        connection.abort("The SMTP session failed")
        raise
    return connection


def _encode_base64(text: str) -> str:
    return b64encode(text.encode("utf-8")).decode("ascii")
