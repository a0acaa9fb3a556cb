"""Whose documents are: each editor's app says who may read and write them, where they are opened, and when not.

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
    """The app that a kind of documents belongs to.

    `may_read` and `may_write` are permissions. `link_of` answers the path of the client's screen in which the document
    is opened, `locked` for what reason it can't be changed now, or None; both may ask the database, and `locked` is
    asked before each change. `changed` is called in the transaction of each delta, with what its roots are since: it
    must be cheap, and wait for nobody, since the document waits with it. `editor` has its structure and its
    kinds, some of which need a feature of the plan.
    """

    may_read: str
    may_write: str
    link_of: Callable[["Document"], str]
    locked: Callable[["Document"], str | None]
    editor: Editor
    changed: Callable[["Document", Sequence["Root"]], None] = lambda _document, _roots: None


OWNERS = Registry[str, Owner]("owner of documents")
# By editor: the permission to read its documents.
READERS = Registry[str, str]("reader of documents")


def register(editor: str, owner: Owner) -> None:
    """Lets documents of this editor be opened."""
    OWNERS.add(editor, owner)
    READERS.add(editor, owner.may_read)


def owner_of(editor: str) -> Owner:
    """Raises NotFound for an editor that no app has registered."""
    owner = OWNERS.get(editor)
    if owner is None:
        raise NotFound
    return owner
