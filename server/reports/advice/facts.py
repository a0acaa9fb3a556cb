"""What rules look at: figures that are counted already, read once for all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from statistics import median
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from server.campaigns.limits import CampaignKind
from server.campaigns.models import Campaign
from server.core import clock
from server.delivery import selectors as delivery
from server.delivery.selectors import Figures
from server.delivery.sql import health
from server.stats import selectors as stats
from server.teams.models import Team
from server.teams.zones import zone_of

CAMPAIGNS_FOR: Final = timedelta(days=90)
MOST_CAMPAIGNS: Final = 500
DESTINATIONS_FOR: Final = timedelta(days=30)
MOST_DESTINATIONS: Final = 100
PEAK_DAYS: Final = 90


@dataclass(frozen=True, slots=True)
class Sent:
    """A campaign that was sent, and its figures."""

    id: UUID
    kind: str
    name: str
    subject: str
    preheader: str
    from_email: str
    started_at: datetime
    figures: Figures

    @property
    def about(self) -> Mapping[str, str]:
        """What its row is found by besides: a test has another page."""
        return {} if self.kind == CampaignKind.EMAIL else {"kind": self.kind}


@dataclass(frozen=True, slots=True)
class Destination:
    """What became of mail to one domain."""

    domain: str
    delivered: int
    hard_bounced: int
    soft_bounced: int

    @property
    def handed(self) -> int:
        """Delivered or refused."""
        return self.delivered + self.hard_bounced + self.soft_bounced


@dataclass(frozen=True)
class Facts:
    """A team now."""

    team: Team
    now: datetime
    zone: ZoneInfo = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "zone", zone_of(self.team.timezone))

    @cached_property
    def campaigns(self) -> Sequence[Sent]:
        """The newest campaigns of the last 90 days that have figures, the newest first; in two queries."""
        rows = Campaign.objects.for_team(self.team).filter(started_at__gte=self.now - CAMPAIGNS_FOR)
        names = ("pk", "kind", "name", "subject", "preheader", "from_email", "started_at")
        newest = list(rows.order_by("-started_at", "-pk").values_list(*names)[:MOST_CAMPAIGNS])
        found = delivery.figures_of(team_id=self.team.pk, origin_ids=[row[0] for row in newest])
        return [
            Sent(pk, kind, name, subject, preheader, from_email, started_at, found[pk])
            for pk, kind, name, subject, preheader, from_email, started_at in newest
            if pk in found and started_at is not None
        ]

    def since(self, moment: datetime) -> Sequence[Sent]:
        """Those of them that began at the moment or later."""
        return [sent for sent in self.campaigns if sent.started_at >= moment]

    def destinations(self, since: datetime | None = None) -> Sequence[Destination]:
        """The domains that most mail went to, of campaigns begun since then: by default in the last 30 days."""
        rows = health.destinations(self.team.pk, since=since or self.now - DESTINATIONS_FOR, limit=MOST_DESTINATIONS)
        return [Destination(domain, delivered, hard, soft) for domain, delivered, hard, soft, *_ in rows]

    @cached_property
    def opens_by_hour(self) -> Sequence[int]:
        """First opens by people in each hour of the day, over the last 90 closed days."""
        return stats.peak_hours(team=self.team, what="opened", days=PEAK_DAYS)

    def usual_open_rate(self, *, least_delivered: int, but: UUID | None = None, least: int = 3) -> float | None:
        """The median of the campaigns that reached enough people; None of fewer than `least`."""
        peers = [sent for sent in self.campaigns if sent.figures.delivered >= least_delivered and sent.id != but]
        return median(sent.figures.open_rate for sent in peers) if len(peers) >= least else None


def of(team: Team) -> Facts:
    """The team as it stands now."""
    return Facts(team, clock.now())
