"""Custom fields of a team."""

from datetime import tzinfo

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from server.contacts.values import MAX_FIELD_NAME_LENGTH, FieldConstraints, FieldType
from server.core.teamscope import TeamManager
from server.teams.models import Team


class CustomField(models.Model):
    """CONT-32 to 35. `tag` is its name in merge tags and never changes."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=MAX_FIELD_NAME_LENGTH)
    tag = models.CharField(max_length=MAX_FIELD_NAME_LENGTH)
    type = models.CharField(max_length=12, choices=FieldType)
    values = models.JSONField(default=list)
    category = models.CharField(max_length=10, default="CONTACT")
    created_at = models.DateTimeField()
    # Hidden from users. The row remains until a job has removed the values from all contacts.
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

    def build_constraints(self, zone: tzinfo) -> FieldConstraints:
        """Timestamps without an offset are in `zone`."""
        return FieldConstraints(self.type, self.values, zone)
