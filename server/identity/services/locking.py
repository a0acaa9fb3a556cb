"""Locking a user out of everything, and unlocking: actions of an operator."""

from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from server.accounts.models import User
from server.core import clock, events, rooms
from server.core.errors import NotFound
from server.identity.events import UserLockedByOperator, UserUnlockedByOperator
from server.identity.services import sessions


def lock(*, user_id: UUID) -> bool:
    """Locks the user and ends every session. Returns False if the user was locked already. Raises NotFound."""
    with transaction.atomic():
        if not _query_existing(user_id).filter(locked_at__isnull=True).update(locked_at=clock.now()):
            return False
        events.publish(UserLockedByOperator(user_id=user_id), rooms=[rooms.user(user_id)])
        sessions.end_all(of_user=user_id)
    return True


def unlock(*, user_id: UUID) -> bool:
    """Lets the user sign in again. Returns False if the user was not locked. Raises NotFound."""
    with transaction.atomic():
        if not _query_existing(user_id).filter(locked_at__isnull=False).update(locked_at=None):
            return False
        events.publish(UserUnlockedByOperator(user_id=user_id), rooms=[rooms.user(user_id)])
    return True


def _query_existing(user_id: UUID) -> "QuerySet[User]":
    found = User.objects.filter(pk=user_id)
    if not found.exists():
        raise NotFound
    return found
