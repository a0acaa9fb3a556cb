"""Templates of transactional email, with all versions."""

from django.db import models

from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.transactional.lengths import SLUG_LENGTH, SUBJECT_LENGTH, TEMPLATE_NAME_LENGTH


class TransactionalTemplate(models.Model):
    """A template. Callers refer to it by id or slug, and get the published version."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=TEMPLATE_NAME_LENGTH)
    slug = models.CharField(max_length=SLUG_LENGTH)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "slug"], name="trx_template_slug")]
        indexes = [models.Index(fields=["team", "-updated_at"], name="trx_template_newest")]

    def __str__(self) -> str:
        return self.name


class TemplateVersion(models.Model):
    """A version; a published one never changes again. The published one with the highest number is used."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    template = models.ForeignKey(TransactionalTemplate, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    subject = models.CharField(max_length=SUBJECT_LENGTH, blank=True, default="")
    html = models.TextField(blank=True, default="")
    text = models.TextField(blank=True, default="")
    test_data = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    created_by_name = models.CharField(max_length=201, blank=True, default="")
    published_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["template", "number"], name="trx_template_version")]
