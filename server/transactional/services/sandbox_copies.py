"""Copies of sandbox messages to team members, who get a first message before any domain is authenticated.

The text of a sandbox message to a member's own validated address is sent as a system email, never in the team's name
and to no other address.
"""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet

from server.core import clock, jobs
from server.core.ids import get_creation_time, to_milliseconds
from server.core.rate_limits import counters
from server.core.rate_limits.limits import DAY, RateLimit
from server.delivery.services import system
from server.teams.models import Member
from server.transactional import previews
from server.transactional.errors import BodyDeleted
from server.transactional.models import Message, MessageRecipient
from server.transactional.sql.outgoing import ClaimedRecipient

JOB = "transactional.copy_sandbox_message"
MAX_COPIES_PER_DAY = 20  # of a team
MAX_LINES = 60
MAX_LINE_CHARS = 400


def choose_copies(rows: Sequence[ClaimedRecipient]) -> set[tuple[UUID, int]]:
    """Counts a copy for each recipient who is a member, up to each team's daily limit; none without Redis.

    Returns them by message and position. Not in a transaction, because Redis can take a second.
    """
    by_team: defaultdict[UUID, list[ClaimedRecipient]] = defaultdict(list)
    for row in rows:
        by_team[row.team_id].append(row)
    wanted: list[tuple[ClaimedRecipient, RateLimit]] = []
    for team_id, own_rows in by_team.items():
        emails = {row.email.lower() for row in own_rows}
        own = set(_filter_members(team_id).filter(user__email__in=emails).values_list("user__email", flat=True))
        limit = RateLimit(f"trx-sandbox-copies:{team_id}", MAX_COPIES_PER_DAY, DAY)
        members = [row for row in own_rows if row.email.lower() in own]
        wanted += [(row, limit) for row in members[:MAX_COPIES_PER_DAY]]
    usages = counters.consume_each([([limit], 1) for _, limit in wanted], at=int(clock.now().timestamp()))
    return {
        (row.message_id, row.position)
        for (row, _), [usage] in zip(wanted, usages, strict=True)
        if usage.count and not usage.is_exceeded
    }


def request(row: ClaimedRecipient) -> None:
    jobs.enqueue(
        JOB,
        key=f"{JOB}:{row.message_id}:{row.position}",
        team_id=str(row.team_id),
        message_id=str(row.message_id),
        position=row.position,
    )


def send(*, team_id: UUID, message_id: UUID, position: int) -> None:
    """Sends a member the text of a message and a link to the complete message; nothing to other users.

    Without text, or if the content is deleted, the copy has no lines.
    """
    at = get_creation_time(message_id)
    message = Message.objects.for_team(team_id).filter(pk=message_id, accepted_at=at).first()
    recipients = MessageRecipient.objects.for_team(team_id).filter(message_id=message_id, accepted_at=at)
    row = recipients.filter(position=position).first()
    if message is None or row is None:
        return
    member = _filter_members(team_id).filter(user__email=row.email.lower()).select_related("user").first()
    if member is None:
        return
    try:
        text = previews.build_preview(team_id=team_id, message_id=message_id).text
    except BodyDeleted:
        text = ""
    lines = [line.strip()[:MAX_LINE_CHARS] for line in text.splitlines() if line.strip()]
    system.send(
        to=member.user.email,
        template="sandbox-copy",
        context={
            "sender": message.from_address,
            "subject": message.subject,
            "lines": lines[:MAX_LINES],
            "link": f"{settings.APP_ORIGINS[0]}/events/{message_id}/{to_milliseconds(at)}",
        },
        language=member.user.language,
    )


def _filter_members(team_id: UUID) -> QuerySet[Member]:
    return Member.objects.for_team(team_id).filter(active=True, user__validated_at__isnull=False)
