"""Versions: complete states of a document, saved by name, before a send, or hourly during edits."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from server.core import clock
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed
from server.documents import selectors
from server.documents.document_cache import lock_cached
from server.documents.errors import TooManyVersions
from server.documents.models import Document, DocumentVersion

MAX_NAMED_VERSIONS: Final = 200
# Older automatic versions are deleted.
MAX_AUTOMATIC_VERSIONS: Final = 50


def save_named(*, document: Document, name: str, by: Caller) -> DocumentVersion:
    """Saves the current document under a name. Raises TooManyVersions."""
    with transaction.atomic():
        document = selectors.lock_document(document)
        _check_named_versions(document)
        return _save_current(document, name=name, by=by)


def freeze(document: Document, *, name: str = "", by: Caller | None = None) -> DocumentVersion:
    """Saves the current content for as long as the document exists, so that sent content stays readable.

    Locks the document's row until the transaction ends, so that no edit follows within the transaction of a send.
    """
    with transaction.atomic():
        document = selectors.lock_document(document)
        return _save_current(document, name=name, by=by, automatic=True, frozen=True)


def save_automatic(document: Document, whole: bytes, *, at: datetime) -> None:
    """Saves an automatic version of a document before a change. The caller has locked the row and saves it."""
    _create(document, whole, revision=document.revision, automatic=True, at=at)
    document.versioned_at = at
    rows = DocumentVersion.objects.for_team(document.team_id).filter(document_id=document.pk)
    automatic = rows.filter(automatic=True, frozen=False).order_by("-created_at", "-pk")
    old = list(automatic.values_list("pk", flat=True)[MAX_AUTOMATIC_VERSIONS : 2 * MAX_AUTOMATIC_VERSIONS])
    if old:
        rows.filter(pk__in=old).delete()


def rename(*, document: Document, version_id: UUID, name: str) -> DocumentVersion:
    """Names a version. An automatic one becomes a named one, which is not deleted automatically.

    Raises NotFound, TooManyVersions.
    """
    with transaction.atomic():
        document = selectors.lock_document(document)
        version = selectors.get_version(document, version_id)
        if version.automatic and not version.frozen:
            _check_named_versions(document)
            version.automatic = False
        version.name = name
        version.save(update_fields=["name", "automatic"])
    return version


def delete(*, document: Document, version_id: UUID) -> None:
    """Deletes a version. Raises NotFound; ActionNotAllowed for a frozen one."""
    with transaction.atomic():
        document = selectors.lock_document(document)
        version = selectors.get_version(document, version_id)
        if version.frozen:
            raise ActionNotAllowed
        version.delete()


def get_update(version: DocumentVersion) -> bytes:
    rows = DocumentVersion.objects.for_team(version.team_id).filter(pk=version.pk)
    return bytes(rows.values_list("update", flat=True).get())


def _save_current(
    document: Document, *, name: str, by: Caller | None, automatic: bool = False, frozen: bool = False
) -> DocumentVersion:
    with lock_cached(document) as now:
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


def _check_named_versions(document: Document) -> None:
    named = DocumentVersion.objects.for_team(document.team_id).filter(document_id=document.pk, automatic=False)
    if named.count() >= MAX_NAMED_VERSIONS:
        raise TooManyVersions(payload={"most": MAX_NAMED_VERSIONS})
