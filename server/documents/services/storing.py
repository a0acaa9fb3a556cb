"""Loads and stores the deltas of documents for the sockets (core.deltas)."""

from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from server.core import clock
from server.core.callers import Caller
from server.core.deltas import MissingState
from server.core.errors import BadRequest
from server.documents import limits, selectors, snapshot
from server.documents.document_cache import CachedDocument, build_document_full, lock_cached
from server.documents.errors import DocumentFull, DocumentLocked, UpdateMalformed
from server.documents.models import Document, DocumentDelta
from server.documents.owners import get_owner
from server.documents.plan_check import PlanCheck
from server.documents.services import versions
from server.documents.updates import decoding
from server.documents.updates.structs import Malformed, TooLarge, Update

# After so many rows, the newest one replaces all earlier ones, so that opening a document reads few rows.
MAX_DELTA_ROWS: Final = 200
# The first change after this time without a version saves one of the state before it.
AUTOMATIC_VERSION_INTERVAL: Final = timedelta(hours=1)


def load(document_id: UUID, state_vector: bytes, by: Caller) -> MissingState:
    """The state that a client lacks.

    Raises NotFound, NotAuthorized, DocumentFull for a state vector that is too long, BadRequest for an invalid one.
    """
    if len(state_vector) > limits.MAX_STATE_VECTOR_BYTES:
        raise build_document_full(TooLarge("stateVector", limits.MAX_STATE_VECTOR_BYTES))
    document = selectors.get_readable(document_id, by)
    with lock_cached(document) as now:
        try:
            # A client knows the authors of the document and those of an update that it has not sent yet.
            decoding.read_state(state_vector, max_clients=now.author_count + limits.MAX_UPDATE_CLIENTS)
        except Malformed as error:
            raise BadRequest from error
        return MissingState(now.doc.get_update(state_vector), now.state_vector(), now.number, now.read_bytes)


def store(document_id: UUID, update: bytes, by: Caller) -> int:
    """Stores one delta. Returns its number after the commit.

    Raises NotFound, NotAuthorized, DocumentLocked, UpdateMalformed, DocumentFull, and FeatureDisabled for a new node of
    a kind that the plan lacks; then nothing is stored. Raises RuntimeError within a transaction, whose rollback would
    not reach this process's cache (`document_cache.py`).
    """
    read = read_update(update)
    # The cached document is released after the commit, so that no client gets a number that is rolled back.
    with ExitStack() as stack, transaction.atomic(durable=True):
        # One writer of a document at a time in all processes, so that numbers have no gap.
        document = selectors.lock_writable(document_id, by)
        check_unlocked(document)
        now = stack.enter_context(lock_cached(document))
        return add_delta(document, now, update, read, by=by)


def check_unlocked(document: Document) -> None:
    reason = get_owner(document.editor).locked(document)
    if reason is not None:
        raise DocumentLocked(payload={"why": reason})


def read_update(update: bytes) -> Update:
    """Decodes an update. Raises UpdateMalformed, DocumentFull."""
    if len(update) > limits.MAX_UPDATE_BYTES:
        raise DocumentFull(payload={"limit": "update", "most": limits.MAX_UPDATE_BYTES})
    try:
        read = decoding.parse(update)
    except Malformed as error:
        raise UpdateMalformed from error
    except TooLarge as error:
        raise build_document_full(error) from error
    if not read.structs and not read.deleted:
        raise UpdateMalformed
    return read


def add_delta(document: Document, now: CachedDocument, update: bytes, read: Update, *, by: Caller | None) -> int:
    """Stores an update as the next delta; `by` is None for a change that no user made. Returns its number.

    The caller has locked the document's row. Raises UpdateMalformed, DocumentFull, FeatureDisabled.
    """
    stored_at = clock.now()
    plan_check = PlanCheck(get_owner(document.editor).editor.kinds, by, update, now) if by else None
    if document.revision and document.versioned_at <= stored_at - AUTOMATIC_VERSION_INTERVAL:
        versions.save_automatic(document, now.whole(), at=stored_at)
    cleared = now.apply(update, read)
    if plan_check is not None:
        plan_check.check()
    number = document.revision + 1
    squashes = cleared or number - document.base >= MAX_DELTA_ROWS
    _write(document, number, now.whole() if squashes else update, by_id=by.user_id if by else None, at=stored_at)
    if squashes:
        DocumentDelta.objects.for_team(document.team_id).filter(document_id=document.pk, number__lt=number).delete()
        document.base = number
    document.revision, document.updated_at = number, stored_at
    document.save(update_fields=["revision", "base", "versioned_at", "updated_at"])
    get_owner(document.editor).changed(document, snapshot.list_roots(now.doc))
    now.number = number
    return number


def _write(document: Document, number: int, update: bytes, *, by_id: UUID | None, at: datetime) -> None:
    DocumentDelta.objects.create(
        team_id=document.team_id, document_id=document.pk, number=number, update=update, user_id=by_id, created_at=at
    )
