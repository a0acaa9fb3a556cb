"""States of accounts and sessions, importable before Django's models are ready."""

from django.db.models import TextChoices


class EndReason(TextChoices):
    """Why a session ended: by the user, or by someone else (SESS-60)."""

    SIGNED_OUT = "signed-out"
    FORCED_OUT = "forced-out"
