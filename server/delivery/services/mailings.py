"""The lifecycle of a mailing.

The content of a mailing is compiled and frozen on creation; its recipients and quota at the start, in one transaction.
A continuous mailing starts without recipients (continuous_mailings.py). Then senders process it in batches. They notice
a pause or cancellation before each window.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from prometheus_client import Gauge

from server.core import clock, events, rooms
from server.core.errors import ActionNotAllowed, NotFound
from server.core.ids import uuid7
from server.core.transitions import Transitions
from server.delivery import origins, own_hosts, selectors, send_schedule
from server.delivery.compiling import CompiledEmail, EmailContent, Setting, compile_content
from server.delivery.content.starters import DEFAULT_ACCENT
from server.delivery.errors import NoRecipients, SendingPaused
from server.delivery.events import MailingChanged
from server.delivery.mime.message import Identity
from server.delivery.models import (
    Batch,
    BatchState,
    FrequencyClaim,
    Mailing,
    MailingCounters,
    MailingIntake,
    MailingLink,
    MailingState,
    MailingThrottle,
)
from server.delivery.origins import ORIGINS, SYSTEM, TEST, MailingChange
from server.delivery.sealed_fields import seal_fields
from server.delivery.send_schedule import RecipientGroup, ScheduledBatch
from server.delivery.services import pauses, pools
from server.delivery.sql import accepting, freezing, indeterminate
from server.plans import quota
from server.senders.errors import SenderDomainMisconfigured
from server.senders.services.domains import check_can_send
from server.teams.models import Team

TRANSITIONS = Transitions(
    {
        MailingState.PREPARING: frozenset({MailingState.SENDING, MailingState.CANCELLED}),
        MailingState.SENDING: frozenset({MailingState.PAUSED, MailingState.CANCELLED, MailingState.DONE}),
        MailingState.PAUSED: frozenset({MailingState.SENDING, MailingState.CANCELLED}),
        MailingState.CANCELLED: frozenset(),
        MailingState.DONE: frozenset({MailingState.SENDING}),  # for recipients with an unknown outcome
    }
)
MAX_TEST_ADDRESSES = 10
QUOTA_REFERENCE_PREFIX = "delivery.mailing:"  # prefix of the references of quota reservations

log = structlog.get_logger(__name__)
mailings_without_origin = Gauge("delivery_mailings_without_origin", "Mailings under way whose origin no app registers")


@dataclass(frozen=True, slots=True)
class MailingSender:
    """The sender of a mailing. Callers have to check that the address belongs to a verified sender."""

    name: str
    address: str
    reply_to: str = ""


def build_setting(
    team: Team, *, accent: str = DEFAULT_ACCENT, follows: bool = True, unsubscribes: bool = True
) -> Setting:
    return Setting(
        origin=settings.PAGES_ORIGIN.rstrip("/"),
        company=team.name or team.slug,
        postal_address=", ".join(part for part in (team.address, team.city) if part).replace("\n", ", "),
        accent=accent,
        logo=team.logo if team.logo.startswith("https://") else "",
        language=team.language,
        follows=follows,
        unsubscribes=unsubscribes,
    )


def build_identity(
    *, sender: MailingSender, team_id: UUID | None, origin: str, unsubscribes: bool, tracking_host: str = ""
) -> Identity:
    """Links start with `tracking_host` if given. Raises HeaderUnsafe."""
    host = settings.MAIL_FROM.rpartition("@")[2]
    return Identity(
        from_name=sender.name,
        from_address=sender.address,
        message_host=host,
        origin=own_hosts.get_link_origin(tracking_host),
        feedback_id=f"{team_id or host}:{origin}:{host}",
        reply_to=sender.reply_to,
        unsubscribes=unsubscribes,
    ).check()


@dataclass(frozen=True, slots=True)
class CompiledContent:
    """Content as a mailing stores it.

    `untracked` has no pixel and no numbered links, for recipients who object to tracking. None if `tracked` itself is
    without them, or if there is no such version.
    """

    tracked: CompiledEmail
    untracked: CompiledEmail | None = None


def compile_versions(
    content: EmailContent,
    setting: Setting,
    *,
    origin: str,
    known: frozenset[str] | None,
    tracked: CompiledEmail | None = None,
) -> CompiledContent:
    """Content as a mailing of the origin stores it. Raises what compiling raises.

    `tracked` is the content if it is already compiled with the same setting.
    """
    untracked = None
    if ORIGINS[origin].is_marketing and setting.follows:
        untracked = compile_content(content, replace(setting, follows=False), known=known)
    return CompiledContent(tracked or compile_content(content, setting, known=known), untracked)


def create(
    *,
    team: Team | None,
    origin: str,
    content: EmailContent,
    sender: MailingSender,
    known: frozenset[str] | None,
    origin_id: UUID | None = None,
    setting: Setting | None = None,
    topic_id: int | None = None,
    version: int | None = None,
    variant: int | None = None,
    compiled: CompiledContent | None = None,
) -> Mailing:
    """Creates a mailing with frozen content, which is compiled here unless passed as `compiled`.

    Continuous mailings have a `version`. Raises what compiling raises, HeaderUnsafe for the sender, and SendingPaused.
    """
    if ORIGINS[origin].is_continuous is (version is None):
        raise ValueError(f"Continuous mailings have a version, and others have none: {origin}")
    if setting is None:
        if team is None:
            raise ValueError("A mailing without a team needs a setting")
        setting = build_setting(team)
    build_identity(sender=sender, team_id=team.pk if team else None, origin=origin, unsubscribes=setting.unsubscribes)
    is_marketing = ORIGINS[origin].is_marketing
    if compiled is None:
        compiled = compile_versions(content, setting, origin=origin, known=known)
    if is_marketing and team is not None:
        pauses.require_not_paused(team.pk)
    with transaction.atomic():
        mailing = Mailing.objects.create(
            team=team,
            origin=origin,
            origin_id=origin_id or uuid7(),
            version=version,
            variant=variant,
            priority=ORIGINS[origin].priority,
            subject=content.subject,
            from_name=sender.name,
            from_address=sender.address,
            reply_to=sender.reply_to,
            compiled=compiled.tracked.to_data(),
            plain=compiled.untracked.to_data() if compiled.untracked else None,
            topic_id=topic_id,
            follows=setting.follows,
            unsubscribes=setting.unsubscribes,
            created_at=clock.now(),
        )
        MailingCounters.objects.create(mailing=mailing, team=team)
        MailingLink.objects.bulk_create(
            [MailingLink(mailing=mailing, number=link.number, shown=link.shown) for link in compiled.tracked.links]
        )
    return mailing


def start(
    *,
    mailing: Mailing,
    recipients: QuerySet[Any, Any],
    held: bool = False,
    per_hour: int | None = None,
    timed: bool = False,
) -> int:
    """Freezes the recipients, reserves the quota and releases the mailing to senders. Returns the number of recipients.

    `recipients` selects contact id, address and fields (jsonb), in this order; an address counts once. If `timed`, a
    fourth column has the earliest time of each email. At most `per_hour` emails start in an hour. `held` means that the
    caller has reserved at least this quota under `quota_reference`.

    Raises NoRecipients, the limit's error or ActionNotAllowed; then nothing has changed.
    """
    with transaction.atomic():
        locked = _lock_mailing(mailing)
        _require_transition(locked, MailingState.SENDING, only_from=MailingState.PREPARING)
        now = clock.now()
        if timed:
            groups = freezing.freeze_timed(mailing.team_id, mailing_id=mailing.pk, recipients=recipients, now=now)
        else:
            count = freezing.freeze(mailing.team_id, mailing_id=mailing.pk, recipients=recipients)
            groups = [RecipientGroup(now, count)] if count else []
        count = sum(group.count for group in groups)
        if not count:
            raise NoRecipients
        limit = ORIGINS[locked.origin].quota
        if limit and locked.team_id and not held:
            reference = quota_reference(mailing.pk)
            quota.reserve(team_id=locked.team_id, limit=limit, amount=count, reference=reference)
        locked.per_hour = per_hour
        release(
            locked,
            count,
            cut=send_schedule.schedule_batches(groups, now=now, per_hour=per_hour) if timed or per_hour else None,
        )
        pause_if_stopped(locked)
    return count


def pause_if_stopped(mailing: Mailing) -> None:
    """Pauses a marketing mailing that has just started if its team is paused or its domain is broken."""
    if not ORIGINS[mailing.origin].is_marketing or mailing.team_id is None:
        return
    try:
        _check_can_send(mailing)
    except (SendingPaused, SenderDomainMisconfigured):
        _set_state(mailing, MailingState.PAUSED)


def release(
    mailing: Mailing, count: int, *, due_at: datetime | None = None, cut: Sequence[ScheduledBatch] | None = None
) -> None:
    """Releases frozen recipients to senders: now, at `due_at`, or in the batches of `cut`."""
    now = clock.now()
    if cut is None:
        freezing.insert_batches(mailing.team_id, mailing_id=mailing.pk, count=count, due_at=due_at or now)
    else:
        freezing.insert_scheduled_batches(mailing.team_id, mailing_id=mailing.pk, slots=cut)
    if mailing.per_hour:
        MailingThrottle.objects.create(mailing=mailing, gap=send_schedule.get_batch_gap(mailing.per_hour), free_at=now)
    mailing.recipients, mailing.started_at, mailing.state = count, now, MailingState.SENDING
    # across teams: system emails belong to no team
    Mailing.objects.filter(pk=mailing.pk).update(
        recipients=count,
        per_hour=mailing.per_hour,
        started_at=now,
        state=MailingState.SENDING,
        pool=pools.select_pool(origin=mailing.origin, team_id=mailing.team_id),
    )
    _publish(mailing)  # without a hook: each caller that starts a mailing knows it


def pause(*, mailing: Mailing) -> None:
    """Stops sending after the current windows. Raises ActionNotAllowed."""
    _transition(mailing, MailingState.PAUSED)


def resume(*, mailing: Mailing) -> None:
    """Resumes a paused mailing.

    Raises ActionNotAllowed. Marketing also raises SendingPaused while its team is paused, and SenderDomainMisconfigured
    while its domain is broken.
    """
    with transaction.atomic():
        locked = _lock_mailing(mailing)
        _check_can_send(locked)
        _require_transition(locked, MailingState.SENDING, only_from=MailingState.PAUSED)
        _set_state(locked, MailingState.SENDING)
    # If all batches were done before the pause, no sender ends the mailing.
    if not has_work(mailing.pk) and finish(mailing.pk):
        commit_quota(mailing.pk)


def _check_can_send(mailing: Mailing) -> None:
    if ORIGINS[mailing.origin].is_marketing and mailing.team_id:
        pauses.require_not_paused(mailing.team_id)
        check_can_send(team_id=mailing.team_id, name=mailing.from_address.rpartition("@")[2])


def cancel(*, mailing: Mailing) -> None:
    """Ends a mailing permanently and returns the quota of unsent emails. Raises ActionNotAllowed."""
    with transaction.atomic():
        _transition(mailing, MailingState.CANCELLED)
        MailingIntake.objects.filter(pk=mailing.pk, closed_at=None).update(closed_at=clock.now())
        Batch.objects.filter(mailing_id=mailing.pk, state=BatchState.WAITING).update(state=BatchState.DONE)
        commit_quota(mailing.pk)


def resend_indeterminate(*, mailing: Mailing) -> int:
    """Resends a finished mailing to recipients with an unknown outcome and no sign of arrival. Returns their number.

    A recipient who did receive the email gets it twice, so only a user can trigger this. It uses no more quota: unknown
    outcomes count as used. Raises ActionNotAllowed, also if there are no such recipients, and what resuming raises.
    """
    with transaction.atomic():
        locked = _lock_mailing(mailing)
        _check_can_send(locked)
        _require_transition(locked, MailingState.SENDING, only_from=MailingState.DONE)
        count = 0
        if locked.team_id and locked.started_at:
            count = indeterminate.requeue(
                locked.team_id,
                mailing_id=locked.pk,
                mailed_at=locked.started_at,
                until=locked.started_at if locked.version is None else clock.now(),
                now=clock.now(),
                size=send_schedule.get_batch_size(locked.per_hour),
            )
        if not count:
            raise ActionNotAllowed(payload={"state": locked.state, "inDoubt": 0})
        locked.finished_at = None
        _set_state(locked, MailingState.SENDING)
    return count


def finish(mailing_id: int) -> bool:
    """Ends a mailing after all its batches are done, unless it still accepts recipients.

    Returns whether this call ended it.
    """
    with transaction.atomic():
        # across teams: the sender works for all of them, by id
        rows = Mailing.objects.select_for_update(no_key=True).filter(pk=mailing_id, state=MailingState.SENDING)
        mailing = rows.first()
        if mailing is None or (mailing.version is not None and _is_open(mailing_id)):
            return False
        _set_state(mailing, MailingState.DONE)
        # Claims that a crash has left: all emails are in the log by now.
        FrequencyClaim.objects.filter(mailing_id=mailing_id).delete()  # across teams: the mailing's own
    return True


def commit_quota(mailing_id: int) -> None:
    """Counts sent and unconfirmed emails as used quota, and returns the remaining quota once the mailing has ended.

    A continuous mailing returns the quota of permanently unsent emails immediately. Usage is not tied to recipients, so
    the oldest month is used first.
    """
    with transaction.atomic():
        # across teams: the sender works for all of them, by id
        mailing = Mailing.objects.select_for_update(no_key=True).defer("compiled", "plain").get(pk=mailing_id)
        if mailing.version is not None:
            accepting.count_recipients(mailing.team_id, mailing_id=mailing_id)
        if ORIGINS[mailing.origin].quota is None or mailing.team_id is None:
            return
        reference = quota_reference(mailing_id)
        # Before the counters are read, so that they include what the last batch counted.
        is_over = mailing.state in (MailingState.DONE, MailingState.CANCELLED) and not has_work(mailing_id)
        # across teams: the mailing's own counters
        counters = MailingCounters.objects.get(pk=mailing_id)
        used = counters.sent + counters.in_doubt
        if used > mailing.settled:
            quota.commit(team_id=mailing.team_id, reference=reference, amount=used - mailing.settled)
            mailing.settled = used
            mailing.save(update_fields=["settled"])
        unused = counters.failed + counters.suppressed + counters.skipped
        if mailing.version is not None and unused > mailing.released:
            quota.release(team_id=mailing.team_id, reference=reference, amount=unused - mailing.released)
            mailing.released = unused
            mailing.save(update_fields=["released"])
        if is_over:
            quota.close(team_id=mailing.team_id, reference=reference)


def extend_reservations() -> None:
    """Extends the quota reservations of mailings that outlast them, such as paused ones."""
    references = {
        int(reference.removeprefix(QUOTA_REFERENCE_PREFIX)): reference
        for reference in quota.list_ending_reservations(QUOTA_REFERENCE_PREFIX)
    }
    # A mailing in preparation has a reservation once its recipients are known: the rest of an A/B test waits for its
    # winner.
    alive = [MailingState.PREPARING, MailingState.SENDING, MailingState.PAUSED]
    # across teams: the sweep of the sender
    waiting = Mailing.objects.filter(pk__in=list(references), state__in=alive)
    quota.renew_reservations([references[pk] for pk in waiting.values_list("pk", flat=True)])


def list_idle_mailings() -> list[int]:
    """Returns mailings without remaining batches that no sender has ended: it stopped between the last batch and the
    end.
    """
    # across teams: the sweep of the sender
    started = Mailing.objects.filter(state=MailingState.SENDING, started_at__isnull=False, origin__in=list(ORIGINS))
    idle = started.exclude(Exists(Batch.objects.filter(mailing=OuterRef("pk")).exclude(state=BatchState.DONE)))
    idle = idle.exclude(Exists(MailingIntake.objects.filter(mailing=OuterRef("pk"), closed_at=None)))
    return list(idle.values_list("pk", flat=True))


def report_mailings_without_origin() -> None:
    """Logs active mailings of an origin that no app registers, as after an app was removed: no sender claims them."""
    # across teams: the schedule serves all of them
    rows = Mailing.objects.filter(state=MailingState.SENDING).exclude(origin__in=list(ORIGINS))
    found = Counter(rows.order_by().values_list("origin", flat=True))
    mailings_without_origin.set(found.total())
    if found:
        log.error("delivery.mailings.without_origin", origins=dict(found))


def _is_open(mailing_id: int) -> bool:
    return MailingIntake.objects.filter(pk=mailing_id, closed_at=None).exists()


def has_work(mailing_id: int) -> bool:
    return Batch.objects.filter(mailing_id=mailing_id).exclude(state=BatchState.DONE).exists()


def quota_reference(mailing_id: int) -> str:
    return f"{QUOTA_REFERENCE_PREFIX}{mailing_id}"


def send_rows(*, mailing: Mailing, rows: Sequence[tuple[int | None, str, Mapping[str, Any]]]) -> None:
    """Starts a mailing for a few recipients: rows of contact id, address and fields. Reserves no quota."""
    with transaction.atomic():
        locked = _lock_mailing(mailing)
        _require_transition(locked, MailingState.SENDING, only_from=MailingState.PREPARING)
        frozen = [_freeze_row(mailing, contact_id, email, fields) for contact_id, email, fields in rows]
        release(locked, freezing.freeze_rows(mailing.team_id, mailing_id=mailing.pk, rows=frozen))


def _freeze_row(mailing: Mailing, contact_id: int | None, email: str, fields: Mapping[str, Any]) -> freezing.FrozenRow:
    if mailing.origin == SYSTEM:
        return freezing.FrozenRow(contact_id, email.lower(), sealed_fields=seal_fields(fields, mailing_id=mailing.pk))
    return freezing.FrozenRow(contact_id, email.lower(), json.dumps(dict(fields)))


def send_test(
    *,
    team: Team,
    content: EmailContent,
    sender: MailingSender,
    emails: Sequence[str],
    fields: Mapping[str, Any],
    known: frozenset[str] | None,
    setting: Setting | None = None,
) -> Mailing:
    """Sends a test of a campaign to the first MAX_TEST_ADDRESSES addresses. Raises NoRecipients if there are none."""
    if not emails:
        raise NoRecipients
    with transaction.atomic():
        mailing = create(team=team, origin=TEST, content=content, sender=sender, known=known, setting=setting)
        send_rows(mailing=mailing, rows=[(None, email, fields) for email in emails[:MAX_TEST_ADDRESSES]])
    return mailing


def _lock_mailing(mailing: Mailing) -> Mailing:
    # across teams: system emails belong to no team
    mine = Mailing.objects.for_team(mailing.team_id) if mailing.team_id else Mailing.objects.filter(team__isnull=True)
    found: Mailing | None = mine.select_for_update(no_key=True).filter(pk=mailing.pk).first()
    if found is None:
        raise NotFound
    return found


def _require_transition(mailing: Mailing, state: MailingState, *, only_from: MailingState) -> None:
    if mailing.state != only_from:
        raise ActionNotAllowed(payload={"from": mailing.state, "to": str(state)})
    TRANSITIONS.require(mailing.state, state)


def _transition(mailing: Mailing, state: MailingState) -> None:
    with transaction.atomic():
        locked = _lock_mailing(mailing)
        TRANSITIONS.require(locked.state, state)
        _set_state(locked, state)


def _set_state(mailing: Mailing, state: MailingState) -> None:
    mailing.state = state
    if state in (MailingState.DONE, MailingState.CANCELLED):
        mailing.finished_at = clock.now()
        if mailing.origin == SYSTEM:
            freezing.erase_sealed_fields(mailing.team_id, mailing_id=mailing.pk)
    mailing.save(update_fields=["state", "finished_at"])
    if mailing.team_id is not None:
        change = MailingChange(mailing.team_id, mailing.origin_id, mailing.state, mailing.version)
        origins.notify_hook(mailing.origin, change)
    _publish(mailing)


def _publish(mailing: Mailing) -> None:
    if mailing.team_id is None or not ORIGINS[mailing.origin].is_marketing:
        return
    state = selectors.get_combined_state(team_id=mailing.team_id, origin=mailing.origin, origin_id=mailing.origin_id)
    changed = MailingChanged(origin=mailing.origin, origin_id=mailing.origin_id, state=state)
    events.publish(changed, rooms=[rooms.team(mailing.team_id)])
