"""Notifications of a team's members."""

from django.db import models
from django.db.models import Q

from server.accounts.models import User
from server.core.teamscope import TeamManager
from server.teams.models import Team


class Notification(models.Model):
    """A notification for one recipient. All recipients share `notice_id`, which is its id in the API."""

    id = models.BigAutoField(primary_key=True)
    notice_id = models.UUIDField()
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=40)
    # The subject, for kinds that must not repeat within a short time.
    subject = models.CharField(max_length=100, blank=True)
    params = models.JSONField()
    level = models.CharField(max_length=10)
    link = models.CharField(max_length=200, blank=True)
    read_at = models.DateTimeField(null=True)
    dismissed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(
                fields=["user", "team", "-created_at", "-notice_id"],
                name="notification_newest",
                condition=Q(dismissed_at__isnull=True),
            ),
            models.Index(
                fields=["user", "team"],
                name="notification_unread",
                condition=Q(read_at__isnull=True, dismissed_at__isnull=True),
            ),
            models.Index(fields=["created_at"], name="notification_age"),
        ]
        constraints = [models.UniqueConstraint(fields=["user", "notice_id"], name="notification_once")]
