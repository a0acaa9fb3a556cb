"""The mailbox for bounces and complaints. It accepts email to addresses with our token, and to the complaint address.

Other recipients are rejected at RCPT. A 250 at the end of DATA means that all effects are committed; otherwise the
response is a temporary rejection.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol, cast

import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import DatabaseError, close_old_connections

from server.delivery.bounces import reports
from server.delivery.bounces.reports import FeedbackReport
from server.delivery.services import bounces
from server.delivery.smtp import certificates
from server.delivery.smtp.listening import Listener, Peer, rejection_counter

MAX_REPORT_BYTES = 1 << 20  # a report can enclose the whole email
MAX_RECIPIENTS = 5
MAX_COMMANDS = 100  # of one kind in one connection

ACCEPTED = "250 2.0.0 Taken"
RETRY_LATER = "451 4.3.0 Try again later"
UNKNOWN_ADDRESS = "550 5.1.1 No such address here"
TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients"

log = structlog.get_logger(__name__)


class FeedbackHandler(Protocol):
    """Another app's email with bounces and complaints that arrive here."""

    def is_named(self, address: str) -> bool:
        """Whether the address alone shows that the app issued it. Needs no query."""

    def is_known(self, address: str) -> bool:
        """Whether email to the address is accepted."""

    def apply(self, report: FeedbackReport, address: str) -> str | None:
        """Applies a report received at the address. Returns its result; None if it is about another app's email.

        Raises bounces.NotYetLogged.
        """


class BounceMailbox:
    """The handler of aiosmtpd's hooks for bounces and complaints."""

    def __init__(self, pool: ThreadPoolExecutor, others: Sequence[FeedbackHandler] = ()) -> None:
        self._pool, self._others = pool, others

    async def handle_RCPT(  # noqa: N802 -- the name of the hook
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Sequence[str]
    ) -> str:
        try:
            is_known = self._is_plausible(address) and await self._is_known(address)
        except DatabaseError as error:
            log.warning("delivery.smtp.database_lost", error=str(error)[:200])
            return RETRY_LATER
        if not is_known:
            rejection_counter.labels("recipient").inc()
            return UNKNOWN_ADDRESS
        if not cast("Peer", server).establish():
            raise asyncio.CancelledError
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return TOO_MANY_RECIPIENTS
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 Ok"

    def _is_plausible(self, address: str) -> bool:
        return not bounces.is_unissued(address) or any(other.is_named(address) for other in self._others)

    async def _is_known(self, address: str) -> bool:
        return await asyncio.get_running_loop().run_in_executor(self._pool, _can_accept, address, self._others)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Accepts unreadable email, too: a retry would be no more readable."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        work = partial(_receive, content, envelope.mail_from or "", tuple(envelope.rcpt_tos), self._others)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except bounces.NotYetLogged:
            return RETRY_LATER
        except DatabaseError as error:
            log.warning("delivery.smtp.database_lost", error=str(error)[:200])
            return RETRY_LATER

    async def handle_exception(self, error: Exception) -> str:
        log.error("delivery.smtp.failed", exc_info=error)
        return RETRY_LATER


def _can_accept(address: str, others: Sequence[FeedbackHandler]) -> bool:
    close_old_connections()
    return any(other.is_known(address) for other in others) or bounces.parse_report_address(address)[0]


def _receive(content: bytes, mail_from: str, addresses: Sequence[str], others: Sequence[FeedbackHandler]) -> str:
    close_old_connections()
    report = reports.parse_report(content, null_sender=not mail_from)
    for address in dict.fromkeys(addresses):
        what = next((done for other in others if (done := other.apply(report, address)) is not None), None)
        if what is None:
            is_known, about = bounces.parse_report_address(address)
            what = bounces.apply_report(report, about=about) if is_known else None
        if what is not None:
            log.info("delivery.report.taken", what=what, kind=report.kind.value, why=report.why)
    return ACCEPTED


def build_listener(pool: ThreadPoolExecutor, others: Sequence[FeedbackHandler] = ()) -> Listener:
    """Raises InvalidSetting for an unusable certificate."""
    options = {
        "data_size_limit": MAX_REPORT_BYTES,
        "enable_SMTPUTF8": False,
        "command_call_limit": {"*": MAX_COMMANDS},
        # Without AUTH there is nothing to guess, and HELP would reveal nothing.
        "auth_required": False,
    }
    return Listener(
        name="bounces",
        hosts=settings.SMTP_BIND,
        port=settings.BOUNCE_PORT,
        handler=BounceMailbox(pool, others),
        most=settings.SMTP_CONNECTIONS,
        # The complaint address can be guessed, so a known recipient alone proves little.
        cuts_messages=True,
        options=options,
        certificate=certificates.load_configured_certificate(),
    )
