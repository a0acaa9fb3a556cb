"""Real updates with bytes changed: refused or taken, and the document still opens, here and as the browser reads it."""

from random import Random

import pytest

from server.core.errors import ApiError
from server.documents import document_cache, snapshot
from server.documents.errors import DocumentFull, UpdateMalformed
from server.documents.kinds.email import STRUCTURE
from server.documents.models import DocumentDelta
from server.documents.services import documents, storing
from server.documents.updates import decoding
from tests.cast import Person
from tests.server.documents.sheets import Hand, make_document, sheet
from tests.server.documents.test_updates import NEWSLETTER

SEEDS = 20
EACH = 100


def mutated(draw: Random, update: bytes) -> bytes:
    """The update with some bytes changed, dropped, doubled, or put elsewhere."""
    data = bytearray(update)
    for _ in range(draw.choice((1, 1, 1, 2, 4, 16))):
        at, other = draw.randrange(len(data)), draw.randrange(len(data))
        match draw.randrange(6):
            case 0:
                data[at] = draw.randrange(256)
            case 1:
                data[at] ^= 1 << draw.randrange(8)
            case 2:
                del data[at : at + draw.randrange(1, 5)]
            case 3:
                data[at:at] = data[other : other + draw.randrange(1, 9)]
            case 4:
                data[at:at] = draw.choice((b"\xff" * 9, b"\x00", b"\x75\x01" * 50, b"\x7f"))
            case _:
                data = data[:at] or bytearray(b"\x00")
        data = data or bytearray(b"\x00")
    return bytes(data)


def acts(hand: Hand, text: str) -> tuple[bytes, bytes, bytes, bytes]:
    """Makes a user’s change; a text that a previous change has split stays."""
    added, whole = hand.add_node("body", "row", order="a5")[1], hand.doc.get_update()
    try:
        return hand.write(text, "Kopi ☕ susu"), hand.set(text, "words", {"a": [1, 2.5, None, "x"]}), added, whole
    except (KeyError, TypeError, AttributeError, IndexError, AssertionError):
        return added, whole, added, whole


@pytest.mark.parametrize("seed", range(SEEDS))
def test_changed_bytes_are_refused_or_taken_and_the_document_still_opens(alice: Person, seed: int) -> None:
    draw, by = Random(seed), alice.caller
    hand, [text] = sheet()
    hand.doc.apply_update(NEWSLETTER)
    document = make_document(alice.team, hand.doc.get_update())
    taken = 0

    for turn in range(EACH):
        own = Hand(documents.get_update(document), client=1_000 + turn)
        real = acts(own, text)[draw.randrange(4)]
        try:
            storing.store(document.pk, mutated(draw, real), by)
            taken += 1
        except (UpdateMalformed, DocumentFull):
            pass
        if turn % 10 == 0:
            document_cache._cache._entries.clear()
        opened = Hand(storing.load(document.pk, b"\x00", by).update)
        snapshot.read(opened.doc.get_update(), STRUCTURE)

    assert DocumentDelta.objects.for_team(alice.team).filter(document_id=document.pk).count() == taken + 1
    whole = documents.get_update(document)
    read = decoding.parse(whole, whole=True)
    assert read.check_builds_on({}) == decoding.read_state(opened.doc.get_state())
    assert storing.store(document.pk, Hand(whole).add_node("body", "row")[1], by) == taken + 2


@pytest.mark.parametrize("seed", range(SEEDS))
def test_bytes_of_chance_never_do_harm(alice: Person, seed: int) -> None:
    draw, by = Random(seed), alice.caller
    document = make_document(alice.team, sheet()[0].doc.get_update())

    for _ in range(EACH):
        bytes_ = draw.randbytes(draw.randrange(200))
        for call in (storing.store, storing.load):
            try:
                call(document.pk, bytes_, by)
            except ApiError:
                continue

    assert storing.load(document.pk, b"\x00", by).number == 1
