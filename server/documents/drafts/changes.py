"""Runs a change on a copy of a document."""

import secrets
from collections.abc import Callable
from typing import Any, Final, TypeVar

import pycrdt

from server.documents.drafts.base import Draft
from server.documents.kinds.registry import Editor

# One author of all changes that this process makes: a new one for each would lengthen every state vector by seven
# bytes. Changes of a document are made one after the other under the lock of its row, so that each continues the
# previous one. The author changes with each start, so that no clock is used twice after a restore of the database.
_AUTHOR: Final = secrets.randbits(32)

AnyDraft = TypeVar("AnyDraft", bound=Draft)


def build_draft_update(
    whole: bytes, editor: Editor, draft: type[AnyDraft], change: Callable[[AnyDraft], object]
) -> bytes | None:
    """Runs a change on a copy of a document. Returns its update; None if it changed nothing.

    Raises what `change` raises, and TypeError if the editor's documents are not of the draft's shape.
    """
    doc: pycrdt.Doc[Any] = pycrdt.Doc(client_id=_AUTHOR)
    doc.apply_update(whole)
    updates: list[bytes] = []
    subscription = doc.observe(lambda event: updates.append(event.update))
    try:
        with doc.transaction():
            change(draft(doc, editor))
    finally:
        doc.unobserve(subscription)
    return updates[0] if updates else None
