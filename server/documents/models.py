"""Documents, what was written in them, how they were, and what is said about them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.documents.limits import MAX_COMMENT_LENGTH, MAX_NODE_ID_LENGTH, MAX_VERSION_NAME_LENGTH
from server.teams.models import Team

MAX_FULLNAME_LENGTH = 201


class Document(models.Model):
    """What an editor's people write together. `revision` is the number of its newest delta, 0 before the first."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    # Whose kinds it is made of; server.documents.owners says who may read and write it.
    editor = models.CharField(max_length=20)
    revision = models.PositiveIntegerField(default=0)
    # The newest delta that holds all before it, which are gone.
    base = models.PositiveIntegerField(default=0)
    # When a version was last kept without being asked for.
    versioned_at = models.DateTimeField()
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "editor"], name="document_team")]
        constraints = [models.CheckConstraint(condition=Q(base__lte=models.F("revision")), name="document_base")]


class DocumentDelta(models.Model):
    """A Yjs update (UpdateEncoderV1), numbered from 1 without a gap. Rows are added, and never change but for the one
    that takes in all before it."""

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
    """How a document was at a revision. Its `update` is the whole, so that nothing that becomes of deltas touches it.

    `frozen` is one that was sent: it stays as long as its document.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+", db_index=False)
    revision = models.PositiveIntegerField()
    update = models.BinaryField()
    name = models.CharField(max_length=MAX_VERSION_NAME_LENGTH, blank=True)
    automatic = models.BooleanField(default=False)
    frozen = models.BooleanField(default=False)
    # Nobody for one that was kept without being asked for.
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
    """What somebody says about a node, or in answer to that (`thread` is the first of it)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+", db_index=False)
    thread = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="replies")
    # The node that it is about; it may be gone, and the comment still stands. Empty for the whole document.
    node = models.CharField(max_length=MAX_NODE_ID_LENGTH, blank=True)
    text = models.CharField(max_length=MAX_COMMENT_LENGTH)
    mentions = ArrayField(models.UUIDField(), default=list)
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=MAX_FULLNAME_LENGTH)
    created_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    # Of the first of a thread: when and by whom it was settled.
    resolved_at = models.DateTimeField(null=True)
    resolver_id = models.UUIDField(null=True)
    resolver_name = models.CharField(max_length=MAX_FULLNAME_LENGTH, blank=True)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["document", "created_at", "id"], name="comment_oldest")]
        constraints = [
            # An answer is settled with what it answers.
            models.CheckConstraint(condition=Q(thread__isnull=True) | Q(resolved_at__isnull=True), name="comment_reply")
        ]
