"""Limits on the marketing email that a contact gets."""

from django.db import models
from django.db.models import Q

from server.core.teamscope import TeamManager
from server.teams.models import Team


class FrequencyCap(models.Model):
    """At most `mails` campaigns in `days` days reach a contact of the team; without a row there is no limit."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    mails = models.PositiveSmallIntegerField()
    days = models.PositiveSmallIntegerField()

    objects = TeamManager()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(mails__gte=1, days__gte=1), name="cap_positive")]


class FrequencyClaim(models.Model):
    """Counts an email that is being sent against the contact's cap before it is in the log.

    Created under the lock of the team's cap together with the window's mark, and deleted with the result. Ignored once
    the mailing has ended.
    """

    pk = models.CompositePrimaryKey("mailing_id", "position")
    mailing_id = models.BigIntegerField()
    position = models.PositiveIntegerField()
    contact_id = models.BigIntegerField()
    team_id = models.UUIDField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["contact_id"], name="claim_contact")]
