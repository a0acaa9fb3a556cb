"""Processes bounces and complaints. A token that we signed identifies the recipient in our send log.

All functions are idempotent: a report that was recorded before changes nothing.
"""

import re
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from prometheus_client import Counter

from server.contacts import timeline
from server.contacts.services.history import ConsentProof
from server.contacts.states import ConsentSource
from server.core import clock
from server.core.errors import NotFound
from server.delivery import keys
from server.delivery.bounces.classes import SOFT_BOUNCE_CLASSES, get_counters, should_suppress
from server.delivery.bounces.reports import FeedbackReport, ReportKind
from server.delivery.models import (
    Event,
    EventKind,
    LogState,
    Mailing,
    Recipient,
    RecipientActivity,
    SendLog,
)
from server.delivery.origins import TEST
from server.delivery.own_hosts import is_bounce_host, list_bounce_hosts
from server.delivery.services import health, progress, subscriptions
from server.delivery.sql import bouncing, soft_bounces
from server.delivery.states import FeedbackKind
from server.delivery.tokens import RecipientKey as Token

BOUNCE_LOCAL_PART = "bounce+"
FEEDBACK_LOCAL_PART = "feedback"

processed_reports = Counter("delivery_reports_total", "Bounces and complaints received by email, by result", ["what"])


class NotYetLogged(Exception):
    """A bounce arrived before its sending was logged. The sender of the report has to retry."""


def parse_report_address(address: str) -> tuple[bool, Token | None]:
    """Whether we accept email to the address, and the token of a bounce address; None for the complaint address.

    A host that isn't ours must belong to the domain that the token's email was sent from. This costs one query, and
    none without a token that we signed.
    """
    local, host = _split_address(address)
    is_ours = host in list_bounce_hosts()
    if local.lower() == FEEDBACK_LOCAL_PART:
        return is_ours, None
    token = _read_token(local)
    if token is None or not (is_ours or _is_sender_host(host, token)):
        return False, None
    return True, token


def is_unissued(address: str) -> bool:
    """Whether the address alone shows that we never issued it. Needs no query."""
    local, host = _split_address(address)
    if local.lower() == FEEDBACK_LOCAL_PART:
        return host not in list_bounce_hosts()
    return _read_token(local) is None


def _split_address(address: str) -> tuple[str, str]:
    local, _, host = address.rpartition("@")
    return local, host.lower().rstrip(".")


def _read_token(local: str) -> Token | None:
    if not local.lower().startswith(BOUNCE_LOCAL_PART):
        return None
    return keys.get_key_ring().read_mailbox(local[len(BOUNCE_LOCAL_PART) :])


def _is_sender_host(host: str, about: Token) -> bool:
    # across teams: the token names the mailing, and with it the team
    mailings = Mailing.objects.filter(pk=about.mailing_id, team__isnull=False)
    written_from = mailings.values_list("from_address", flat=True).first()
    return written_from is not None and is_bounce_host(host, of=written_from.rpartition("@")[2])


def apply_report(report: FeedbackReport, *, about: Token | None) -> str:
    """Applies a report and returns its result. `about` is the token of the bounce address that received it.

    Raises NotYetLogged.
    """
    what = _apply_report(report, about)
    processed_reports.labels(what).inc()
    return what


def _apply_report(report: FeedbackReport, about: Token | None) -> str:
    match report.kind:
        case ReportKind.BOUNCE:
            if about is None:
                return "ignored"  # only the report itself would say which recipient it is about
            return "bounced" if record_bounce(about, report) else "known"
        case ReportKind.COMPLAINT | ReportKind.OPT_OUT:
            token = about or _find_token(report)
            if token is None:
                return "ignored"
            done = (
                record_complaint(token, why=report.why)
                if report.kind is ReportKind.COMPLAINT
                else record_opt_out(token)
            )
            word = "complained" if report.kind is ReportKind.COMPLAINT else "optedOut"
            return word if done else "known"
        case ReportKind.IGNORED:
            return "ignored"


def _find_token(report: FeedbackReport) -> Token | None:
    """The token in the email that a complaint encloses; None unless exactly one token of ours is in it."""
    ring = keys.get_key_ring()
    found = {token for token in map(ring.read_mailbox, report.tokens) if token is not None}
    return found.pop() if len(found) == 1 else None


def record_bounce(about: Token, report: FeedbackReport) -> bool:
    """Records a bounce. False if it is recorded already, or nothing was sent.

    Statistics, timeline and suppression follow as from a rejection during sending. Raises NotYetLogged.
    """
    # across teams: the token names the mailing, and with it the team
    mailing = Mailing.objects.filter(pk=about.mailing_id, started_at__isnull=False).first()
    recipient = Recipient.objects.filter(mailing_id=about.mailing_id, position=about.position).first()
    if mailing is None or mailing.started_at is None or recipient is None:
        return False
    now = clock.now()
    with transaction.atomic():
        # across teams: that of the mailing
        mailed_at = recipient.mailed_at or mailing.started_at
        rows = SendLog.objects.filter(mailing_id=mailing.pk, position=recipient.position, mailed_at=mailed_at)
        logged = rows.select_for_update().first()
        if logged is None:
            raise NotYetLogged
        if logged.bounced_at is not None or logged.state not in (LogState.SENT, LogState.IN_DOUBT):
            return False
        rows.update(
            state=LogState.SENT,
            bounced_at=now,
            bounce=report.bounce,
            code=report.code,
            enhanced=report.enhanced[:11],
            # Nothing is stored that could identify an erased contact.
            reply=_strip_codes(report) if recipient.email else "",
        )
        _count_bounce(mailing, recipient, logged=logged, report=report, now=now)
        if mailing.team_id is not None:
            _apply_bounce(mailing.team_id, mailing, recipient, logged=logged, report=report, now=now)
    return True


def _strip_codes(report: FeedbackReport) -> str:
    return re.sub(r"^\s*(\d{3}[ -])?\s*(\d\.\d{1,3}\.\d{1,3}\s)?\s*", "", report.diagnostic)


def _count_bounce(
    mailing: Mailing, recipient: Recipient, *, logged: SendLog, report: FeedbackReport, now: datetime
) -> None:
    # across teams: an event of the mailing's team
    Event.objects.create(
        team_id=mailing.team_id,
        mailing_id=mailing.pk,
        position=logged.position,
        at=now,
        contact_id=recipient.contact_id,
        kind=EventKind.BOUNCE,
        why=report.bounce,
    )
    amounts = dict.fromkeys(get_counters(report.bounce), 1) | {"returned": 1}
    if logged.state == LogState.IN_DOUBT:
        # A server that sends a report has received the email.
        amounts |= {"sent": 1, "in_doubt": -1}
        bouncing.resolve_as_sent(mailing.team_id, mailing_id=mailing.pk, at=logged.at)
    if mailing.team_id is not None and recipient.email:
        bouncing.count_domain(mailing.team_id, mailing_id=mailing.pk, email=recipient.email, amounts=amounts)
    bouncing.count_reply(
        mailing.team_id,
        mailing_id=mailing.pk,
        bounce=report.bounce,
        code=report.code,
        enhanced=report.enhanced[:11],
        reply=_strip_codes(report) if recipient.email else "",
    )
    bouncing.count(mailing.team_id, mailing_id=mailing.pk, amounts=amounts, now=now)
    progress.publish([mailing.pk])


def _apply_bounce(
    team_id: UUID, mailing: Mailing, recipient: Recipient, *, logged: SendLog, report: FeedbackReport, now: datetime
) -> None:
    if recipient.email and should_suppress(report.bounce):
        bouncing.suppress(team_id, email=recipient.email, mailing_id=mailing.pk, now=now)
    if recipient.contact_id is not None:
        if report.bounce in SOFT_BOUNCE_CLASSES and settings.SOFT_BOUNCES:
            soft_bounces.suppress(team_id, mailing_id=mailing.pk, contact_ids=[recipient.contact_id], now=now)
        timeline.publish_growth([recipient.contact_id])
    health.record_feedback(
        FeedbackKind.BOUNCE, mailing=mailing, recipient=recipient, sent_at=logged.at, at=now, bounce=report.bounce
    )
    subscriptions.update_contacts()


def record_complaint(about: Token, *, why: str = "abuse") -> bool:
    """Stops the team's marketing email to the recipient. Returns False if the complaint is recorded already."""
    mailing, recipient = _find_recipient(about)
    if mailing is None or recipient is None or mailing.team_id is None or _is_recorded(about, "complained_at"):
        return False
    return subscriptions.record_complaint(
        team_id=mailing.team_id,
        email=recipient.email,
        recipient=recipient,
        contact_id=recipient.contact_id,
        proof=ConsentProof(ConsentSource.MAIL),
        why=why,
    )


def record_opt_out(about: Token) -> bool:
    """Unsubscribes the recipient at a provider's request. Returns False if that is recorded already."""
    mailing, recipient = _find_recipient(about)
    if mailing is None or recipient is None or _is_recorded(about, "unsubscribed_at"):
        return False
    try:
        return subscriptions.unsubscribe(mailing_id=mailing.pk, position=recipient.position)
    except NotFound:
        return False


def _is_recorded(about: Token, what: str) -> bool:
    """Whether `what` is recorded for this email. A repeated report must not undo the contact's later decision."""
    done = RecipientActivity.objects.filter(mailing_id=about.mailing_id, position=about.position)
    return bool(done.exclude(**{what: None}).exists())


def _find_recipient(about: Token) -> tuple[Mailing | None, Recipient | None]:
    # across teams: the token names the mailing, and with it the team
    mailing = Mailing.objects.filter(pk=about.mailing_id, team__isnull=False).exclude(origin=TEST).first()
    people = Recipient.objects.filter(mailing_id=about.mailing_id, position=about.position).exclude(email="")
    return mailing, people.first()
