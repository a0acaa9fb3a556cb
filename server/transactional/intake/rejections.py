"""What both doors have refused to somebody whose key they know, told among the events like a send.

Of a team so many are told in a minute, each by an event of its own; what comes beyond is only counted, and told by one
event once the minute is over (`tell_more`). Redis counts both, so that refusals by the thousand write nothing; without
it none is told. Who shows no good key, and who is at the dashboard and reads the answer there, leaves nothing here.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, cast
from uuid import UUID

import redis
import structlog
from django.db import DatabaseError

from server.accounts.models import EMAIL_LENGTH
from server.core import clock, redis_clients
from server.core.errors import (
    ActionNotAllowed,
    ApiError,
    FeatureDisabled,
    IdempotencyKeyReused,
    TooManyRequests,
    UserExpired,
    UserSuspended,
)
from server.core.ids import milliseconds_of, moment_at, uuid7
from server.plans.errors import QuotaExceeded
from server.transactional import replies
from server.transactional.errors import (
    FromNotAllowed,
    ScopeMissing,
    SubaccountInactive,
    SubaccountLimitReached,
    TrxDomainNotVerified,
)
from server.transactional.identities import KeyIdentity
from server.transactional.intake.checks import content, domain, key, quota, rate
from server.transactional.intake.submissions import MessageSummary
from server.transactional.models.messages import REPLY_LENGTH
from server.transactional.services import recording
from server.transactional.services.recording import NewEvent
from server.transactional.states import EventType, Via

MOST_A_MINUTE: Final = 60  # of a team: enough to see what is wrong, and of events next to nothing
MOST_RECIPIENTS: Final = 10
MINUTE: Final = timedelta(minutes=1)
KEPT_SECONDS: Final = 120
REDIS_SECONDS: Final = 0.5
MORE: Final = "trx:refused-more"
IDEMPOTENCY: Final = "idempotency"

_CHECKS: Final[Sequence[tuple[tuple[type[ApiError], ...], str]]] = (
    (
        (ScopeMissing, SubaccountInactive, UserSuspended, UserExpired, FeatureDisabled, ActionNotAllowed),
        key.NAME,
    ),
    ((TooManyRequests,), rate.NAME),
    ((TrxDomainNotVerified, FromNotAllowed), domain.NAME),
    ((QuotaExceeded, SubaccountLimitReached), quota.NAME),
    ((IdempotencyKeyReused,), IDEMPOTENCY),
)

# Counts refusals of teams, and answers of each how many of them are still told; the others are counted for later.
_COUNT: Final = """
local told = {}
for each = 1, #KEYS - 1 do
    local amount = tonumber(ARGV[2 * each + 1])
    local before = redis.call('INCRBY', KEYS[each], amount) - amount
    redis.call('EXPIRE', KEYS[each], ARGV[2])
    told[each] = math.max(0, math.min(amount, tonumber(ARGV[1]) - before))
    if told[each] < amount then
        redis.call('HINCRBY', KEYS[#KEYS], ARGV[2 * each + 2], amount - told[each])
    end
end
return told
"""
# Takes what was counted in minutes that are over.
_TAKE: Final = """
local counted, over = redis.call('HGETALL', KEYS[1]), {}
for each = 1, #counted, 2 do
    if tonumber(string.match(counted[each], '%d+$')) < tonumber(ARGV[1]) then
        over[#over + 1] = counted[each]
        over[#over + 1] = counted[each + 1]
        redis.call('HDEL', KEYS[1], counted[each])
    end
end
return over
"""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was refused by which check, and the words that were answered. `reason` is the error's code."""

    key: KeyIdentity
    via: Via
    check: str
    reason: str
    code: int
    enhanced: str
    reply: str
    about: MessageSummary


def of_error(found: KeyIdentity, via: Via, error: ApiError, about: MessageSummary) -> Refusal | None:
    """What is told of an error; None of one that is ours, or that doesn't know whose it is."""
    if found.key_id is None or not 400 <= error.status < 500 or error.status == 401:
        return None
    if via is Via.SMTP:
        return of_reply(found, check_of(error), error.code, replies.of(error), about)
    return Refusal(found, via, check_of(error), error.code, error.status, "", replies.words(error), about)


def check_of(error: ApiError) -> str:
    """The name of the check that refuses with it."""
    return next((name for kinds, name in _CHECKS if isinstance(error, kinds)), content.NAME)


def of_reply(found: KeyIdentity, check: str, reason: str, reply: str, about: MessageSummary) -> Refusal:
    """The same of an SMTP reply: code, enhanced code and words."""
    code, enhanced, words = reply.split(" ", 2)
    return Refusal(found, Via.SMTP, check, reason, int(code), enhanced, words, about)


def note(refused: Sequence[Refusal]) -> None:
    """Tells of them, as far as the minutes of their teams have room. Never fails: what was answered is answered."""
    by_team: defaultdict[UUID, list[Refusal]] = defaultdict(list)
    for each in refused:
        by_team[each.key.team_id].append(each)
    if not by_team:
        return
    now = clock.now()
    try:
        told = _counted({team_id: len(of_team) for team_id, of_team in by_team.items()}, now)
        recording.append_all(
            {team_id: [_event(each, now) for each in by_team[team_id][:most]] for team_id, most in told.items()}
        )
    except (redis.RedisError, DatabaseError) as error:
        log.warning("transactional.refusal.untold", error=str(error)[:200])


class Call:
    """A call over HTTP, with what is known of its message so far."""

    def __init__(self) -> None:
        self.summary = MessageSummary()


@contextmanager
def noted(found: KeyIdentity) -> Iterator[Call]:
    """Tells of what is refused within over HTTP."""
    call = Call()
    try:
        yield call
    except ApiError as error:
        if (refusal := of_error(found, Via.HTTP, error, call.summary)) is not None:
            note([refusal])
        raise


def tell_more() -> None:
    """Tells how many more were refused in the minutes that are over, by one event of a team and minute."""
    try:
        taken = cast(list[str], _redis().eval(_TAKE, 1, MORE, _minute(clock.now())))
    except redis.RedisError as error:
        log.warning("transactional.refusal.untold", error=str(error)[:200])
        return
    parts = iter(taken)
    events: defaultdict[UUID, list[NewEvent]] = defaultdict(list)
    for name, amount in zip(parts, parts, strict=True):
        team_id, _, minute = name.rpartition(":")
        at = datetime.fromtimestamp((int(minute) + 1) * MINUTE.total_seconds(), UTC) - timedelta(milliseconds=1)
        events[UUID(team_id)].append(_refused(at, None, MessageSummary(), {"more": int(amount)}))
    recording.append_all(events)


def _counted(amounts: Mapping[UUID, int], now: datetime) -> dict[UUID, int]:
    """Of how many of each team is told."""
    minute = _minute(now)
    keys = [f"trx:refused:{team_id}:{minute}" for team_id in amounts]
    about = [part for team_id, amount in amounts.items() for part in (amount, f"{team_id}:{minute}")]
    told = _redis().eval(_COUNT, len(keys) + 1, *keys, MORE, MOST_A_MINUTE, KEPT_SECONDS, *about)
    return dict(zip(amounts, cast(list[int], told), strict=True))


def _minute(at: datetime) -> int:
    return int(at.timestamp() // MINUTE.total_seconds())


def _event(refusal: Refusal, at: datetime) -> NewEvent:
    recipients = list(refusal.about.recipients)
    detail = {
        "via": str(refusal.via),
        "check": refusal.check,
        "reason": refusal.reason,
        "code": refusal.code,
        "enhanced": refusal.enhanced,
        "reply": refusal.reply[:REPLY_LENGTH],
        "recipients": [address[:EMAIL_LENGTH] for address in recipients[:MOST_RECIPIENTS]],
        "recipientCount": len(recipients),
    }
    return _refused(at, refusal.key, refusal.about, detail)


def _refused(at: datetime, found: KeyIdentity | None, about: MessageSummary, detail: dict[str, Any]) -> NewEvent:
    at = moment_at(milliseconds_of(at))
    id_ = uuid7(at)
    return NewEvent(
        type=EventType.REFUSED,
        at=at,
        # Of no message: it stands for itself.
        id=id_,
        message_id=id_,
        accepted_at=at,
        position=None,
        recipient=about.recipients[0] if about.recipients else "",
        subject=about.subject,
        tag=about.tag,
        domain=about.sender.rpartition("@")[2],
        domain_id=None,
        subaccount_id=found.subaccount_id if found else None,
        key_id=found.key_id if found else None,
        sender=about.sender,
        detail=detail,
    )


def _redis() -> redis.Redis:
    return redis_clients.shared(REDIS_SECONDS, decode=True)
