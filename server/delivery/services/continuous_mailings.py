"""A continuous mailing exists for each published version of a record. It accepts recipients while it is open.

It is compiled on publication and in the state of sending from then on, even without recipients. The next version closes
it: recipients accepted before are still sent to, then it is done. It is paused, resumed and cancelled like any mailing
(mailings.py). Suppression, consent, topics and frequency are also checked just before sending, as for any mailing.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from server.core import advisory, clock
from server.core.bounded_types import MAX_BIG_ID
from server.core.errors import ActionNotAllowed, NotFound
from server.delivery import origins, send_schedule
from server.delivery.compiling import EmailContent, Setting
from server.delivery.models import MAX_EMAIL_LENGTH, MAX_KEY_LENGTH, Mailing, MailingIntake, MailingState
from server.delivery.origins import ORIGINS
from server.delivery.services import mailings
from server.delivery.services.mailings import CompiledContent, MailingSender
from server.delivery.sql import accepting
from server.delivery.sql.accepting import AcceptanceDecision, AcceptedRow, Intake
from server.plans import quota
from server.plans.errors import QuotaExceeded
from server.teams.models import Team

MAX_CANDIDATES = 1_000  # of one call
_NULL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # the character in JSON text, not a backslash before its letters


class Exclusion(StrEnum):
    """Why a candidate was not accepted. This is not stored: its key can be accepted later."""

    CLOSED = "closed"  # the mailing has a newer version, or was cancelled
    QUOTA = "quota"  # too little is left for all acceptable candidates of the call
    UNKNOWN_CONTACT = "unknownContact"  # no contact of the team, for example after it was deleted
    REPEATED_ADDRESS = "repeatedAddress"  # another candidate of the call has the address


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed recipient: a contact, or an address that is looked up among the contacts.

    Attributes:
        key: the idempotency key of the caller, at most MAX_KEY_LENGTH characters. A mailing accepts a key once.
        due_at: the earliest time to send the email; None or a past time means now.
    """

    key: str
    contact_id: int | None = None
    email: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The result for each candidate of one call, by key.

    Attributes:
        positions: those that were accepted.
        repeated: the positions of those that an earlier call had accepted.
        excluded: all others.
    """

    positions: Mapping[str, int]
    repeated: Mapping[str, int]
    excluded: Mapping[str, Exclusion]


def publish(
    *,
    team: Team,
    origin: str,
    origin_id: UUID,
    version: int,
    content: EmailContent,
    sender: MailingSender,
    known: frozenset[str] | None,
    setting: Setting | None = None,
    topic_id: int | None = None,
    compiled: CompiledContent | None = None,
    per_hour: int | None = None,
) -> Mailing:
    """Opens the mailing of a new version, and closes those of earlier versions.

    At most `per_hour` emails start in any hour. Raises what `mailings.create` does, and ActionNotAllowed if this
    version or a later one exists.
    """
    with transaction.atomic():
        # Of two concurrent publications of a record, the second waits here and then sees the first.
        advisory.lock("delivery.continuous", f"{team.pk}:{origin}:{origin_id}")
        earlier = Mailing.objects.for_team(team).filter(origin=origin, origin_id=origin_id).defer("compiled", "plain")
        found = list(earlier.order_by("pk").select_for_update(no_key=True))
        newest = max((mailing.version or 0 for mailing in found), default=0)
        if version <= newest:
            raise ActionNotAllowed(payload={"version": version, "newest": newest})
        mailing = mailings.create(
            team=team,
            origin=origin,
            origin_id=origin_id,
            version=version,
            content=content,
            sender=sender,
            known=known,
            setting=setting,
            topic_id=topic_id,
            compiled=compiled,
        )
        MailingIntake.objects.create(mailing=mailing)
        mailing.per_hour = per_hour
        mailings.release(mailing, 0, cut=())
        mailings.pause_if_stopped(mailing)
        for each in found:
            close(mailing=each)
    return mailing


def close(*, mailing: Mailing) -> None:
    """Stops accepting recipients, and ends the mailing if nothing is left to send. Idempotent."""
    with transaction.atomic():
        # The mailing before its intake, as cancelling locks them.
        # across teams: by id
        Mailing.objects.select_for_update(no_key=True).filter(pk=mailing.pk).values_list("pk").first()
        if not MailingIntake.objects.filter(pk=mailing.pk, closed_at=None).update(closed_at=clock.now()):
            return
        if not mailings.has_work(mailing.pk) and mailings.finish(mailing.pk):
            mailings.commit_quota(mailing.pk)


def accept(*, team_id: UUID, mailing_id: int, candidates: Sequence[Candidate]) -> Acceptance:
    """Accepts candidates in the transaction of the caller: senders see them after the commit.

    The quota is reserved for all of them or none. Other callers for the mailing wait until the transaction ends, and so
    do those for its team if there is a quota: keep the transaction short and make this call last.

    Raises NotFound if the team has no such continuous mailing. Raises ValueError for more than MAX_CANDIDATES, a key
    that is empty or too long, a candidate with neither contact nor address, an address of more than MAX_EMAIL_LENGTH
    characters, and characters that no column can store, such as null.
    """
    if len(candidates) > MAX_CANDIDATES:
        raise ValueError(f"A call takes at most {MAX_CANDIDATES} candidates")
    by_key: dict[str, Candidate] = {}
    fields: dict[str, str] = {}
    for candidate in candidates:
        fields.setdefault(candidate.key, _serialize_fields(candidate))
        by_key.setdefault(candidate.key, candidate)
    unique = list(by_key.values())
    with transaction.atomic():
        intake = accepting.lock_intake(team_id, mailing_id=mailing_id)
        if intake is None:
            raise NotFound
        decisions = accepting.decide_candidates(
            team_id,
            mailing_id=mailing_id,
            keys=[candidate.key for candidate in unique],
            contact_ids=[candidate.contact_id for candidate in unique],
            emails=[candidate.email.lower() or None for candidate in unique],
        )
        found = list(zip(unique, decisions, strict=True))
        repeated = {candidate.key: decision.position for candidate, decision in found if decision.position is not None}
        excluded = {candidate.key: why for candidate, decision in found if (why := _find_exclusion(intake, decision))}
        now = clock.now()
        rows = [
            AcceptedRow(
                candidate.key,
                decision.contact_id,
                decision.email or "",
                fields[candidate.key],
                candidate.due_at or now,
            )
            for candidate, decision in found
            if candidate.key not in repeated and candidate.key not in excluded
        ]
        if rows and not _reserve_quota(team_id, mailing_id, intake, len(rows)):
            excluded |= {row.key: Exclusion.QUOTA for row in rows}
            rows = []
        positions: Mapping[str, int] = {}
        if rows:
            size = send_schedule.get_batch_size(intake.per_hour)
            positions = accepting.store_recipients(
                team_id, mailing_id=mailing_id, intake=intake, rows=rows, now=now, size=size
            )
    return Acceptance(positions, repeated, excluded)


def _serialize_fields(candidate: Candidate) -> str:
    """Returns JSON text. Raises ValueError if a part of the candidate can't be stored."""
    key, email = candidate.key, candidate.email.lower()
    contact_id = candidate.contact_id
    is_named = bool(email) if contact_id is None else 0 <= contact_id <= MAX_BIG_ID
    fits = 0 < len(key) <= MAX_KEY_LENGTH and len(email) <= MAX_EMAIL_LENGTH and is_named
    try:
        fields = json.dumps(dict(candidate.fields), ensure_ascii=False, allow_nan=False)
        f"{key}{email}{fields}".encode()
    except ValueError as error:
        raise ValueError(f"Not a candidate: {key!r}") from error
    if not fits or "\x00" in key + email or _NULL.search(fields):
        raise ValueError(f"Not a candidate: {key!r}")
    return fields


def _find_exclusion(intake: Intake, decision: AcceptanceDecision) -> Exclusion | None:
    if decision.position is not None:
        return None
    if intake.is_closed:
        return Exclusion.CLOSED
    if decision.is_unknown:
        return Exclusion.UNKNOWN_CONTACT
    return None if decision.is_first else Exclusion.REPEATED_ADDRESS


def _reserve_quota(team_id: UUID, mailing_id: int, intake: Intake, count: int) -> bool:
    limit = ORIGINS[intake.origin].quota
    if limit is None:
        return True
    try:
        quota.extend(team_id=team_id, limit=limit, amount=count, reference=mailings.quota_reference(mailing_id))
    except QuotaExceeded:
        return False
    return True


def catch_up() -> None:
    """Updates the recipient counts of continuous mailings, and records quota use that a killed sender left unrecorded.

    Continuous mailings have no end at which it would be recorded. Run by the sweep.
    """
    accepting.count_all_recipients()
    # across teams: the sweep of the sender
    rows = Mailing.objects.filter(version__isnull=False, state__in=[MailingState.SENDING, MailingState.PAUSED])
    rows = rows.filter(origin__in=origins.list_counted_origins())
    used, unused = F("counters__sent") + F("counters__in_doubt"), F("counters__failed") + F("counters__suppressed")
    behind = rows.filter(Q(settled__lt=used) | Q(released__lt=unused + F("counters__skipped")))
    for mailing_id in behind.values_list("pk", flat=True):
        mailings.commit_quota(mailing_id)
