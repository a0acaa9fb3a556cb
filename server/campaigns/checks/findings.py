"""Findings of checks: the issue, its severity and where to fix it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from server.core.causes import Param
from server.core.errors import ApiError

if TYPE_CHECKING:
    from server.campaigns.checks.review import CampaignReview

MAX_ITEMS = 20


class Level(StrEnum):
    """`blocking`: the campaign can’t be sent. `warning`: it can be sent after someone has seen the warning.

    `fine`: the check found no problems.
    """

    BLOCKING = "blocking"
    WARNING = "warning"
    FINE = "fine"


class FindingPlace(StrEnum):
    """Where to fix the problem: a section of the composer or a separate page."""

    ABOUT = "about"
    SENDER = "sender"
    RECIPIENTS = "recipients"
    SUBJECT = "subject"
    CONTENT = "content"
    TRACKING = "tracking"
    PLAIN = "plain"
    VARIANTS = "variants"
    DOMAIN = "domain"
    COMPANY = "company"
    PLAN = "plan"
    HEALTH = "health"


@dataclass(frozen=True, slots=True)
class CampaignFinding:
    """A finding.

    `code` identifies the client's text, filled with `values`. `items` are the affected texts as written.
    """

    code: str
    level: Level
    place: FindingPlace
    values: Mapping[str, str | int] = field(default_factory=dict)
    items: Sequence[str] = ()
    # The error with which sending fails; only for blocking findings.
    error: ApiError | None = None
    # The number of the affected variant of an A/B test; None for all.
    variant: int | None = None
    # The document node where the issue can be fixed.
    node: str | None = None
    # The cause of the issue in a text, as in validation errors (server/core/causes.py).
    cause: str | None = None
    cause_code: str | None = None
    cause_params: Mapping[str, Param] | None = None


@dataclass(frozen=True, slots=True)
class CampaignCheck:
    """A check of campaigns. Sending repeats those with `may_block`."""

    name: str
    run: "Callable[[CampaignReview], Iterable[CampaignFinding]]"
    may_block: bool = False


def build_fine(code: str, place: FindingPlace, **values: str | int) -> CampaignFinding:
    return CampaignFinding(code, Level.FINE, place, values)


def build_warning(code: str, place: FindingPlace, items: Sequence[str] = (), **values: str | int) -> CampaignFinding:
    return CampaignFinding(code, Level.WARNING, place, values, tuple(items[:MAX_ITEMS]))


def build_blocking(
    code: str, place: FindingPlace, error: ApiError, items: Sequence[str] = (), **values: str | int
) -> CampaignFinding:
    return CampaignFinding(code, Level.BLOCKING, place, values, tuple(items[:MAX_ITEMS]), error)
