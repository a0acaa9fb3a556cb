"""Changes of documents by the server's own code, such as REST calls: stored and published as a client's are."""

from collections.abc import Callable
from functools import partial

from django.db import transaction

from server.core import deltas
from server.core.callers import Caller
from server.documents import selectors
from server.documents.delta_source import KIND
from server.documents.document_cache import CachedDocument
from server.documents.drafts.changes import AnyDraft, build_draft_update
from server.documents.drafts.graph import GraphDraft
from server.documents.drafts.tree import TreeDraft
from server.documents.models import Document
from server.documents.owners import get_owner
from server.documents.services import storing


def edit_tree(*, document: Document, change: Callable[[TreeDraft], object], by: Caller | None) -> Document:
    """Changes a tree document by one delta, which open editors receive after the commit. Returns it as changed.

    `change` runs while the document's row is locked. `by` is None for a change that no user made: it needs no
    permission and no feature of a plan. Raises what `change` raises, and what `storing.store` raises; then nothing is
    stored. A change that changes nothing stores nothing. Raises RuntimeError within a transaction, such as that of an
    `@idempotent` operation, whose rollback would not reach this process's cache (`document_cache.py`). Raises TypeError
    for a document of another shape.
    """
    return _edit(document, TreeDraft, change, by)


def edit_graph(*, document: Document, change: Callable[[GraphDraft], object], by: Caller | None) -> Document:
    return _edit(document, GraphDraft, change, by)


def _edit(
    document: Document, draft: type[AnyDraft], change: Callable[[AnyDraft], object], by: Caller | None
) -> Document:
    with transaction.atomic(durable=True):
        document = selectors.lock_writable(document.pk, by) if by else selectors.lock_document(document)
        storing.check_unlocked(document)
        editor = get_owner(document.editor).editor
        # Not the cached one, whose lock would make readers wait for `change`.
        now = CachedDocument(editor.structure)
        now.catch_up(document)
        update = build_draft_update(now.whole(), editor, draft, change)
        if update is None:
            return document
        number = storing.add_delta(document, now, update, storing.read_update(update), by=by)
        transaction.on_commit(partial(deltas.publish, KIND, document.pk, number=number, update=update))
    return document
