"""Reads of campaigns."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from server.campaigns.limits import CampaignKind
from server.campaigns.models import Campaign
from server.campaigns.schemas import CampaignQuery
from server.core.compiled import Given, compiled
from server.core.errors import NotFound
from server.core.pagination import Slice, Whole, paginate

SORTS = {
    "name": "name",
    "status": "status",
    "createdAt": "created_at",
    "updatedAt": "updated_at",
    "startedAt": "started_at",
    "sentAt": "sent_at",
}
DEFAULT_SORT = "-createdAt"


def campaigns_of(team_id: UUID | Given) -> QuerySet[Campaign]:
    """The campaigns of a team with their senders."""
    return Campaign.objects.for_team(team_id).select_related("sender")


def get(*, team_id: UUID, campaign_id: UUID, kind: CampaignKind | None = None) -> Campaign:
    """One campaign of the team, of that kind where one is given. Raises NotFound."""
    found = _one(team_id, campaign_id)
    if not found or (kind is not None and found[0].kind != kind):
        raise NotFound
    return found[0]


@compiled
def _one(team: Given, campaign: Given) -> QuerySet[Campaign]:
    return campaigns_of(team).filter(pk=campaign)


def listed(*, team_id: UUID, query: CampaignQuery, kind: CampaignKind = CampaignKind.EMAIL) -> Slice[Campaign]:
    """A page of the list of one kind, without the bodies."""
    of_kind = _tests if kind == CampaignKind.AB_TEST else _emails
    rows = of_kind(team_id)
    if query.status:
        rows = rows.filter(status=query.status)
    if query.category is not None:
        rows = rows.filter(category=query.category)
    if query.search:
        rows = rows.filter(Q(name__icontains=query.search) | Q(subject__icontains=query.search))
    filtered = query.status or query.category is not None or query.search
    whole = None if filtered else Whole(of_kind, team_id)
    return paginate(rows, query, sorts=SORTS, default_sort=DEFAULT_SORT, whole=whole)


def _without_body(team_id: UUID | Given) -> QuerySet[Campaign]:
    return campaigns_of(team_id).defer("body")


def _emails(team_id: UUID | Given) -> QuerySet[Campaign]:
    return _without_body(team_id).filter(kind=CampaignKind.EMAIL)


def _tests(team_id: UUID | Given) -> QuerySet[Campaign]:
    return _without_body(team_id).filter(kind=CampaignKind.AB_TEST).select_related("test")


def newest(*, team_id: UUID, most: int) -> Sequence[Campaign]:
    """The campaigns that began last, newest first."""
    rows = campaigns_of(team_id).defer("body").filter(started_at__isnull=False)
    return list(rows.order_by("-started_at", "-pk")[:most])


def begun_before(*, team_id: UUID, moment: datetime, but: UUID, most: int) -> Sequence[Campaign]:
    """The campaigns that began before a moment, the last first, without the bodies and without one of them."""
    rows = campaigns_of(team_id).defer("body").filter(started_at__lt=moment).exclude(pk=but)
    return list(rows.order_by("-started_at", "-pk")[:most])


def categories(*, team_id: UUID) -> Sequence[str]:
    """The categories in use, by name."""
    rows = Campaign.objects.for_team(team_id).exclude(category="")
    return list(rows.order_by("category").values_list("category", flat=True).distinct())
