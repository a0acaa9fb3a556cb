"""Timeline entries, notes and consents of contacts."""

from django.db import models

from server.contacts.states import ConsentSource, UnsubscribeReason
from server.contacts.values import MAX_CONSENT_TEXT_LENGTH, MAX_NOTE_LENGTH
from server.core.teamscope import TeamManager


class ContactEntry(models.Model):
    """A change of a contact for its timeline: edited fields, labels or a merge.

    `details` has the names and values at that time.
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
    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    text = models.CharField(max_length=MAX_NOTE_LENGTH)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["contact_id", "-at", "-id"], name="contact_note_newest")]


class ContactConsent(models.Model):
    """Consent to marketing email, given or withdrawn, with its evidence. Rows are immutable.

    Imported contacts have no row: the import itself is the evidence (ImportTouch).
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    at = models.DateTimeField()
    given = models.BooleanField()
    way = models.CharField(max_length=6, choices=ConsentSource)
    # The text that the contact saw or said, if known.
    words = models.CharField(max_length=MAX_CONSENT_TEXT_LENGTH, blank=True, default="")
    ip = models.GenericIPAddressField(null=True)
    user_agent = models.CharField(max_length=300, blank=True, default="")
    # The page where it was given, and the reason for unsubscribing.
    page = models.CharField(max_length=40, blank=True, db_default="")
    reason = models.CharField(max_length=12, choices=UnsubscribeReason, blank=True, db_default="")
    user_id = models.UUIDField(null=True)
    fullname = models.CharField(max_length=201, blank=True, default="")

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["contact_id", "-at", "-id"], name="contact_consent_newest")]
