"""The ring that signs recipient tokens."""

from functools import cache

from django.conf import settings

from server.delivery.tokens import KeyRing


@cache
def ring() -> KeyRing:
    """The keys of this installation."""
    return KeyRing(settings.LINK_KEYS)
