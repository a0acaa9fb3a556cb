"""The fields that a team adds to its contacts."""

from datetime import tzinfo

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from server.contacts.values import FIELD_NAME_LENGTH, FieldType, Kept
from server.core.teamscope import TeamManager
from server.teams.models import Team


class CustomField(models.Model):
    """CONT-32 to 35. `tag` names it in merge tags and never changes."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=FIELD_NAME_LENGTH)
    tag = models.CharField(max_length=FIELD_NAME_LENGTH)
    type = models.CharField(max_length=12, choices=FieldType)
    values = models.JSONField(default=list)
    category = models.CharField(max_length=10, default="CONTACT")
    created_at = models.DateTimeField()
    # Gone for everybody; the row stays until a job has taken its values off the last contact.
    deleted_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "tag"], condition=Q(deleted_at__isnull=True), name="field_tag"),
            models.UniqueConstraint(
                "team", Lower("name"), condition=Q(deleted_at__isnull=True), name="field_name_in_team"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def kept(self, zone: tzinfo) -> Kept:
        """What its values have to be; moments without a zone are of this one."""
        return Kept(self.type, self.values, zone)
