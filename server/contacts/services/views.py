"""Saved views of the contact list, private or shared."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from server.contacts import events, permissions
from server.contacts.causes import TOO_MANY_VIEWS
from server.contacts.errors import ViewExists
from server.contacts.filters import ContactFilter
from server.contacts.models import ContactListColumns, ContactView, DefaultContactView
from server.contacts.selectors import views as selectors
from server.contacts.selectors.contacts import SORTS
from server.core import clock, owner_limits, rooms
from server.core.callers import Caller
from server.core.causes import UNKNOWN_SORT
from server.core.errors import FieldsInvalid, NotAuthorized, NotFound
from server.core.events import publish

MAX_OWN_VIEWS = 50  # per user and team


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """The settings of a view. `sort` is a column, with a leading minus for descending order."""

    name: str
    is_shared: bool
    filter: ContactFilter
    sort: str | None
    columns: Sequence[str]


def create(*, team_id: UUID, settings: ViewSettings, by: Caller) -> ContactView:
    """Raises ViewExists, FieldsInvalid, NotAuthorized without the permission to share."""
    _check_can_share(settings.is_shared, by)
    view = ContactView(
        team_id=team_id,
        user_id=by.user_id,
        fullname=by.fullname,
        created_at=clock.now(),
        **_build_stored_values(settings),
    )
    with transaction.atomic():
        own = selectors.query_own(team_id, by.user_id)
        if owner_limits.is_full(own, MAX_OWN_VIEWS, owner=(team_id, by.user_id)):
            raise FieldsInvalid.of("name", TOO_MANY_VIEWS, max=MAX_OWN_VIEWS)
        _save_once(view)
        _publish(view, "created", shared=view.is_shared)
    return view


def update(*, team_id: UUID, view_id: int, settings: ViewSettings, by: Caller) -> ContactView:
    """Updates an own or shared view. Raises NotFound and the errors of `create`."""
    with transaction.atomic():
        view = _lock_view(team_id, view_id, by)
        _check_can_share(view.is_shared or settings.is_shared, by)
        if view.user_id != by.user_id and not settings.is_shared:
            raise NotAuthorized  # it would become visible only to its owner
        was_shared = view.is_shared
        for name, value in _build_stored_values(settings).items():
            setattr(view, name, value)
        _save_once(view)
        _publish(view, "updated", shared=was_shared or view.is_shared)
    return view


def delete(*, team_id: UUID, view_id: int, by: Caller) -> None:
    """Raises NotFound, NotAuthorized."""
    with transaction.atomic():
        view = _lock_view(team_id, view_id, by)
        _check_can_share(view.is_shared, by)
        _publish(view, "deleted", shared=view.is_shared)
        view.delete()


def set_default(*, team_id: UUID, view_id: int | None, by: Caller) -> None:
    """Raises NotFound."""
    with transaction.atomic():
        chosen = DefaultContactView.objects.for_team(team_id)
        if view_id is None:
            chosen.filter(user_id=by.user_id).delete()
        else:
            view = _lock_view(team_id, view_id, by)
            chosen.update_or_create(team_id=team_id, user_id=by.user_id, defaults={"view": view})
        publish(events.ViewChanged(action="updated", view_id=view_id), rooms=[rooms.user(by.user_id)])


def choose_columns(*, team_id: UUID, columns: Sequence[str], by: Caller) -> None:
    """Stores unknown columns too; the list ignores them."""
    with transaction.atomic():
        ContactListColumns.objects.for_team(team_id).update_or_create(
            team_id=team_id, user_id=by.user_id, defaults={"columns": list(dict.fromkeys(columns))}
        )
        publish(events.ViewChanged(action="updated", view_id=None), rooms=[rooms.user(by.user_id)])


def _check_can_share(is_shared: bool, by: Caller) -> None:
    if is_shared and not by.may(permissions.EDIT):
        raise NotAuthorized


def _lock_view(team_id: UUID, view_id: int, by: Caller) -> ContactView:
    view = selectors.query_visible(team_id, by.user_id).select_for_update().filter(pk=view_id).first()
    if view is None:
        raise NotFound
    return view


def _build_stored_values(settings: ViewSettings) -> dict[str, Any]:
    if settings.sort is not None and settings.sort.removeprefix("-") not in SORTS:
        raise FieldsInvalid.of("sort", UNKNOWN_SORT, settings.sort, choices=", ".join(SORTS))
    return {
        "name": settings.name,
        "is_shared": settings.is_shared,
        "filter": settings.filter.model_dump(mode="json"),
        "sort": settings.sort,
        "columns": list(dict.fromkeys(settings.columns)),
        "updated_at": clock.now(),
    }


def _save_once(view: ContactView) -> None:
    try:
        with transaction.atomic():
            view.save()
    except IntegrityError as error:
        raise ViewExists(payload={"field": "name", "value": view.name}) from error


def _publish(view: ContactView, action: events.Action, *, shared: bool) -> None:
    room = rooms.team(view.team_id) if shared else rooms.user(view.user_id)
    publish(events.ViewChanged(action=action, view_id=view.pk), rooms=[room])
