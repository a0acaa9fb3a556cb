"""Recipients of test emails."""

from django.db import models

from server.accounts.models import EMAIL_LENGTH
from server.contacts.values import MAX_CONTACT_NAME_LENGTH
from server.core.teamscope import TeamManager
from server.teams.models import Team


class ContactTester(models.Model):
    """An address that gets test emails (CONT-36, CONT-38)."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    email = models.CharField(max_length=EMAIL_LENGTH)
    firstname = models.CharField(max_length=MAX_CONTACT_NAME_LENGTH, blank=True, default="")
    lastname = models.CharField(max_length=MAX_CONTACT_NAME_LENGTH, blank=True, default="")
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "email"], name="tester_email")]
