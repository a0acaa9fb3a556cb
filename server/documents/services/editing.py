"""Changes of documents by the server's own code, such as REST calls: stored and published as a client's are."""

from collections.abc import Callable
from functools import partial

from django.db import transaction

from server.core import deltas
from server.core.callers import Caller
from server.documents import selectors
from server.documents.drafts import Draft, draft_update
from server.documents.merged import Merged
from server.documents.models import Document
from server.documents.owners import owner_of
from server.documents.services import storing
from server.documents.source import KIND


def edit(*, document: Document, change: Callable[[Draft], object], by: Caller | None) -> Document:
    """Changes a document by one delta, which open editors receive after the commit. Returns it as changed.

    `change` runs while the document's row is locked. `by` is None for a change that no user made: it needs no
    permission and no feature of a plan. Raises what `change` raises, and what `storing.store` raises; then nothing is
    stored. A change that changes nothing stores nothing. Raises RuntimeError within a transaction, whose rollback would
    not reach this process's cache (`merged.py`).
    """
    with transaction.atomic(durable=True):
        document = selectors.writable(document.pk, by) if by else selectors.locked(document)
        storing.check_unlocked(document)
        editor = owner_of(document.editor).editor
        # Not the cached one, whose lock would make readers wait for `change`.
        now = Merged(editor.structure)
        now.catch_up(document)
        update = draft_update(now.whole(), editor, change)
        if update is None:
            return document
        number = storing.add_delta(document, now, update, storing.read_update(update), by=by)
        transaction.on_commit(partial(deltas.publish, KIND, document.pk, number=number, update=update))
    return document
