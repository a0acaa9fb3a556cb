"""Recipient activity, partitioned by month (migrations/sql/partitions.sql): no foreign key refers to it."""

from django.db import models

from server.core.teamscope import TeamManager


class EventKind(models.TextChoices):
    OPEN = "open"
    CLICK = "click"
    BOUNCE = "bounce"
    UNSUBSCRIBE = "unsubscribe"
    COMPLAINT = "complaint"


class Event(models.Model):
    """Something that a recipient or a bot did.

    `why` has the signs of a bot, the class of a bounce, or the reason for unsubscribing.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField(null=True)
    mailing_id = models.BigIntegerField()
    position = models.PositiveIntegerField()
    at = models.DateTimeField()
    contact_id = models.BigIntegerField(null=True)
    kind = models.CharField(max_length=11, choices=EventKind)
    link = models.PositiveSmallIntegerField(default=0)
    machine = models.BooleanField(default=False)
    why = models.CharField(max_length=60, blank=True)
    device = models.CharField(max_length=10, blank=True)
    os = models.CharField(max_length=30, blank=True)
    browser = models.CharField(max_length=30, blank=True)
    # The location of the reader's network, if known; its IP address is not stored.
    country = models.CharField(max_length=2, blank=True, default="")
    city = models.CharField(max_length=60, blank=True, default="")

    objects = TeamManager()

    class Meta:
        db_table = "delivery_event"


class RecipientActivity(models.Model):
    """How often a recipient of a mailing opened and clicked; unique counts are based on it."""

    pk = models.CompositePrimaryKey("mailing_id", "position")
    mailing_id = models.BigIntegerField()
    position = models.PositiveIntegerField()
    opens = models.PositiveIntegerField(default=0)
    clicks = models.PositiveIntegerField(default=0)
    machine_opens = models.PositiveIntegerField(default=0)
    machine_clicks = models.PositiveIntegerField(default=0)
    first_opened_at = models.DateTimeField(null=True)
    first_clicked_at = models.DateTimeField(null=True)
    unsubscribed_at = models.DateTimeField(null=True)
    complained_at = models.DateTimeField(null=True)


class ContactActivity(models.Model):
    """When a contact last opened and clicked, over all mailings."""

    pk = models.CompositePrimaryKey("team_id", "contact_id")
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    last_opened_at = models.DateTimeField(null=True)
    last_clicked_at = models.DateTimeField(null=True)

    objects = TeamManager()


class IngestedBatch(models.Model):
    """A batch of events that was ingested: ingesting it again changes nothing."""

    id = models.UUIDField(primary_key=True, editable=False)
    at = models.DateTimeField(db_index=True)
