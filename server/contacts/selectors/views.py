"""Queries of saved views."""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from server.contacts.models import ContactListColumns, ContactView, DefaultContactView

MAX_LISTED = 200


def query_own(team_id: UUID, user_id: UUID) -> QuerySet[ContactView]:
    return ContactView.objects.for_team(team_id).filter(user_id=user_id)


def query_visible(team_id: UUID, user_id: UUID) -> QuerySet[ContactView]:
    return ContactView.objects.for_team(team_id).filter(Q(user_id=user_id) | Q(is_shared=True))


def list_visible(team_id: UUID, user_id: UUID) -> list[ContactView]:
    rows = query_visible(team_id, user_id).order_by(Lower("name"), "pk")
    return list(rows[:MAX_LISTED])


def find_default_id(team_id: UUID, user_id: UUID) -> int | None:
    """Returns None if there is none, or if it is no longer shared with the user."""
    chosen = DefaultContactView.objects.for_team(team_id).filter(user_id=user_id)
    seen = chosen.filter(Q(view__user_id=user_id) | Q(view__is_shared=True))
    return seen.values_list("view_id", flat=True).first()


def find_columns(team_id: UUID, user_id: UUID) -> list[str] | None:
    kept = ContactListColumns.objects.for_team(team_id).filter(user_id=user_id)
    return kept.values_list("columns", flat=True).first()
