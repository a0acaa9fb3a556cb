"""What people want to be written about, and how a team takes subscriptions."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Lower

from server.contacts.values import TOPIC_DESCRIPTION_LENGTH, TOPIC_NAME_LENGTH, WORDS_LENGTH
from server.core.teamscope import TeamManager
from server.teams.models import Team


class Topic(models.Model):
    """What a team writes about. A default one goes to who has not said otherwise, another to who has asked for it."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=TOPIC_NAME_LENGTH)
    description = models.CharField(max_length=TOPIC_DESCRIPTION_LENGTH, blank=True, default="")
    is_default = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint("team", Lower("name"), name="topic_name")]

    def __str__(self) -> str:
        return self.name


class PendingContact(models.Model):
    """A contact that asked by a public form and has not confirmed: it uses no unit of the plan, and is deleted when its
    time is over."""

    contact_id = models.BigIntegerField(primary_key=True)
    team_id = models.UUIDField()
    confirm_by = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["confirm_by"], name="pending_contact_due")]


class ContactPreference(models.Model):
    """What a contact has said of the mail that it wants. Who has said nothing has no row."""

    contact_id = models.BigIntegerField(primary_key=True)
    team_id = models.UUIDField()
    topics_on = ArrayField(models.IntegerField(), default=list)
    topics_off = ArrayField(models.IntegerField(), default=list)
    paused_until = models.DateTimeField(null=True)
    # Whether its opens and clicks may be followed.
    follows = models.BooleanField(default=True)
    updated_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team_id"], name="preference_team")]


class SubscriberSetting(models.Model):
    """How a team takes subscriptions. Without a row the defaults hold."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    # Whether anybody may subscribe by the team's page.
    is_open = models.BooleanField(default=False)
    double_optin = models.BooleanField(default=True)
    # What one agrees to; empty: a sentence of ours.
    words = models.CharField(max_length=WORDS_LENGTH, blank=True, default="")
    # Of the team's pages; empty: the vendor's.
    color = models.CharField(max_length=7, blank=True, default="")
    updated_at = models.DateTimeField()

    objects = TeamManager()
