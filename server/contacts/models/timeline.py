"""What happened to a contact: what the team did, wrote down, and was allowed."""

from django.db import models

from server.contacts.states import ConsentWay, LeavingReason
from server.contacts.values import NOTE_LENGTH, WORDS_LENGTH
from server.core.teamscope import TeamManager


class ContactEntry(models.Model):
    """What was done to a contact, for its timeline: fields changed, labels put on and taken off, a merge.

    `details` keeps names and values as they were.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=10)
    user_id = models.UUIDField(null=True)
    fullname = models.CharField(max_length=201, blank=True, default="")
    details = models.JSONField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["contact_id", "-at", "-id"], name="contact_entry_newest")]


class ContactNote(models.Model):
    """What somebody of the team wrote down about a contact."""

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    text = models.CharField(max_length=NOTE_LENGTH)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["contact_id", "-at", "-id"], name="contact_note_newest")]


class ContactConsent(models.Model):
    """That a contact agreed to marketing mail, or no longer does, with what proves it. Rows are never changed.

    What an import brought has no row: the import itself is the proof (ImportTouch).
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    at = models.DateTimeField()
    given = models.BooleanField()
    way = models.CharField(max_length=6, choices=ConsentWay)
    # What the contact was shown or said, where that is known.
    words = models.CharField(max_length=WORDS_LENGTH, blank=True, default="")
    ip = models.GenericIPAddressField(null=True)
    user_agent = models.CharField(max_length=300, blank=True, default="")
    # The page that it was said on, and why somebody left.
    page = models.CharField(max_length=40, blank=True, db_default="")
    reason = models.CharField(max_length=12, choices=LeavingReason, blank=True, db_default="")
    user_id = models.UUIDField(null=True)
    fullname = models.CharField(max_length=201, blank=True, default="")

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["contact_id", "-at", "-id"], name="contact_consent_newest")]
