"""What a check says: one thing about a campaign, how much it matters, and where it is mended."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from server.core.causes import Param
from server.core.errors import ApiError

if TYPE_CHECKING:
    from server.campaigns.checks.review import Review

MOST_ITEMS = 20


class Level(StrEnum):
    """`blocking`: the campaign can’t be sent. `warning`: it can be sent after someone has seen the warning.

    `fine`: the check found no problems.
    """

    BLOCKING = "blocking"
    WARNING = "warning"
    FINE = "fine"


class Place(StrEnum):
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
class Finding:
    """`code` has words on the client, which `values` fill; `items` are what it is about, as the tenant wrote them."""

    code: str
    level: Level
    place: Place
    values: Mapping[str, str | int] = field(default_factory=dict)
    items: Sequence[str] = ()
    # What sending is refused with; of what blocks alone.
    error: ApiError | None = None
    # Of an A/B test: the number of the variant that it is about; None where it is about all of them.
    variant: int | None = None
    # Of a document: the node in which it is mended.
    node: str | None = None
    # The issue of a text, in the words of an error (server/core/causes.py).
    cause: str | None = None
    cause_code: str | None = None
    cause_params: Mapping[str, Param] | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """One module's look at a campaign. What `may_block` is asked again by sending itself."""

    name: str
    look: "Callable[[Review], Iterable[Finding]]"
    may_block: bool = False


def fine(code: str, place: Place, **values: str | int) -> Finding:
    """Nothing found."""
    return Finding(code, Level.FINE, place, values)


def warning(code: str, place: Place, items: Sequence[str] = (), **values: str | int) -> Finding:
    """Something that sending does not wait for."""
    return Finding(code, Level.WARNING, place, values, tuple(items[:MOST_ITEMS]))


def blocking(code: str, place: Place, error: ApiError, items: Sequence[str] = (), **values: str | int) -> Finding:
    """Something that sending is refused with."""
    return Finding(code, Level.BLOCKING, place, values, tuple(items[:MOST_ITEMS]), error)
