"""What is said about a document, before who has it open."""

from collections.abc import Callable
from typing import Any

from server.core import rooms
from tests.recordings.recorder import Read, record
from tests.recordings.scene import Scene
from tests.server.documents.sheets import make_document

WORDS = {"node": "n1", "text": "Bigger, please"}


def _watched(scene: Scene, act: Callable[[str, str], object], *before: str) -> dict[str, Any]:
    """The comments of a document, with one on it, and an act on its path and that one's."""
    document = make_document(scene.team)
    path = f"documents/{document.pk}/comments"
    scene.later()
    first = scene.alice.api.post(path, WORDS).json()["id"]
    for verb in before:
        scene.post_to(f"{path}/{first}/{verb}")()
    listed = Read("documents/{document_id}/comments", places={"document_id": str(document.pk)})
    watching = rooms.build_room("document", document.pk)
    return record(scene.alice, lambda: act(path, f"{path}/{first}"), listed, watching=watching)


def comment_posted(scene: Scene) -> dict[str, Any]:
    def act(path: str, one: str) -> None:
        scene.post_to(path, {**WORDS, "text": "How much?", "replyTo": one.rpartition("/")[2]})()

    return _watched(scene, act)


def comment_edited(scene: Scene) -> dict[str, Any]:
    def act(_: str, one: str) -> None:
        scene.later()
        assert scene.alice.api.call("PATCH", one, {"text": "Smaller, please"}).status_code == 200

    return _watched(scene, act)


def comment_resolved(scene: Scene) -> dict[str, Any]:
    return _watched(scene, lambda _, one: scene.post_to(f"{one}/resolve")())


def comment_reopened(scene: Scene) -> dict[str, Any]:
    return _watched(scene, lambda _, one: scene.post_to(f"{one}/reopen")(), "resolve")


def comment_removed(scene: Scene) -> dict[str, Any]:
    def act(_: str, one: str) -> None:
        assert scene.alice.api.delete(one).status_code == 204

    return _watched(scene, act)


RECORDINGS = (comment_posted, comment_edited, comment_resolved, comment_reopened, comment_removed)
