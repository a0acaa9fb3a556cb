"""Reads of saved views."""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from server.contacts.models import ContactListColumns, ContactView, DefaultContactView

MOST_LISTED = 200


def own(team_id: UUID, user_id: UUID) -> QuerySet[ContactView]:
    """The views of a person in a team."""
    return ContactView.objects.for_team(team_id).filter(user_id=user_id)


def seen_by(team_id: UUID, user_id: UUID) -> QuerySet[ContactView]:
    """The views of a person, and those of others that are shared."""
    return ContactView.objects.for_team(team_id).filter(Q(user_id=user_id) | Q(is_shared=True))


def listed(team_id: UUID, user_id: UUID) -> list[ContactView]:
    """What a person sees, by name."""
    rows = seen_by(team_id, user_id).order_by(Lower("name"), "pk")
    return list(rows[:MOST_LISTED])


def default_id(team_id: UUID, user_id: UUID) -> int | None:
    """The view that the person's list opens with; none where it is not shared any more."""
    chosen = DefaultContactView.objects.for_team(team_id).filter(user_id=user_id)
    seen = chosen.filter(Q(view__user_id=user_id) | Q(view__is_shared=True))
    return seen.values_list("view_id", flat=True).first()


def columns(team_id: UUID, user_id: UUID) -> list[str] | None:
    """The columns that the person's list shows; None where it never chose any."""
    kept = ContactListColumns.objects.for_team(team_id).filter(user_id=user_id)
    return kept.values_list("columns", flat=True).first()
