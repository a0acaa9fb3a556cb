"""Creates, copies and reads documents for the apps that own them."""

from typing import Any
from uuid import UUID

import pycrdt
from django.db import transaction

from server.core import clock
from server.core.callers import Caller
from server.core.errors import NotFound
from server.core.teamscope import HasTeamId
from server.documents import snapshot
from server.documents.document_cache import EMPTY, CachedDocument, build_document_full, lock_cached
from server.documents.errors import UpdateMalformed
from server.documents.models import Document, DocumentDelta, DocumentVersion
from server.documents.owners import get_owner
from server.documents.plan_check import PlanCheck
from server.documents.snapshot import Root, Snapshot
from server.documents.updates import decoding
from server.documents.updates.structs import Malformed, TooLarge


def create(team: HasTeamId | UUID, editor: str, *, by: Caller | None, update: bytes | None = None) -> Document:
    """Creates a document, empty or with this update as its first delta.

    `by` is None for a document that no user created. Raises UpdateMalformed, DocumentFull, and FeatureDisabled for a
    node of a kind that the plan lacks.
    """
    now = clock.now()
    if update is not None:
        _check(update, editor, by)
    with transaction.atomic():
        document = Document.objects.create(
            team_id=team if isinstance(team, UUID) else team.pk,
            editor=editor,
            revision=int(update is not None),
            base=int(update is not None),
            versioned_at=now,
            created_at=now,
            updated_at=now,
        )
        if update is not None:
            DocumentDelta.objects.create(
                team_id=document.team_id, document_id=document.pk, number=1, update=update, created_at=now
            )
    return document


def duplicate(
    document: Document, revision: int | None = None, *, by: Caller | None, root: str | None = None
) -> Document:
    """Copies a document without its history and its deleted nodes. With a `root`, the copy has only this root.

    Raises what `get_update` and `create` do.
    """
    update = get_update(document, revision)
    if root is not None:
        update = snapshot.remove_other_roots(update, root)
    if update != EMPTY:
        update = snapshot.remove_hidden_nodes(update, get_owner(document.editor).editor.structure)
    return create(document.team_id, document.editor, by=by, update=None if update == EMPTY else update)


def get_update(document: Document, revision: int | None = None) -> bytes:
    """The complete document as one Yjs update, current or at a revision.

    Raises NotFound, also for a revision that was merged into a later one and has no version.
    """
    if revision is not None:
        return _get_update_at(document, revision)
    with lock_cached(document) as now:
        return now.whole()


def load_snapshot(document: Document, revision: int | None = None) -> Snapshot:
    """The snapshot of a document, current or at a revision. Raises what `get_update` does."""
    if revision is not None:
        return snapshot.read(_get_update_at(document, revision), get_owner(document.editor).editor.structure)
    with lock_cached(document) as now:
        return snapshot.read_doc(now.doc, now.structure)


def list_roots(document: Document) -> list[Root]:
    with lock_cached(document) as now:
        return snapshot.list_roots(now.doc)


def get_newest_revision(document: Document) -> int:
    rows = Document.objects.for_team(document.team_id).filter(pk=document.pk)
    return rows.values_list("revision", flat=True).get()


def _check(update: bytes, editor: str, by: Caller | None) -> None:
    about = get_owner(editor).editor
    new = CachedDocument(about.structure)
    plan_check = PlanCheck(about.kinds, by, update, new) if by else None
    try:
        new.apply(update, decoding.parse(update, whole=True))
    except Malformed as error:
        raise UpdateMalformed from error
    except TooLarge as error:
        raise build_document_full(error) from error
    if plan_check is not None:
        plan_check.check()


def _get_update_at(document: Document, revision: int) -> bytes:
    versions = DocumentVersion.objects.for_team(document.team_id).filter(document_id=document.pk, revision=revision)
    update = versions.values_list("update", flat=True).first()
    if update is not None:
        return bytes(update)
    rows = DocumentDelta.objects.for_team(document.team_id).filter(document_id=document.pk, number__lte=revision)
    deltas = [bytes(update) for update in rows.order_by("number").values_list("update", flat=True)]
    last = rows.order_by("-number").values_list("number", flat=True).first() or 0
    if last != revision:
        raise NotFound
    if not deltas:
        return EMPTY
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    for delta in deltas:
        doc.apply_update(delta)
    return doc.get_update()
