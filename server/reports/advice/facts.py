"""Data for advice rules: existing counters, read once for all rules."""

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
from server.delivery.selectors import MailingMetrics
from server.delivery.sql import health
from server.segments.errors import CountTimeout
from server.segments.rules.activity import ActivityFrequency, ActivityRule, LastDaysWindow
from server.segments.rules.field.schema import FieldRule
from server.segments.rules.tree import Group
from server.segments.selectors import match_counts
from server.stats import selectors as stats
from server.teams.models import Team
from server.teams.time_zones import parse_zone

CAMPAIGNS_FOR: Final = timedelta(days=90)
MAX_CAMPAIGNS: Final = 500
DESTINATIONS_FOR: Final = timedelta(days=30)
MAX_DESTINATIONS: Final = 100
PEAK_DAYS: Final = 90
# The number of labels is limited, because each is a column of all contacts.
LABELS_FOR: Final = timedelta(days=90)
MAX_LABELS: Final = 200
MIN_LABEL_CONTACTS: Final = 200
MIN_LABEL_ISSUES: Final = 3  # contacts of a label who bounced or complained; below that no rule applies


@dataclass(frozen=True, slots=True)
class SentCampaign:
    """A sent campaign with its metrics."""

    id: UUID
    kind: str
    name: str
    subject: str
    preheader: str
    from_email: str
    started_at: datetime
    figures: MailingMetrics

    @property
    def about(self) -> Mapping[str, str]:
        """Returns additional link parameters: A/B tests have another page."""
        return {} if self.kind == EMAIL else {"kind": self.kind}


@dataclass(frozen=True, slots=True)
class Destination:
    """Delivery results of one recipient domain."""

    domain: str
    delivered: int
    hard_bounced: int
    soft_bounced: int

    @property
    def handed(self) -> int:
        """Delivered or rejected."""
        return self.delivered + self.hard_bounced + self.soft_bounced


@dataclass(frozen=True, slots=True)
class EmailedContacts:
    """Contacts who got email and their results. `subscribed` are still subscribed."""

    mailed: int
    hard_bounced: int
    complained: int
    subscribed: int


@dataclass(frozen=True, slots=True)
class LabelComparison:
    """The contacts of a label compared with all others of the team."""

    id: int
    name: str
    people: EmailedContacts
    others: EmailedContacts


@dataclass(frozen=True)
class TeamFacts:
    """The current data of a team."""

    team: Team
    now: datetime
    zone: ZoneInfo = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "zone", parse_zone(self.team.timezone))

    @cached_property
    def campaigns(self) -> Sequence[SentCampaign]:
        """The newest campaigns of the last 90 days that have metrics, newest first; two queries."""
        rows = Campaign.objects.for_team(self.team).filter(started_at__gte=self.now - CAMPAIGNS_FOR)
        names = ("pk", "kind", "name", "subject", "preheader", "from_email", "started_at")
        newest = list(rows.order_by("-started_at", "-pk").values_list(*names)[:MAX_CAMPAIGNS])
        found = delivery.get_metrics_by_origin(
            team_id=self.team.pk, origin=CAMPAIGN, origin_ids=[row[0] for row in newest]
        )
        return [
            SentCampaign(pk, kind, name, subject, preheader, from_email, started_at, found[pk])
            for pk, kind, name, subject, preheader, from_email, started_at in newest
            if pk in found and started_at is not None
        ]

    def since(self, moment: datetime) -> Sequence[SentCampaign]:
        return [sent for sent in self.campaigns if sent.started_at >= moment]

    def destinations(self, since: datetime | None = None) -> Sequence[Destination]:
        """Returns the domains with the most email of campaigns started since then, by default in the last 30 days."""
        rows = health.list_destinations(
            self.team.pk, since=since or self.now - DESTINATIONS_FOR, limit=MAX_DESTINATIONS
        )
        return [Destination(domain, delivered, hard, soft) for domain, delivered, hard, soft, *_ in rows]

    @cached_property
    def opens_by_hour(self) -> Sequence[int]:
        """First opens, without bots, per hour of the day over the last 90 complete days."""
        return stats.count_by_hour(team=self.team, what="opened", days=PEAK_DAYS)

    @cached_property
    def labels(self) -> Sequence[LabelComparison]:
        """The most used labels with bounces or complaints in the last 90 days; empty if counting takes too long."""
        recent = self.since(self.now - LABELS_FOR)
        if not any(sent.figures.hard_bounced or sent.figures.complained for sent in recent):
            return []
        rows = contact_labels.query_labels(self.team.pk).filter(contact_count__gte=MIN_LABEL_CONTACTS)
        names = dict(rows.order_by("-contact_count", "pk").values_list("pk", "name")[:MAX_LABELS])
        try:
            return self._list_labels(names) if names else []
        except CountTimeout:
            return []

    def _list_labels(self, names: Mapping[int, str]) -> Sequence[LabelComparison]:
        gone, annoyed = (self._count_by_label(rules, names) for rules in (_HARD_BOUNCED, _COMPLAINED))
        wrong = [each for each in names if gone.by_label[each] + annoyed.by_label[each] >= MIN_LABEL_ISSUES]
        if not wrong:
            return []  # the column of sent contacts is by far the longest
        mailed, left = (self._count_by_label(rules, wrong) for rules in (_EMAILED, _SUBSCRIBED))
        all_of = (mailed, gone, annoyed, left)
        told = []
        for label_id in wrong:
            people = [tally.by_label[label_id] for tally in all_of]
            others = [tally.total - part for tally, part in zip(all_of, people, strict=True)]
            told.append(LabelComparison(label_id, names[label_id], EmailedContacts(*people), EmailedContacts(*others)))
        return told

    def _count_by_label(self, rules: Group, label_ids: Collection[int]) -> match_counts.MatchCounts:
        return match_counts.count_by_label(team_id=self.team.pk, rules=rules, label_ids=label_ids)

    def usual_open_rate(self, *, min_delivered: int, but: UUID | None = None, min_campaigns: int = 3) -> float | None:
        """Returns the median open rate of campaigns with at least `min_delivered` recipients.

        None if there are fewer than `min_campaigns` campaigns.
        """
        peers = [sent for sent in self.campaigns if sent.figures.delivered >= min_delivered and sent.id != but]
        return median(sent.figures.open_rate for sent in peers) if len(peers) >= min_campaigns else None


def _build_activity_rule(activity: str) -> ActivityRule:
    window = LastDaysWindow(kind="lastDays", days=LABELS_FOR.days)
    return ActivityRule(
        kind="activity", activity=activity, times=ActivityFrequency(operator="atLeast", count=1), window=window
    )


def _build_state_rule(state: ContactState) -> FieldRule:
    return FieldRule(kind="field", field="state", operator="isAnyOf", value=[state.value])


# Immediately rejected emails count as well, but have no `sent` activity.
_EMAILED: Final = Group(
    kind="group", match="any", rules=[_build_activity_rule("sent"), _build_activity_rule("bounced")]
)
_HARD_BOUNCED: Final = Group(
    kind="group", rules=[_build_activity_rule("bounced"), _build_state_rule(ContactState.BOUNCED)]
)
_COMPLAINED: Final = Group(kind="group", rules=[_build_activity_rule("complained")])
_SUBSCRIBED: Final = Group(kind="group", rules=[_build_state_rule(ContactState.SUBSCRIBED)])


def build_facts(team: Team) -> TeamFacts:
    return TeamFacts(team, clock.now())
