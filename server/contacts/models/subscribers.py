"""Topics, preferences of contacts, and the subscription settings of a team."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Lower

from server.contacts.values import MAX_CONSENT_TEXT_LENGTH, MAX_TOPIC_DESCRIPTION_LENGTH, MAX_TOPIC_NAME_LENGTH
from server.core.teamscope import TeamManager
from server.teams.models import Team


class Topic(models.Model):
    """A subject that contacts can subscribe to. Default topics are opt-out, the others opt-in."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=MAX_TOPIC_NAME_LENGTH)
    description = models.CharField(max_length=MAX_TOPIC_DESCRIPTION_LENGTH, blank=True, default="")
    is_default = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint("team", Lower("name"), name="topic_name")]

    def __str__(self) -> str:
        return self.name


class PendingContact(models.Model):
    """A contact that signed up with a public form and has not confirmed.

    It uses no unit of the plan and is deleted after `confirm_by`.
    """

    contact_id = models.BigIntegerField(primary_key=True)
    team_id = models.UUIDField()
    confirm_by = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["confirm_by"], name="pending_contact_due")]


class ContactPreference(models.Model):
    """Email preferences of a contact. Without a row, the defaults apply."""

    contact_id = models.BigIntegerField(primary_key=True)
    team_id = models.UUIDField()
    topics_on = ArrayField(models.IntegerField(), default=list)
    topics_off = ArrayField(models.IntegerField(), default=list)
    paused_until = models.DateTimeField(null=True)
    # Whether the contact allows open and click tracking.
    follows = models.BooleanField(default=True)
    updated_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team_id"], name="preference_team")]


class SubscriberSetting(models.Model):
    """Subscription settings of a team. Without a row, the defaults apply."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    # Whether anyone can subscribe on the team's page.
    is_open = models.BooleanField(default=False)
    double_optin = models.BooleanField(default=True)
    # Consent text; empty for the default text.
    words = models.CharField(max_length=MAX_CONSENT_TEXT_LENGTH, blank=True, default="")
    # Colour of the team's pages; empty for the default colour.
    color = models.CharField(max_length=7, blank=True, default="")
    updated_at = models.DateTimeField()

    objects = TeamManager()
