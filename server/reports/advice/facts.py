"""What rules look at: figures that are counted already, read once for all of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from statistics import median
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from server.campaigns.limits import EMAIL
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.contacts.selectors import labels as contact_labels
from server.contacts.states import ContactState
from server.core import clock
from server.delivery import selectors as delivery
from server.delivery.selectors import Figures
from server.delivery.sql import health
from server.segments.errors import CountTimeout
from server.segments.rules.activity import ActivityRule, LastDays, Times
from server.segments.rules.field.schema import FieldRule
from server.segments.rules.tree import Group
from server.segments.selectors import tallies
from server.stats import selectors as stats
from server.teams.models import Team
from server.teams.zones import zone_of

CAMPAIGNS_FOR: Final = timedelta(days=90)
MOST_CAMPAIGNS: Final = 500
DESTINATIONS_FOR: Final = timedelta(days=30)
MOST_DESTINATIONS: Final = 100
PEAK_DAYS: Final = 90
# Of labels fewer are looked at than there may be: each is a column of all contacts.
LABELS_FOR: Final = timedelta(days=90)
MOST_LABELS: Final = 200
LEAST_CARRIED: Final = 200
LEAST_WRONG: Final = 3  # people of a label who bounced or complained: of fewer no rule says anything


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
        return {} if self.kind == EMAIL else {"kind": self.kind}


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


@dataclass(frozen=True, slots=True)
class Written:
    """People who were written to, and what became of that; `subscribed` may still be."""

    mailed: int
    hard_bounced: int
    complained: int
    subscribed: int


@dataclass(frozen=True, slots=True)
class Label:
    """Who carries a label now, beside all others of the team."""

    id: int
    name: str
    people: Written
    others: Written


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
        found = delivery.figures_of(team_id=self.team.pk, origin=CAMPAIGN, origin_ids=[row[0] for row in newest])
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

    @cached_property
    def labels(self) -> Sequence[Label]:
        """Of the labels that most carry those of whose people some bounced or complained in 90 days; none where
        counting takes too long."""
        recent = self.since(self.now - LABELS_FOR)
        if not any(sent.figures.hard_bounced or sent.figures.complained for sent in recent):
            return []
        rows = contact_labels.labels_of(self.team.pk).filter(contact_count__gte=LEAST_CARRIED)
        names = dict(rows.order_by("-contact_count", "pk").values_list("pk", "name")[:MOST_LABELS])
        try:
            return self._told(names) if names else []
        except CountTimeout:
            return []

    def _told(self, names: Mapping[int, str]) -> Sequence[Label]:
        gone, annoyed = (self._tally(rules, names) for rules in (_HARD_BOUNCED, _COMPLAINED))
        wrong = [each for each in names if gone.by_label[each] + annoyed.by_label[each] >= LEAST_WRONG]
        if not wrong:
            return []  # whom anything was sent to is by far the longest of the columns
        mailed, left = (self._tally(rules, wrong) for rules in (_MAILED, _SUBSCRIBED))
        all_of = (mailed, gone, annoyed, left)
        told = []
        for label_id in wrong:
            people = [tally.by_label[label_id] for tally in all_of]
            others = [tally.total - part for tally, part in zip(all_of, people, strict=True)]
            told.append(Label(label_id, names[label_id], Written(*people), Written(*others)))
        return told

    def _tally(self, rules: Group, label_ids: Collection[int]) -> tallies.Tally:
        return tallies.by_label(team_id=self.team.pk, rules=rules, label_ids=label_ids)

    def usual_open_rate(self, *, least_delivered: int, but: UUID | None = None, least: int = 3) -> float | None:
        """The median of the campaigns that reached enough people; None of fewer than `least`."""
        peers = [sent for sent in self.campaigns if sent.figures.delivered >= least_delivered and sent.id != but]
        return median(sent.figures.open_rate for sent in peers) if len(peers) >= least else None


def _happened(activity: str) -> ActivityRule:
    window = LastDays(kind="lastDays", days=LABELS_FOR.days)
    return ActivityRule(kind="activity", activity=activity, times=Times(operator="atLeast", count=1), window=window)


def _is(state: ContactState) -> FieldRule:
    return FieldRule(kind="field", field="state", operator="isAnyOf", value=[state.value])


# Who was refused at once was written to as well, and is not among those that something was sent to.
_MAILED: Final = Group(kind="group", match="any", rules=[_happened("sent"), _happened("bounced")])
_HARD_BOUNCED: Final = Group(kind="group", rules=[_happened("bounced"), _is(ContactState.BOUNCED)])
_COMPLAINED: Final = Group(kind="group", rules=[_happened("complained")])
_SUBSCRIBED: Final = Group(kind="group", rules=[_is(ContactState.SUBSCRIBED)])


def of(team: Team) -> Facts:
    """The team as it stands now."""
    return Facts(team, clock.now())
