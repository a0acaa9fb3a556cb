"""Stored interface state of a user: tours, hints, seen versions, and switches."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction

from server.accounts.models import User
from server.core import clock
from server.core.callers import Caller
from server.core.errors import FieldsInvalid
from server.identity.causes import POLICY_NOT_PUBLISHED, TOO_MANY_TOURS

MAX_TOURS = 200


def mark_tours(*, tours: dict[str, bool], by: Caller) -> User:
    """Marks tours as seen or not. Other tours are unchanged. Raises FieldsInvalid if there would be too many."""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=by.user_id)
        user.tours = user.tours | tours
        if len(user.tours) > MAX_TOURS:
            raise FieldsInvalid.of("tours", TOO_MANY_TOURS, max=MAX_TOURS)
        user.save(update_fields=["tours"])
    return user


def set_hints(*, hints: Mapping[str, Any], by: Caller) -> User:
    """Replaces all hints (SESS-30)."""
    return _set(by, hints=hints)


def accept_policy(*, version: str, by: Caller) -> User:
    """Records the accepted version of the policy. Raises FieldsInvalid for a version that is not published yet."""
    if _parse_version(version) > _parse_version(settings.POLICY_VERSION):
        raise FieldsInvalid.of("version", POLICY_NOT_PUBLISHED, version, version=settings.POLICY_VERSION)
    return _set(by, policy_version=version)


def mark_release_seen(*, by: Caller) -> User:
    return _set(by, last_product_update=clock.now())


def toggle_contact(*, value: bool | None, by: Caller) -> User:
    """Sets the contact list's layout switch, or toggles it without a value (SESS-89)."""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=by.user_id)
        user.toggle_contact = (not user.toggle_contact) if value is None else value
        user.save(update_fields=["toggle_contact"])
    return user


def activate_affiliate(*, by: Caller) -> User:
    """Makes the user an affiliate. Only the first time counts."""
    User.objects.filter(pk=by.user_id, affiliate_at__isnull=True).update(affiliate_at=clock.now())
    return User.objects.get(pk=by.user_id)


def _set(by: Caller, **fields: object) -> User:
    User.objects.filter(pk=by.user_id).update(**fields)
    return User.objects.get(pk=by.user_id)


def _parse_version(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
