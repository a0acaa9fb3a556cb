"""The app that owns the documents of each editor: permissions, the path of its screen, and locks.

owners.register("email", Owner(may_read=VIEW, may_write=EDIT, link_of=..., locked=..., editor=EMAIL))
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from server.core.errors import NotFound
from server.core.registry import Registry
from server.documents.kinds.registry import Editor

if TYPE_CHECKING:
    from server.documents.models import Document
    from server.documents.snapshot import Root


@dataclass(frozen=True, slots=True)
class Owner:
    """The rules of the app that owns the documents of an editor.

    Attributes:
        may_read: the permission to read.
        may_write: the permission to write.
        link_of: returns the path of the client's screen that opens the document. Can query the database.
        locked: returns the reason why the document can't be changed now, or None. Called before each change; can query
            the database.
        editor: its structure and its kinds.
        changed: called in the transaction of each delta, with the new roots. It must be cheap and never wait for a
            lock, since the document is locked.
    """

    may_read: str
    may_write: str
    link_of: Callable[["Document"], str]
    locked: Callable[["Document"], str | None]
    editor: Editor
    changed: Callable[["Document", Sequence["Root"]], None] = lambda _document, _roots: None


OWNERS = Registry[str, Owner]("owner of documents")
# The permission to read its documents, by editor.
READERS = Registry[str, str]("reader of documents")


def register(editor: str, owner: Owner) -> None:
    OWNERS.add(editor, owner)
    READERS.add(editor, owner.may_read)


def get_owner(editor: str) -> Owner:
    owner = OWNERS.get(editor)
    if owner is None:
        raise NotFound
    return owner
