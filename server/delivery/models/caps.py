"""How often a team's campaigns reach a contact."""

from django.db import models
from django.db.models import Q

from server.core.teamscope import TeamManager
from server.teams.models import Team


class FrequencyCap(models.Model):
    """At most so many campaigns reach a contact of the team in so many days; without a row there is no limit."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    mails = models.PositiveSmallIntegerField()
    days = models.PositiveSmallIntegerField()

    objects = TeamManager()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(mails__gte=1, days__gte=1), name="cap_positive")]


class FrequencyClaim(models.Model):
    """That an email on its way counts for a contact already, though the log doesn't know it yet.

    Claimed under the lock of the team's cap with the window's mark, gone with the result; without meaning once the
    mailing has ended.
    """

    pk = models.CompositePrimaryKey("mailing_id", "position")
    mailing_id = models.BigIntegerField()
    position = models.PositiveIntegerField()
    contact_id = models.BigIntegerField()
    team_id = models.UUIDField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["contact_id"], name="claim_contact")]
