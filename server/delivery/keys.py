"""The key ring that signs recipient tokens."""

from functools import cache

from django.conf import settings

from server.delivery.tokens import KeyRing

DERIVED_KEY_NUMBER = 1


@cache
def get_key_ring() -> KeyRing:
    if settings.LINK_KEYS:
        return KeyRing(settings.LINK_KEYS)
    return KeyRing(
        {DERIVED_KEY_NUMBER: settings.SECRET_KEY}, previous={DERIVED_KEY_NUMBER: settings.SECRET_KEY_FALLBACKS}
    )
