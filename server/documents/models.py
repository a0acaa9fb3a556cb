"""Documents with their deltas, versions and comments."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.documents.limits import MAX_COMMENT_LENGTH, MAX_NODE_ID_LENGTH, MAX_VERSION_NAME_LENGTH
from server.teams.models import Team

MAX_FULLNAME_LENGTH = 201


class Document(models.Model):
    """A document that several users edit together. `revision` is the number of its newest delta, 0 before the first."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    # Registered in server.documents.owners, with the permissions to read and write.
    editor = models.CharField(max_length=20)
    revision = models.PositiveIntegerField(default=0)
    # Number of the newest delta that replaced all earlier rows.
    base = models.PositiveIntegerField(default=0)
    # Time of the last automatic version.
    versioned_at = models.DateTimeField()
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "editor"], name="document_team")]
        constraints = [models.CheckConstraint(condition=Q(base__lte=models.F("revision")), name="document_base")]


class DocumentDelta(models.Model):
    """A Yjs update (UpdateEncoderV1), numbered from 1 without a gap.

    Rows never change. A row that contains all earlier ones replaces them.
    """

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveIntegerField()
    update = models.BinaryField()
    user_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="delta_number")]


class DocumentVersion(models.Model):
    """The complete document at a revision, independent of its deltas.

    A `frozen` version was sent: it stays as long as its document.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+", db_index=False)
    revision = models.PositiveIntegerField()
    update = models.BinaryField()
    name = models.CharField(max_length=MAX_VERSION_NAME_LENGTH, blank=True)
    automatic = models.BooleanField(default=False)
    frozen = models.BooleanField(default=False)
    # Null for an automatic version.
    user_id = models.UUIDField(null=True)
    fullname = models.CharField(max_length=MAX_FULLNAME_LENGTH, blank=True)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["document", "-created_at", "-id"], name="version_newest"),
            models.Index(fields=["document", "revision"], name="version_revision"),
        ]


class DocumentComment(models.Model):
    """A comment on a node or document, or a reply to one (`thread` is the first comment)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+", db_index=False)
    thread = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="replies")
    # The node might be deleted since. Empty for a comment on the document.
    node = models.CharField(max_length=MAX_NODE_ID_LENGTH, blank=True)
    text = models.CharField(max_length=MAX_COMMENT_LENGTH)
    mentions = ArrayField(models.UUIDField(), default=list)
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=MAX_FULLNAME_LENGTH)
    created_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    # Set on the first comment of a resolved thread.
    resolved_at = models.DateTimeField(null=True)
    resolver_id = models.UUIDField(null=True)
    resolver_name = models.CharField(max_length=MAX_FULLNAME_LENGTH, blank=True)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["document", "created_at", "id"], name="comment_oldest")]
        constraints = [
            # A reply is resolved with its thread.
            models.CheckConstraint(condition=Q(thread__isnull=True) | Q(resolved_at__isnull=True), name="comment_reply")
        ]
