"""Saved views of the contact list."""

from django.db import models
from django.db.models.functions import Lower

from server.contacts.values import MAX_VIEW_NAME_LENGTH
from server.core.teamscope import TeamManager
from server.teams.models import Team


class ContactView(models.Model):
    """A saved filter, order and columns of the list, private or shared with the team."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    name = models.CharField(max_length=MAX_VIEW_NAME_LENGTH)
    is_shared = models.BooleanField(default=False)
    filter = models.JSONField()
    sort = models.CharField(max_length=64, null=True)
    columns = models.JSONField(default=list)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint("team", "user_id", Lower("name"), name="contact_view_name")]

    def __str__(self) -> str:
        return self.name


class ContactListColumns(models.Model):
    """A user's list columns, used without a view that defines them."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    columns = models.JSONField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user_id"], name="contact_list_columns")]


class DefaultContactView(models.Model):
    """The view that a user's list opens with."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    view = models.ForeignKey(ContactView, on_delete=models.CASCADE, related_name="+")

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user_id"], name="contact_view_default")]
