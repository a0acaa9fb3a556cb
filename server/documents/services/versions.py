"""Versions: how a document was, kept under a name, before a send, or once an hour while it is written."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from server.core import clock
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed
from server.documents import selectors
from server.documents.errors import TooManyVersions
from server.documents.merged import merged
from server.documents.models import Document, DocumentVersion

MAX_NAMED_VERSIONS: Final = 200
# Of those that were kept without being asked for; the oldest go first.
MAX_AUTOMATIC_VERSIONS: Final = 50


def name(*, document: Document, name: str, by: Caller) -> DocumentVersion:
    """Keeps the document as it is now under a name. Raises TooManyVersions."""
    with transaction.atomic():
        document = selectors.locked(document)
        rows = DocumentVersion.objects.for_team(document.team_id).filter(document_id=document.pk, automatic=False)
        if rows.count() >= MAX_NAMED_VERSIONS:
            raise TooManyVersions(payload={"most": MAX_NAMED_VERSIONS})
        return _keep(document, name=name, by=by)


def freeze(document: Document, *, name: str = "", by: Caller | None = None) -> DocumentVersion:
    """Keeps the document as it is now for as long as there is the document: what was sent can always be read.

    Locks the document's row, so that in the transaction of whoever locks it by its own state nothing is written after.
    """
    with transaction.atomic():
        document = selectors.locked(document)
        return _keep(document, name=name, by=by, automatic=True, frozen=True)


def keep_as_it_is(document: Document, whole: bytes, *, at: datetime) -> None:
    """Keeps what a document was, before the first change after a while; the caller has its row, and saves it."""
    _create(document, whole, revision=document.revision, automatic=True, at=at)
    document.versioned_at = at
    rows = DocumentVersion.objects.for_team(document.team_id).filter(document_id=document.pk)
    passing = rows.filter(automatic=True, frozen=False).order_by("-created_at", "-pk")
    old = list(passing.values_list("pk", flat=True)[MAX_AUTOMATIC_VERSIONS : 2 * MAX_AUTOMATIC_VERSIONS])
    if old:
        rows.filter(pk__in=old).delete()


def rename(*, document: Document, version_id: UUID, name: str) -> DocumentVersion:
    """Gives a version a name; one that was kept without being asked for stays from then on. Raises NotFound."""
    with transaction.atomic():
        document = selectors.locked(document)
        version = selectors.version_of(document, version_id)
        version.name = name
        version.automatic = version.automatic and version.frozen
        version.save(update_fields=["name", "automatic"])
    return version


def delete(*, document: Document, version_id: UUID) -> None:
    """Takes a version away. Raises NotFound; ActionNotAllowed for one that was sent."""
    with transaction.atomic():
        document = selectors.locked(document)
        version = selectors.version_of(document, version_id)
        if version.frozen:
            raise ActionNotAllowed
        version.delete()


def update_of(version: DocumentVersion) -> bytes:
    """The whole document as it was, as one Yjs update."""
    rows = DocumentVersion.objects.for_team(version.team_id).filter(pk=version.pk)
    return bytes(rows.values_list("update", flat=True).get())


def _keep(
    document: Document, *, name: str, by: Caller | None, automatic: bool = False, frozen: bool = False
) -> DocumentVersion:
    with merged(document) as now:
        whole = now.whole()
    at = clock.now()
    version = _create(
        document, whole, revision=document.revision, name=name, by=by, automatic=automatic, frozen=frozen, at=at
    )
    document.versioned_at = at
    document.save(update_fields=["versioned_at"])
    return version


def _create(
    document: Document,
    whole: bytes,
    *,
    revision: int,
    at: datetime,
    name: str = "",
    by: Caller | None = None,
    automatic: bool = False,
    frozen: bool = False,
) -> DocumentVersion:
    return DocumentVersion.objects.create(
        team_id=document.team_id,
        document_id=document.pk,
        revision=revision,
        update=whole,
        name=name,
        automatic=automatic,
        frozen=frozen,
        user_id=by.user_id if by else None,
        fullname=by.fullname if by else "",
        created_at=at,
    )
