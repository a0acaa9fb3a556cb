"""The ports where applications submit email (RFC 6409): STARTTLS or implicit TLS, and an API key.

A 250 at the end of DATA means that the message is stored. Every line must end with CRLF: a bare CR or LF is rejected,
so that no other server can see two messages where we saw one (SMTP smuggling). Responses have the codes of RFC 3463.
"""

import asyncio
import re
from collections import Counter as Counts
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar, cast

import psycopg
import structlog
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session, syntax
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections
from prometheus_client import Counter

from server.core.async_database import connect
from server.core.errors import ApiError, TooManyRequests
from server.delivery.smtp.certificates import ReloadingCertificate
from server.delivery.smtp.listening import Listener, Peer, rejection_counter
from server.delivery.smtp.receiving_rate import ReceivingRate
from server.delivery.tags.budget import Budget
from server.transactional import header_lines, replies
from server.transactional.errors import (
    ContentInvalid,
    KeyUnknown,
    MessageTooLarge,
    RecipientInvalid,
    ServerFull,
    TooManyRecipients,
    format_smtp_reply,
)
from server.transactional.identities import KeyIdentity
from server.transactional.intake import free_space, rejections, smtp_templates
from server.transactional.intake.checks.content import MAX_MESSAGE_BYTES, MAX_RECIPIENTS, NAME, clean_recipient
from server.transactional.intake.requests import SubmissionRequest
from server.transactional.intake.submissions import AcceptedSubmission, MessageSummary, Submission
from server.transactional.mime import submitted
from server.transactional.services import keys
from server.transactional.services.keys import Credential
from server.transactional.services.limits import PREFIX_LENGTH
from server.transactional.sql import keys as keys_sql
from server.transactional.states import Scope, Via
from server.transactional.wire.micro_batching import IntakeQueue

CONNECTION_SECONDS = 3600  # of one connection: an application can keep it open
IDLE_SECONDS = 300  # RFC 5321, 4.5.3.2.7
# Bytes of messages that are arriving or being stored, over all connections. The container of compose.yaml has 1 GB.
MAX_BUFFERED_BYTES = 384 << 20
# Of one team: two of the largest messages.
MAX_BUFFERED_BYTES_OF_TEAM = MAX_BUFFERED_BYTES // 4
# One team gets at most this fraction of the connections to a port.
TEAM_SHARE = 1 / 4
MAX_WAITING = 400  # messages that wait for a thread
MAX_FAILURES = 3  # of AUTH in one connection
COMMAND_LIMITS = {"*": 50, "MAIL": 10_000, "RCPT": 200_000, "DATA": 10_000, "RSET": 10_000, "NOOP": 10_000}
CHUNK_BYTES = 64 * 1024
KEY_CACHE_SECONDS = 10.0  # an accepted key is cached this long, unless one was changed
BACK_OFF_SECONDS = 1.0
ANY_KEY_USERNAME = "apikey"  # the user name that works with any key

TEMPORARY_FAILURE = "451 4.3.0 Temporary failure, try again later"
BUSY = "451 4.3.2 Too busy, try again later"
FULL = format_smtp_reply(ServerFull())
TEAM_FULL = "452 4.3.1 Your team is sending too much data. Try again later"
OVERLOADED = "421 4.3.2 Too much data is arriving, try again later"
TOO_SLOW = "421 4.4.2 The message is arriving too slowly, try again later"
TOO_LARGE = "552 5.3.4 The message is too large"
BARE_LINE_END = "550 5.6.0 Every line of the message must end with CRLF"
WRONG_CREDENTIALS = "535 5.7.8 Authentication credentials invalid"
TOO_MANY_FAILURES = "421 4.7.0 Too many failed attempts"
TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients"
# The error codes for rejections of incoming data.
_REASONS = {TOO_LARGE: MessageTooLarge.code, BARE_LINE_END: ContentInvalid.code}
# Enhanced codes for aiosmtpd's responses without one.
_CODES = {
    "214": "2.0.0",
    "221": "2.0.0",
    "235": "2.7.0",
    "250": "2.0.0",
    "252": "2.1.5",
    "421": "4.3.0",
    "451": "4.3.0",
    "454": "4.7.0",
    "500": "5.5.2",
    "501": "5.5.4",
    "502": "5.5.1",
    "503": "5.5.1",
    "504": "5.5.4",
    "530": "5.7.0",
    "535": "5.7.8",
    "538": "5.7.11",
    "550": "5.0.0",
    "552": "5.3.4",
    "553": "5.1.3",
    "554": "5.0.0",
    "555": "5.5.4",
}
_BUFFERABLE_REPLIES = (b"250 2.1.0 ", b"250 2.1.5 ")
_REPLY_WITHOUT_ENHANCED_CODE = re.compile(r"(\d{3}) (?!\d\.\d{1,3}\.\d{1,3}(?: |$))")

accepted_messages = Counter("transactional_submitted_total", "Messages accepted over SMTP")
log = structlog.get_logger(__name__)
Result = TypeVar("Result")


class SubmissionHandler:
    """State that the connections of a process share: threads for domain code, and memory for messages."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._queue = IntakeQueue(pool)
        self.buffered = self._waiting = 0
        self._buffered_of: Counts[Hashable] = Counts()  # bytes by team
        self.receiving: set[Application] = set()
        self.changed_at = float("-inf")  # the last change of a key, by the loop's time

    async def listen_for_key_changes(self) -> None:
        while True:
            try:
                async with await connect() as connection:
                    async for _ in keys_sql.listen_for_changes(connection):
                        self.changed_at = asyncio.get_running_loop().time()
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                log.warning("transactional.database.lost", error=str(error)[:200])
            await asyncio.sleep(BACK_OFF_SECONDS)

    def is_known(self, asked_at: float) -> bool:
        """Whether a key that was looked up at that time is still valid."""
        return self.changed_at < asked_at and asyncio.get_running_loop().time() - asked_at < KEY_CACHE_SECONDS

    @property
    def is_busy(self) -> bool:
        return self._waiting >= MAX_WAITING

    def check_space(self, team: Hashable, size_bytes: int) -> str:
        """Makes space in memory for a part of a message. Returns "", or the response if there is none.

        When the process is full, it ends messages of teams that use more than this one.
        """
        used = self._buffered_of[team] + size_bytes
        if used > MAX_BUFFERED_BYTES_OF_TEAM:
            return TEAM_FULL
        while self.buffered + size_bytes > MAX_BUFFERED_BYTES:
            larger = [each for each in self.receiving if each.buffered and self._buffered_of[each.owner] > used]
            if not larger:
                return FULL
            slowest = max(larger, key=lambda each: (self._buffered_of[each.owner], each.wasted_seconds))
            slowest.give_up(OVERLOADED)
        return ""

    def count_buffered(self, team: Hashable, size_bytes: int) -> None:
        self.buffered += size_bytes
        self._buffered_of[team] += size_bytes
        if not self._buffered_of[team]:
            del self._buffered_of[team]

    async def run(self, function: Callable[..., Result], *arguments: object) -> Result:
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)
        finally:
            self._waiting -= 1

    async def accept(self, request: SubmissionRequest, *, size: int) -> tuple[KeyIdentity, AcceptedSubmission]:
        self._waiting += 1
        try:
            return await self._queue.accept(request, size=size)
        finally:
            self._waiting -= 1

    # --- the hooks of aiosmtpd -------------------------------------------------------------------------------------

    async def handle_EHLO(  # noqa: N802 -- the name of the hook
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Adds our extensions to aiosmtpd's EHLO response, which offers AUTH only with TLS."""
        session.host_name = hostname
        offers = [line[4:] for line in responses if not line.endswith("HELP")]
        offers += ["PIPELINING", "ENHANCEDSTATUSCODES"]
        return [*(f"250-{offer}" for offer in offers[:-1]), f"250 {offers[-1]}"]

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Sequence[str]
    ) -> str:
        """Stores the envelope's sender. It is not used for sending: bounces come to us."""
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 Ok"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Sequence[str]
    ) -> str:
        """Accepts any valid address: only clients with a key get here."""
        reply, reason = TOO_MANY_RECIPIENTS, TooManyRecipients.code
        if len(envelope.rcpt_tos) < MAX_RECIPIENTS:
            try:
                clean_recipient(address)
            except RecipientInvalid as error:
                reply, reason = format_smtp_reply(error), error.code
            else:
                envelope.rcpt_tos.append(address)
                return "250 2.1.5 Ok"
        await cast("Application", server).refuse(reply, reason, MessageSummary(envelope.mail_from or "", [address]))
        return reply

    async def handle_exception(self, error: Exception) -> str:
        """Unexpected errors are logged; the client tries again."""
        log.error("transactional.submission.failed", exc_info=error)
        return TEMPORARY_FAILURE


class Application(Peer):
    """One connection of an application."""

    def __init__(self, listener: Listener, handler: SubmissionHandler, **options: Any) -> None:
        super().__init__(
            listener, handler, authenticator=_defer_authentication, auth_required=True, enable_SMTPUTF8=True, **options
        )
        self._handler = handler
        self._key: KeyIdentity | None = None
        self._secret, self._identified_at = "", float("-inf")
        self._failures = 0
        self._is_greeting = False
        self._pending_replies = b""
        self._content_data = bytearray()
        self.buffered = 0  # bytes of the message, as counted by the handler

    def _cb_client_connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super()._cb_client_connected(reader, writer)
        # aiosmtpd would accept a command that ends with a bare LF.
        setattr(reader, "readuntil", partial(_read_strict_line, reader.readuntil))  # noqa: B010 -- a method of one object

    async def push(self, status: Any) -> None:
        """Sends a response, with an enhanced code if aiosmtpd has none. Ends the command if the client is gone.

        Responses to MAIL and RCPT wait for the next response while another command is buffered, so a group is answered
        with one write. No other response can wait, least of all that a message is stored (RFC 2920, 3.2).
        """
        transport = cast("asyncio.Transport | None", self.transport)
        if transport is None or transport.is_closing():
            raise asyncio.CancelledError
        if isinstance(status, str):
            found = None if self._is_greeting else _REPLY_WITHOUT_ENHANCED_CODE.match(status)
            if found is not None and found[1] in _CODES:
                status = f"{found[1]} {_CODES[found[1]]} {status[4:]}"
            status = status.encode()
        if status.startswith(_BUFFERABLE_REPLIES) and b"\r\n" in self._reader._buffer:  # type: ignore[attr-defined]
            self._pending_replies += status + b"\r\n"
            return
        status, self._pending_replies = self._pending_replies + status, b""
        await super().push(status)

    def end(self, text: str) -> None:
        """Also sends pending responses. Immediately frees the memory of a message that is still arriving."""
        if self.receiving is not None:
            self._stop_receiving()
            self._content_data.clear()
            self._release()
        transport = cast("asyncio.Transport | None", self.transport)
        if transport is not None and not transport.is_closing() and self._pending_replies:
            transport.write(self._pending_replies)
        super().end(text)

    @syntax("EHLO hostname")
    async def smtp_EHLO(self, hostname: str) -> None:  # noqa: N802 -- the name of the command
        """As in aiosmtpd, without enhanced codes in its lines (RFC 2034, 4)."""
        self._is_greeting = bool(hostname)
        try:
            await super().smtp_EHLO(hostname)
        finally:
            self._is_greeting = False

    @syntax("HELO hostname")
    async def smtp_HELO(self, hostname: str) -> None:  # noqa: N802
        self._is_greeting = bool(hostname)
        try:
            await super().smtp_HELO(hostname)
        finally:
            self._is_greeting = False

    # --- authentication ---------------------------------------------------------------------------------------------

    @syntax("AUTH <mechanism>")
    async def smtp_AUTH(self, arg: str) -> None:  # noqa: N802
        """As in aiosmtpd, but mechanism names are case-insensitive, and the number of failures is limited."""
        mechanism, _, initial = (arg or "").partition(" ")
        await super().smtp_AUTH(f"{mechanism.upper()} {initial}".strip())
        if self._failures >= MAX_FAILURES:
            self.end(TOO_MANY_FAILURES)

    async def auth_PLAIN(self, _: Any, args: list[str]) -> AuthResult:  # noqa: N802
        return await self._identify_client(await super().auth_PLAIN(_, args))

    async def auth_LOGIN(self, _: Any, args: list[str]) -> AuthResult:  # noqa: N802
        return await self._identify_client(await super().auth_LOGIN(_, args))

    async def _identify_client(self, result: AuthResult) -> AuthResult:
        if not result.success or not isinstance(result.auth_data, LoginPassword):
            return result
        login = result.auth_data.login.decode("utf-8", "replace")
        secret = result.auth_data.password.decode("utf-8", "replace")
        # A user name that doesn't belong to the key counts as a wrong key, with the same response.
        secret = secret if login in (ANY_KEY_USERNAME, secret[:PREFIX_LENGTH]) else ""
        asked_at = self.loop.time()
        try:
            self._key = await self._handler.run(_identify, secret, self.address)
        except (KeyUnknown, TooManyRequests):
            # After too many guesses, the right key and a wrong one get the same response.
            return self._fail_authentication(WRONG_CREDENTIALS)
        except ApiError as error:
            return self._fail_authentication(_format_not_allowed(error))
        except DatabaseError as error:
            log.warning("transactional.database.lost", error=str(error)[:200])
            return AuthResult(success=False, handled=False, message="454 4.7.0 Temporary authentication failure")
        self.owner = self._key.team_id
        if not self.establish():
            raise asyncio.CancelledError
        self._secret, self._identified_at = secret, asked_at
        return AuthResult(success=True, auth_data=LoginPassword(result.auth_data.login, b""))

    def _fail_authentication(self, message: str) -> AuthResult:
        self._failures += 1
        rejection_counter.labels("key").inc()
        return AuthResult(success=False, handled=False, message=message)

    # --- messages --------------------------------------------------------------------------------------------------

    def _getparams(self, params: Sequence[str]) -> dict[str, str | bool] | None:
        """As in aiosmtpd, but accepts AUTH=, with which a server such as Postfix names the author of a relayed message.

        It has no effect, because the client is authenticated (RFC 4954, 5).
        """
        found = super()._getparams(params)
        if found is not None and found.get("AUTH", True) is not True:
            del found["AUTH"]
        return found

    @syntax("DATA")
    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """Receives a message in chunks instead of lines, and responds when it is stored."""
        if await self.check_helo_needed() or await self.check_auth_needed("DATA"):
            return
        envelope = self.envelope
        if envelope is None or not envelope.rcpt_tos:
            await self.push("503 5.5.1 Error: need RCPT command")
            return
        if arg:
            await self.push("501 5.5.4 Syntax: DATA")
            return
        if (full := self._find_shortage()) is not None:
            self._set_post_data_state()  # type: ignore[no-untyped-call]
            await self.push(full)
            return
        # Until a client reads this response, its connection counts as idle.
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        self.in_data = True
        try:
            status = await self._receive(envelope)
        finally:
            self.in_data = False
        self._set_post_data_state()  # type: ignore[no-untyped-call]
        await self.push(status)

    def _find_shortage(self) -> str | None:
        full = FULL if free_space.is_short() else self._handler.check_space(self.owner, 1)
        if full:
            rejection_counter.labels("space").inc()
            return full
        return BUSY if self._handler.is_busy else None

    async def _receive(self, envelope: Envelope) -> str:
        try:
            content = await self._content()
            if isinstance(content, str):
                rejection_counter.labels("content").inc()
                if content in _REASONS:
                    about = MessageSummary(envelope.mail_from or "", tuple(envelope.rcpt_tos))
                    await self.refuse(content, _REASONS[content], about)
                return content
            return await self._accept(content, tuple(envelope.rcpt_tos))
        finally:
            self._release()

    def _release(self) -> None:
        self._handler.count_buffered(self.owner, -self.buffered)
        self.buffered = 0

    def _stop_receiving(self) -> None:
        self._handler.receiving.discard(self)
        self.receiving = None

    def _timeout_cb(self) -> None:
        if self.receiving is None:
            super()._timeout_cb()  # type: ignore[no-untyped-call]
        else:
            self._end_slow_message()

    def _end_slow_message(self) -> None:
        rejection_counter.labels("slow").inc()
        self.end(TOO_SLOW)

    async def _content(self) -> bytes | str:
        """The message with dots unstuffed, or the reason for rejecting it. Following data is the next command.

        Ends the connection of a client that sends more slowly than `ReceivingRate` allows.
        """
        self.receiving = rate = ReceivingRate(self.loop.time())
        self._handler.receiving.add(self)
        try:
            content = await self._read_message(rate)
        finally:
            self._stop_receiving()
            self._content_data = bytearray()
        self._reset_timeout()
        return content

    async def _read_message(self, rate: ReceivingRate) -> bytes | str:
        data = self._content_data = bytearray(b"\r\n")  # so that a dot on the first line also ends it
        self._reset_timeout(rate.seconds_left(self.loop.time()))
        fault, size, looked = "", 0, 0
        while (end := data.find(b"\r\n.\r\n", looked)) < 0:
            looked = max(0, len(data) - 4)
            piece = await self._reader.read(CHUNK_BYTES)
            if not piece or self.receiving is None:
                raise asyncio.CancelledError
            if (seconds := rate.seconds_left(self.loop.time())) <= 0:
                self._end_slow_message()
                raise asyncio.CancelledError
            self._reset_timeout(seconds)
            size += len(piece)
            if not fault and size > MAX_MESSAGE_BYTES:
                fault = TOO_LARGE
            fault = fault or self._handler.check_space(self.owner, len(piece))
            if fault:
                # The end of discarded data is still searched, up to a limit.
                if size > 4 * MAX_MESSAGE_BYTES:
                    self.end("421 4.3.0 Too much data without an end, closing connection")
                    raise asyncio.CancelledError
                self._release()
                del data[: max(0, len(data) - 4)]
                looked = 0
            else:
                self._handler.count_buffered(self.owner, len(piece))
                self.buffered += len(piece)
            data += piece
        # aiosmtpd discards data from before TLS in the same way.
        self._reader._buffer[:0] = data[end + 5 :]  # type: ignore[attr-defined]
        del data[end + 2 :]
        if fault:
            return fault
        if header_lines.has_bare_ends(data):
            return BARE_LINE_END
        return bytes(data.replace(b"\r\n.", b"\r\n")[2:])

    async def refuse(self, reply: str, reason: str, about: MessageSummary) -> None:
        """Records a rejection for the team that occurs before there is a message."""
        if self._key is not None:
            await self._handler.run(
                _record_rejection, rejections.build_rejection_from_reply(self._key, NAME, reason, reply, about)
            )

    async def _accept(self, content: bytes, recipients: tuple[str, ...]) -> str:
        key = self._key
        if key is None:
            return "530 5.7.0 Authentication required"
        is_known, asked_at = self._handler.is_known(self._identified_at), self.loop.time()
        caller = key if is_known else Credential(self._secret, self.address)
        request = _SmtpSubmissionRequest(caller, content, recipients, host=self.hostname)
        try:
            self._key, done = await self._handler.accept(request, size=len(content))
        except ApiError as error:
            rejection_counter.labels("message").inc()
            return replies.format_reply(error)
        except DatabaseError as error:
            log.warning("transactional.database.lost", error=str(error)[:200])
            return TEMPORARY_FAILURE
        if not is_known:
            self._identified_at = asked_at
        accepted_messages.inc()
        return f"250 2.0.0 Accepted as {done.id}"


async def _read_strict_line(read: Callable[..., Any], separator: bytes = b"\n") -> bytes:
    """A line that ends with CRLF and has no other CR, LF or NUL; any other becomes an empty line, which is rejected."""
    line = cast("bytes", await read(separator))
    if separator == b"\n" and (not line.endswith(b"\r\n") or b"\r" in line[:-2] or b"\0" in line):
        return b"\r\n"
    return line


def _defer_authentication(
    server: SMTP, session: Session, envelope: Envelope, mechanism: str, auth_data: LoginPassword
) -> AuthResult:
    """aiosmtpd authenticates in its loop; `_identify_client` does it on a thread."""
    return AuthResult(success=True, auth_data=auth_data)


def _identify(secret: str, address: str) -> KeyIdentity:
    close_old_connections()
    found = keys.resolve(secret, address)
    try:
        keys.check_use(found, Scope.SEND)
    except ApiError as error:
        told = rejections.build_rejection_from_reply(
            found, rejections.find_check(error), error.code, _format_not_allowed(error), MessageSummary()
        )
        rejections.record([told])
        raise
    return found


def _format_not_allowed(error: ApiError) -> str:
    return f"535 5.7.1 {' '.join(error.text.split())}"


def _record_rejection(refusal: rejections.Rejection) -> None:
    close_old_connections()
    rejections.record([refusal])


class _SmtpSubmissionRequest(SubmissionRequest):
    """A message with its envelope. It is parsed on the thread that accepts it."""

    def __init__(
        self, caller: KeyIdentity | Credential, content: bytes, recipients: tuple[str, ...], *, host: str
    ) -> None:
        super().__init__(caller, Via.SMTP, MessageSummary(recipients=recipients))
        self._content, self._recipients, self._host = content, recipients, host

    def parse(self, key: KeyIdentity, budget: Budget) -> Submission:
        submission = submitted.parse_submission(self._content, self._recipients, host=self._host, sandbox=key.sandbox)
        return smtp_templates.fill(key.team_id, submission, budget)


def build_listeners(handler: SubmissionHandler, certificate: ReloadingCertificate | None) -> list[Listener]:
    """The two ports; none without a certificate, because a key must not be sent unencrypted."""
    if certificate is None:
        return []
    options = {
        "hostname": settings.SUBMISSION_HOST,
        "data_size_limit": MAX_MESSAGE_BYTES,
        "command_call_limit": COMMAND_LIMITS,
        "timeout": IDLE_SECONDS,
    }
    return [
        Listener(
            name=name,
            hosts=settings.SMTP_BIND,
            port=port,
            handler=handler,
            most=settings.SUBMISSION_CONNECTIONS,
            most_from_one=settings.SUBMISSION_CONNECTIONS_PER_NETWORK,
            max_of_owner=max(1, int(settings.SUBMISSION_CONNECTIONS * TEAM_SHARE)),
            seconds=CONNECTION_SECONDS,
            options=options,
            certificate=certificate,
            implicit=implicit,
            kind=Application,
        )
        for name, port, implicit in (
            ("submission", settings.SUBMISSION_PORT, False),
            ("submissions", settings.SUBMISSION_TLS_PORT, True),
        )
    ]
