"""Reads of teams and their members."""

from uuid import UUID

from django.db.models import Q, QuerySet

from server.core.pagination import PageQuery, Slice, paginate
from server.teams.models import Member, Team

MEMBER_SORTS = {"fullname": "user__firstname", "email": "user__email", "role": "role", "joinedAt": "joined_at"}


def query_active_memberships(*, user_id: UUID) -> QuerySet[Member]:
    """The default one first, then the oldest."""
    return Member.objects.filter(user_id=user_id, active=True).order_by("-is_default", "pk")


def list_members(*, team_id: UUID, query: PageQuery) -> Slice[Member]:
    """With users and custom roles. Search matches the start of a name or address."""
    rows = Member.objects.for_team(team_id).select_related("user", "custom_role")
    if query.search:
        words = Q(user__firstname__istartswith=query.search) | Q(user__lastname__istartswith=query.search)
        rows = rows.filter(words | Q(user__email__istartswith=query.search))
    return paginate(rows, query, sorts=MEMBER_SORTS, default_sort="fullname")


def count_members(team_id: UUID) -> int:
    """Only active ones."""
    return Member.objects.for_team(team_id).filter(active=True).count()


def get_team(*, team_id: UUID) -> Team:
    return Team.objects.get(pk=team_id)


def get_vendor_code(*, email: str) -> str | None:
    """The vendor of the user's default team; None for an unknown address."""
    # across teams: a person's own memberships.
    own = Member.objects.filter(user__email=email, active=True)
    return own.order_by("-is_default", "pk").values_list("team__vendor", flat=True).first()
