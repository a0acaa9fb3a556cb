"""States of accounts and sessions, readable before Django's models are."""

from django.db.models import TextChoices


class EndReason(TextChoices):
    """Why a session ended: the person's own doing, or somebody else's (SESS-60)."""

    SIGNED_OUT = "signed-out"
    FORCED_OUT = "forced-out"
