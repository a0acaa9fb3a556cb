"""Records rejected submissions, over SMTP and HTTP, as events of the team that owns the key.

At most 60 a minute of a team are recorded individually; the others are only counted, and recorded as one event once the
minute is over (`publish_more`). Redis counts both, so that thousands of rejections write nothing; without it none is
recorded. Callers without a valid key, and dashboard users, who see the response there, leave no event.
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
from server.core.ids import from_milliseconds, to_milliseconds, uuid7
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

MAX_EVENTS_PER_MINUTE: Final = 60  # of a team: enough to see the problem, and a negligible number of events
MAX_RECIPIENTS: Final = 10
MINUTE: Final = timedelta(minutes=1)
EXPIRY_SECONDS: Final = 120
REDIS_SECONDS: Final = 0.5
MORE_KEY: Final = "trx:refused-more"
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

# Counts rejections by team and returns how many of each are still recorded; the others are counted for later.
_COUNT: Final = """
local recorded = {}
for each = 1, #KEYS - 1 do
    local amount = tonumber(ARGV[2 * each + 1])
    local before = redis.call('INCRBY', KEYS[each], amount) - amount
    redis.call('EXPIRE', KEYS[each], ARGV[2])
    recorded[each] = math.max(0, math.min(amount, tonumber(ARGV[1]) - before))
    if recorded[each] < amount then
        redis.call('HINCRBY', KEYS[#KEYS], ARGV[2 * each + 2], amount - recorded[each])
    end
end
return recorded
"""
# Takes the counts of minutes that are over.
_POP: Final = """
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
class Rejection:
    """A rejected message: the check, and the text of the response. `reason` is the error's code."""

    key: KeyIdentity
    via: Via
    check: str
    reason: str
    code: int
    enhanced: str
    reply: str
    summary: MessageSummary


def build_rejection(found: KeyIdentity, via: Via, error: ApiError, summary: MessageSummary) -> Rejection | None:
    """The rejection for an error; None for a user, for an error of the server, or for an unknown key."""
    if found.key_id is None or not 400 <= error.status < 500 or error.status == 401:
        return None
    if via is Via.SMTP:
        return build_rejection_from_reply(found, find_check(error), error.code, replies.format_reply(error), summary)
    return Rejection(found, via, find_check(error), error.code, error.status, "", replies.describe(error), summary)


def find_check(error: ApiError) -> str:
    return next((name for kinds, name in _CHECKS if isinstance(error, kinds)), content.NAME)


def build_rejection_from_reply(
    found: KeyIdentity, check: str, reason: str, reply: str, summary: MessageSummary
) -> Rejection:
    """`reply` is a complete SMTP response: code, enhanced code and text."""
    code, enhanced, words = reply.split(" ", 2)
    return Rejection(found, Via.SMTP, check, reason, int(code), enhanced, words, summary)


def record(rejected: Sequence[Rejection]) -> None:
    """Records rejections up to the limit of each team and minute. Never raises: the response is already determined."""
    by_team: defaultdict[UUID, list[Rejection]] = defaultdict(list)
    for each in rejected:
        by_team[each.key.team_id].append(each)
    if not by_team:
        return
    now = clock.now()
    try:
        recorded = _count({team_id: len(of_team) for team_id, of_team in by_team.items()}, now)
        recording.append_all(
            {
                team_id: [_build_event(each, now) for each in by_team[team_id][:most]]
                for team_id, most in recorded.items()
            }
        )
    except (redis.RedisError, DatabaseError) as error:
        log.warning("transactional.rejection.not_recorded", error=str(error)[:200])


class HttpCall:
    """A call over HTTP, with the summary of its message as far as it is parsed."""

    def __init__(self) -> None:
        self.summary = MessageSummary()


@contextmanager
def recording_rejections(found: KeyIdentity) -> Iterator[HttpCall]:
    call = HttpCall()
    try:
        yield call
    except ApiError as error:
        if (rejection := build_rejection(found, Via.HTTP, error, call.summary)) is not None:
            record([rejection])
        raise


def publish_more() -> None:
    """Records how many more were rejected in the minutes that are over, as one event of each team and minute."""
    try:
        taken = cast(list[str], _get_redis().eval(_POP, 1, MORE_KEY, _get_minute(clock.now())))
    except redis.RedisError as error:
        log.warning("transactional.rejection.not_recorded", error=str(error)[:200])
        return
    parts = iter(taken)
    events: defaultdict[UUID, list[NewEvent]] = defaultdict(list)
    for name, amount in zip(parts, parts, strict=True):
        team_id, _, minute = name.rpartition(":")
        at = datetime.fromtimestamp((int(minute) + 1) * MINUTE.total_seconds(), UTC) - timedelta(milliseconds=1)
        events[UUID(team_id)].append(_build_rejected_event(at, None, MessageSummary(), {"more": int(amount)}))
    recording.append_all(events)


def _count(amounts: Mapping[UUID, int], now: datetime) -> dict[UUID, int]:
    minute = _get_minute(now)
    keys = [f"trx:refused:{team_id}:{minute}" for team_id in amounts]
    limits = [part for team_id, amount in amounts.items() for part in (amount, f"{team_id}:{minute}")]
    recorded = _get_redis().eval(_COUNT, len(keys) + 1, *keys, MORE_KEY, MAX_EVENTS_PER_MINUTE, EXPIRY_SECONDS, *limits)
    return dict(zip(amounts, cast(list[int], recorded), strict=True))


def _get_minute(at: datetime) -> int:
    return int(at.timestamp() // MINUTE.total_seconds())


def _build_event(rejection: Rejection, at: datetime) -> NewEvent:
    recipients = list(rejection.summary.recipients)
    detail = {
        "via": str(rejection.via),
        "check": rejection.check,
        "reason": rejection.reason,
        "code": rejection.code,
        "enhanced": rejection.enhanced,
        "reply": rejection.reply[:REPLY_LENGTH],
        "recipients": [address[:EMAIL_LENGTH] for address in recipients[:MAX_RECIPIENTS]],
        "recipientCount": len(recipients),
    }
    return _build_rejected_event(at, rejection.key, rejection.summary, detail)


def _build_rejected_event(
    at: datetime, found: KeyIdentity | None, summary: MessageSummary, detail: dict[str, Any]
) -> NewEvent:
    at = from_milliseconds(to_milliseconds(at))
    id_ = uuid7(at)
    return NewEvent(
        type=EventType.REFUSED,
        at=at,
        # It belongs to no message: its own id.
        id=id_,
        message_id=id_,
        accepted_at=at,
        position=None,
        recipient=summary.recipients[0] if summary.recipients else "",
        subject=summary.subject,
        tag=summary.tag,
        domain=summary.sender.rpartition("@")[2],
        domain_id=None,
        subaccount_id=found.subaccount_id if found else None,
        key_id=found.key_id if found else None,
        sender=summary.sender,
        detail=detail,
    )


def _get_redis() -> redis.Redis:
    return redis_clients.get_shared_client(REDIS_SECONDS, decode=True)
