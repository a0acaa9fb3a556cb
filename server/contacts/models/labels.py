"""Labels of contacts."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from server.contacts.values import MAX_LABEL_LENGTH
from server.core.teamscope import TeamManager
from server.teams.models import Team


class ContactLabel(models.Model):
    """CONT-30. Every write that adds or removes the label updates `contact_count` in the same transaction."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=MAX_LABEL_LENGTH)
    contact_count = models.IntegerField(default=0)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    # Hidden from users. The row remains until a job has removed it from all contacts.
    deleted_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint("team", Lower("name"), condition=Q(deleted_at__isnull=True), name="label_name"),
            models.CheckConstraint(condition=Q(contact_count__gte=0), name="label_count"),
        ]

    def __str__(self) -> str:
        return self.name
