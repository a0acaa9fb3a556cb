"""Queries for the outcomes of mailings. docs/metrics.md defines each metric."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from uuid import UUID

from django.db.models import F, QuerySet, Sum
from django.db.models.functions import TruncDay, TruncHour, TruncMinute

from server.core.errors import NotFound
from server.core.patches.compiled_queries import QueryParameter, compile_query
from server.delivery.models import (
    ContactActivity,
    Mailing,
    MailingCounters,
    MailingDevice,
    MailingLink,
    MailingMinute,
    MailingState,
)

STEPS = {"minute": TruncMinute, "hour": TruncHour, "day": TruncDay}


@dataclass(frozen=True, slots=True)
class MailingMetrics:
    """The metrics of a mailing and its rates, which are fractions of 1."""

    recipients: int
    sent: int
    failed: int
    suppressed: int
    skipped: int
    in_doubt: int
    deferred: int
    hard_bounced: int
    soft_bounced: int
    returned: int
    opened: int
    opens: int
    machine_opened: int
    machine_opens: int
    clicked: int
    clicks: int
    machine_clicks: int
    any_opened: int
    any_clicked: int
    unsubscribed: int
    complained: int
    revision: int

    @property
    def delivered(self) -> int:
        """Accepted by the relay and not bounced since."""
        return self.sent - self.returned

    @property
    def waiting(self) -> int:
        left_out = self.suppressed + self.skipped
        return max(0, self.recipients - self.sent - self.failed - left_out - self.in_doubt)

    def with_machines(self) -> "MailingMetrics":
        return replace(self, opened=self.any_opened, clicked=self.any_clicked)

    def _share(self, part: int, whole: int) -> float:
        return part / whole if whole else 0.0

    @property
    def delivery_rate(self) -> float:
        return self._share(self.delivered, self.sent + self.failed + self.in_doubt)

    @property
    def bounce_rate(self) -> float:
        return self._share(self.hard_bounced + self.soft_bounced, self.sent + self.failed + self.in_doubt)

    @property
    def open_rate(self) -> float:
        return self._share(self.opened, self.delivered)

    @property
    def click_rate(self) -> float:
        return self._share(self.clicked, self.delivered)

    @property
    def click_to_open_rate(self) -> float:
        return self._share(self.clicked, self.opened)

    @property
    def unsubscribe_rate(self) -> float:
        return self._share(self.unsubscribed, self.delivered)

    @property
    def complaint_rate(self) -> float:
        return self._share(self.complained, self.delivered)


@dataclass(frozen=True, slots=True)
class MetricPoint:
    """A metric in one step of the timeline."""

    at: datetime
    what: str
    count: int


@dataclass(frozen=True, slots=True)
class LinkMetrics:
    number: int
    address: str
    clicks: int
    clicked: int
    machine_clicks: int


@dataclass(frozen=True, slots=True)
class DeviceMetrics:
    kind: str
    device: str
    os: str
    browser: str
    count: int


COUNTED_METRICS = tuple(name for name in MailingMetrics.__dataclass_fields__ if name != "recipients")


def list_mailings(*, team_id: UUID, origin: str, origin_id: UUID) -> Sequence[Mailing]:
    """Returns a record's mailings, variants of a test in order, without their documents. Raises NotFound for none."""
    found = _select_mailings(team_id, origin, origin_id)
    if not found:
        raise NotFound
    return found


@compile_query
def _select_mailings(team: QueryParameter, origin: QueryParameter, origin_id: QueryParameter) -> QuerySet[Mailing]:
    rows = Mailing.objects.for_team(team).filter(origin=origin, origin_id=origin_id)
    return rows.defer("compiled", "plain").order_by(F("variant").asc(nulls_last=True), "pk")


def get_metrics_by_mailing(*, mailings: Sequence[Mailing]) -> Mapping[int, MailingMetrics]:
    # across teams: the mailings were found by their team
    rows = MailingCounters.objects.filter(pk__in=[mailing.pk for mailing in mailings])
    counters = {row.mailing_id: row for row in rows}
    return {mailing.pk: _build_metrics(mailing, counters[mailing.pk]) for mailing in mailings}


def combine_metrics(parts: Iterable[MailingMetrics]) -> MailingMetrics:
    """Sums the metrics of mailings that share no recipient."""
    found = list(parts)
    return MailingMetrics(
        **{field.name: sum(getattr(part, field.name) for part in found) for field in fields(MailingMetrics)}
    )


def get_metrics(*, mailing: Mailing) -> MailingMetrics:
    # across teams: the mailing was found by its team
    [counters] = _select_counters(mailing.pk)
    return _build_metrics(mailing, counters)


@compile_query
def _select_counters(mailing: QueryParameter) -> QuerySet[MailingCounters]:
    # across teams: the mailing was found by its team
    return MailingCounters.objects.filter(pk=mailing)


def get_metrics_by_origin(*, team_id: UUID, origin: str, origin_ids: list[UUID]) -> dict[UUID, MailingMetrics]:
    found: dict[UUID, list[MailingMetrics]] = {}
    for row in _select_counters_by_origin(team_id, origin, origin_ids):
        found.setdefault(row.mailing.origin_id, []).append(_build_metrics(row.mailing, row))
    return {origin_id: combine_metrics(parts) for origin_id, parts in found.items()}


def list_variant_metrics(*, team_id: UUID, origin: str, origin_id: UUID) -> list[tuple[Mailing, MailingMetrics]]:
    """Returns the variants of a test in order, then the mailing that gets the winner."""
    rows = _select_counters_by_origin(team_id, origin, [origin_id])
    ordered = sorted(rows, key=lambda row: (row.mailing.variant is None, row.mailing.variant))
    return [(row.mailing, _build_metrics(row.mailing, row)) for row in ordered]


def get_combined_state(*, team_id: UUID, origin: str, origin_id: UUID) -> str:
    rows = Mailing.objects.for_team(team_id).filter(origin=origin, origin_id=origin_id)
    return combine_states(set(rows.values_list("state", flat=True)))


def combine_states(states: set[str]) -> str:
    """Returns the first state in _STATE_PRECEDENCE.

    A mailing that is preparing beside others waits for the winner of a test, so the combined state is sending.
    """
    found = next(state for state in _STATE_PRECEDENCE if state in states)
    return MailingState.SENDING if found == MailingState.PREPARING and len(states) > 1 else found


# Paused before sending: a partly paused campaign continues only when a user resumes it.
_STATE_PRECEDENCE = (
    MailingState.PAUSED,
    MailingState.SENDING,
    MailingState.PREPARING,
    MailingState.CANCELLED,
    MailingState.DONE,
)


@compile_query
def _select_counters_by_origin(
    team: QueryParameter, origin: QueryParameter, origin_ids: QueryParameter
) -> QuerySet[MailingCounters]:
    rows = MailingCounters.objects.for_team(team).select_related("mailing").defer("mailing__compiled", "mailing__plain")
    return rows.filter(mailing__origin=origin, mailing__origin_id__any=origin_ids)


def _build_metrics(mailing: Mailing, counters: MailingCounters) -> MailingMetrics:
    return MailingMetrics(recipients=mailing.recipients, **{name: getattr(counters, name) for name in COUNTED_METRICS})


def list_metric_points(*, mailing: Mailing, step: str = "hour") -> list[MetricPoint]:
    """Steps are in UTC and in order; empty ones are omitted."""
    # across teams: the mailing was found by its team
    rows = MailingMinute.objects.filter(mailing_id=mailing.pk).annotate(at=STEPS[step]("minute"))
    summed = rows.values("at", "what").annotate(total=Sum("count")).order_by("at", "what")
    return [MetricPoint(row["at"], row["what"], row["total"]) for row in summed]


def list_link_metrics(*, mailing: Mailing) -> list[LinkMetrics]:
    rows = MailingLink.objects.filter(mailing_id=mailing.pk).order_by("-clicks", "number")
    return [LinkMetrics(row.number, row.shown, row.clicks, row.clicked, row.machine_clicks) for row in rows]


def list_device_metrics(*, mailing: Mailing) -> list[DeviceMetrics]:
    """Excludes bots."""
    rows = MailingDevice.objects.filter(mailing_id=mailing.pk, machine=False).order_by(
        "-count", "device", "os", "browser"
    )
    return [DeviceMetrics(row.kind, row.device, row.os, row.browser, row.count) for row in rows]


def get_contact_activity(*, team_id: UUID, contact_ids: list[int]) -> dict[int, ContactActivity]:
    rows = ContactActivity.objects.for_team(team_id).filter(contact_id__in=contact_ids)
    return {row.contact_id: row for row in rows}
