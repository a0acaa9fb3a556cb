"""An editor of the tests' own, and a hand that writes its documents as the client's commands do."""

import string
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pycrdt
import pytest

from server.contacts.permissions import EDIT, VIEW
from server.documents import document_cache, owners
from server.documents.kinds.email import EMAIL, STRUCTURE
from server.documents.models import Document
from server.documents.owners import Owner
from server.documents.services import documents
from server.documents.structure import DocumentLimits
from server.teams.models import Team

EDITOR = "sheet"
# In the order of ASCII.
DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
# Ids of documents that can't be changed now.
LOCKED: set[Any] = set()

owners.register(
    EDITOR,
    Owner(
        may_read=VIEW,
        may_write=EDIT,
        link_of=lambda document: f"/sheets/{document.pk}",
        locked=lambda document: "sending" if document.pk in LOCKED else None,
        editor=EMAIL,
    ),
)


def with_limits(monkeypatch: pytest.MonkeyPatch, **bounds: int) -> None:
    """Gives the editor other limits, also for documents that are in memory."""
    owner = owners.get_owner(EDITOR)
    structure = replace(STRUCTURE, limits=DocumentLimits(**bounds))
    limited = replace(owner, editor=replace(owner.editor, structure=structure))
    monkeypatch.setitem(owners.OWNERS.entries, EDITOR, limited)
    document_cache._cache._entries.clear()


class Hand:
    """A replica. Each act answers the update that tells it, as a browser would send it."""

    def __init__(self, whole: bytes | None = None, *, client: int | None = None) -> None:
        self.doc: pycrdt.Doc[Any] = pycrdt.Doc(client_id=client)
        self.nodes = self.doc.get("nodes", type=pycrdt.Map)
        self.roots = self.doc.get("roots", type=pycrdt.Map)
        self.settings = self.doc.get("settings", type=pycrdt.Map)
        if whole is not None:
            self.doc.apply_update(whole)
        self._told: list[bytes] = []
        self._telling = self.doc.observe(lambda event: self._told.append(event.update))

    def act(self, work: Callable[[], object]) -> bytes:
        """Does something as one act."""
        self._told.clear()
        with self.doc.transaction():
            work()
        [update] = self._told
        return update

    def root(self, name: str = "body", order: str = "a0") -> bytes:
        return self.act(lambda: self.roots.update({name: pycrdt.Map({"order": order})}))

    def add_node(
        self, parent: str, level: str, *, order: str = "a0", key: str = "", **settings: Any
    ) -> tuple[str, bytes]:
        """Puts a node there; its id and the update."""
        key, kind = key or str(uuid4()), settings.pop("kind", level)
        at = [parent, order, "body"]
        node = pycrdt.Map({"level": level, "kind": kind, "at": at, "settings": pycrdt.Map(settings)})
        return key, self.act(lambda: self.nodes.update({key: node}))

    def set(self, node: str, name: str, value: Any) -> bytes:
        return self.act(lambda: self.nodes[node]["settings"].update({name: value}))

    def remove_node(self, node: str) -> bytes:
        return self.act(lambda: self.nodes[node].update({"at": ["removed", "a1", "body"]}))

    def write(self, node: str, words: str) -> bytes:
        """Adds words at the end of the rich text `body` of a node."""
        return self.act(lambda: self._write(node, words))

    def _write(self, node: str, words: str) -> None:
        settings = self.nodes[node]["settings"]
        if "body" not in settings:
            settings["body"] = pycrdt.XmlFragment([pycrdt.XmlElement("paragraph", {}, [pycrdt.XmlText("")])])
        paragraph = settings["body"].children[0]
        assert isinstance(paragraph, pycrdt.XmlElement)
        text = paragraph.children[0]
        assert isinstance(text, pycrdt.XmlText)
        text += words


def order(at: int) -> str:
    """The order of the child at a place, as the client makes them one after the other."""
    if at < len(DIGITS):
        return f"a{DIGITS[at]}"
    high, low = divmod(at - len(DIGITS), len(DIGITS))
    return f"b{DIGITS[high]}{DIGITS[low]}"


def sheet(parts: int = 1, *, client: int | None = None) -> tuple[Hand, list[str]]:
    """A document with a row of so many texts, and the ids of these."""
    hand = Hand(client=client)
    hand.root()
    row, _ = hand.add_node("body", "row")
    column, _ = hand.add_node(row, "column")
    texts = [hand.add_node(column, "component", order=order(at), kind="text")[0] for at in range(parts)]
    for text in texts:
        hand.write(text, "Kopi")
    return hand, texts


def make_document(team: Team, update: bytes | None = None) -> Document:
    return documents.create(team, EDITOR, by=None, update=update)
