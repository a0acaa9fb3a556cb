"""Documents of an editor over sockets: the permissions are those of the document's owner."""

from collections.abc import Iterator
from typing import Any

import pytest

from realtime.server import RealtimeServer
from server.core import sockets
from server.documents.drafts.tree import TreeDraft
from server.documents.models import Document, DocumentDelta
from server.documents.services import editing
from tests.cast import Person
from tests.realtime.aside import aside, in_thread
from tests.realtime.talk import Talk
from tests.realtime.test_documents import EMPTY, Author
from tests.realtime.test_review import give_role
from tests.server.documents.sheets import LOCKED, Hand, make_document, sheet
from tests.server.documents.test_updates import NOTHING, entry, update


@pytest.fixture(autouse=True)
def _unlocked() -> Iterator[None]:
    yield
    LOCKED.clear()


class Opened:
    """A user with a document open over a socket."""

    def __init__(self, author: Author, hand: Hand) -> None:
        self.author, self.hand = author, hand

    async def send_update(self, words: bytes) -> dict[str, Any]:
        [answer] = await self.author.ask("doc:update", self.author.room, words)
        assert isinstance(answer, dict)
        return answer


async def make_text_document(person: Person) -> tuple[Document, str]:
    """A document with a text, and the text's id."""
    hand, [text] = sheet()
    return await aside(lambda: make_document(person.team, hand.doc.get_update())), text


async def connected(board: RealtimeServer, person: Person, document: Document) -> Author:
    author = Author(Talk(board), f"document:{document.pk}")
    await author.talk.connect(person.token)
    return author


async def opened(board: RealtimeServer, person: Person, document: Document) -> Opened:
    author = await connected(board, person, document)
    _, missing, _ = await author.ask("doc:join", {"room": author.room, "client": 1}, EMPTY)
    return Opened(author, Hand(missing))


async def refused_to_join(author: Author) -> str:
    [answer] = await author.ask("doc:join", {"room": author.room, "client": 1}, EMPTY)
    return str(answer["code"])


def rows(document: Document) -> int:
    return DocumentDelta.objects.for_team(document.team_id).filter(document_id=document.pk).count()


async def test_a_document_is_written_by_the_wire(switchboard: RealtimeServer, alice: Person, bob: Person) -> None:
    document, text = await make_text_document(alice)
    first, second = await opened(switchboard, alice, document), await opened(switchboard, bob, document)

    assert (await first.send_update(first.hand.write(text, " tubruk")))["number"] == 2
    name, [about, words] = await second.author.word_with_bytes()

    assert (name, about["number"]) == ("doc:update", 2)
    second.hand.doc.apply_update(words)
    assert str(second.hand.nodes[text]["settings"]) == str(first.hand.nodes[text]["settings"])


async def test_who_may_read_alone_hears_and_writes_nothing(
    switchboard: RealtimeServer, alice: Person, bob: Person
) -> None:
    document, text = await make_text_document(alice)
    await aside(lambda: give_role(bob, "contact.view"))
    reader = await opened(switchboard, bob, document)

    assert (await reader.send_update(reader.hand.write(text, "!")))["code"] == "notAuthorized"
    assert await aside(lambda: rows(document)) == 1


async def test_who_may_not_read_does_not_get_in(
    switchboard: RealtimeServer, alice: Person, bob: Person, mallory: Person
) -> None:
    document, _ = await make_text_document(alice)
    await aside(lambda: give_role(bob, "contact.edit"))

    assert await refused_to_join(await connected(switchboard, bob, document)) == "notAuthorized"
    assert await refused_to_join(await connected(switchboard, mallory, document)) == "noEntity"


async def test_who_lost_the_owner_s_right_is_out(switchboard: RealtimeServer, alice: Person, bob: Person) -> None:
    document, text = await make_text_document(alice)
    reader = await opened(switchboard, bob, document)

    await aside(lambda: give_role(bob), lambda: sockets.review_user(user_id=bob.user.pk))

    room = f"document:{document.pk}"
    assert await reader.author.word() == ("room:left", [{"room": room, "code": "notAuthorized"}])
    await reader.author.word()
    assert (await reader.send_update(reader.hand.write(text, "!")))["code"] == "noEntity"


async def test_what_is_refused_is_said_and_writing_goes_on(switchboard: RealtimeServer, alice: Person) -> None:
    document, text = await make_text_document(alice)
    writer = await opened(switchboard, alice, document)

    bomb = await writer.send_update(update(entry(b"\x75\x01" * 50_000 + NOTHING)))
    gap = await writer.send_update(update(entry(NOTHING), clock=7))
    LOCKED.add(document.pk)
    locked = await writer.send_update(writer.hand.write(text, "a"))
    LOCKED.clear()

    assert (bomb["code"], bomb["payload"]["limit"]) == ("documentFull", "depth")
    assert gap["code"] == "updateMalformed"
    assert (locked["code"], locked["payload"]) == ("documentLocked", {"why": "sending"})
    assert await aside(lambda: rows(document)) == 1
    fresh = await opened(switchboard, alice, document)
    assert (await fresh.send_update(fresh.hand.write(text, "b")))["number"] == 2


async def test_an_update_as_large_as_one_may_be_comes_through(switchboard: RealtimeServer, alice: Person) -> None:
    document, text = await make_text_document(alice)
    writer = await opened(switchboard, alice, document)
    words = writer.hand.act(
        lambda: writer.hand.nodes[text]["settings"].update({f"part{at}": "x" * 80_000 for at in range(3)})
    )

    assert len(words) > 240_000
    assert (await writer.send_update(words))["number"] == 2


async def test_a_change_by_the_server_reaches_open_editors(switchboard: RealtimeServer, alice: Person) -> None:
    document, text = await make_text_document(alice)
    writer = await opened(switchboard, alice, document)

    await in_thread(
        lambda: editing.edit_tree(
            document=document, change=lambda draft: draft.update_settings(text, {"align": "right"}), by=alice.caller
        )
    )
    name, [about, words] = await writer.author.word_with_bytes()

    assert (name, about) == ("doc:update", {"room": writer.author.room, "number": 2})
    writer.hand.doc.apply_update(words)
    assert writer.hand.nodes[text]["settings"]["align"] == "right"
    assert (await writer.send_update(writer.hand.write(text, "!")))["number"] == 3


async def test_a_change_that_fails_reaches_no_one(switchboard: RealtimeServer, alice: Person) -> None:
    document, text = await make_text_document(alice)
    writer = await opened(switchboard, alice, document)

    def fail(draft: TreeDraft) -> None:
        draft.remove(text)
        raise KeyError

    with pytest.raises(KeyError):
        await in_thread(lambda: editing.edit_tree(document=document, change=fail, by=alice.caller))
    await in_thread(
        lambda: editing.edit_tree(document=document, change=lambda draft: draft.rename_root("body", "A"), by=None)
    )
    _, [about, words] = await writer.author.word_with_bytes()

    writer.hand.doc.apply_update(words)
    assert about["number"] == 2
    assert (writer.hand.roots["body"]["name"], writer.hand.nodes[text]["at"][0] != "removed") == ("A", True)
