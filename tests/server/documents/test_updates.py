"""Updates are read as Yjs writes them, and what no editor of ours would write is refused before the library sees it."""

import base64
import json
from pathlib import Path
from typing import Any

import pycrdt
import pytest

from server.documents import limits
from server.documents.updates import decoding, measurement, structs
from server.documents.updates.structs import Id, Malformed, TooLarge
from tests.server.documents.sheets import Hand, sheet

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "documents" / "newsletter.json"
NEWSLETTER = base64.b64decode(json.loads(FIXTURE.read_text())["update"])


def number(value: int) -> bytes:
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def text(value: str) -> bytes:
    return number(len(value.encode())) + value.encode()


def update(*structs: bytes, client: int = 5, clock: int = 0, deleted: bytes = b"\x00") -> bytes:
    return b"\x01" + number(len(structs)) + number(client) + number(clock) + b"".join(structs) + deleted


def entry(value: bytes, *, root: str = "nodes", key: str = "k") -> bytes:
    """A value under a key of a root."""
    return b"\x28\x01" + text(root) + text(key) + b"\x01" + value


def map_in(client: int, clock: int) -> bytes:
    """A map in a type."""
    return b"\x27\x00" + number(client) + number(clock) + text("k") + b"\x01"


NOTHING = b"\x7e"
ROOT_MAP = b"\x27\x01" + text("nodes") + text("k") + b"\x01"


@pytest.mark.parametrize("whole", [NEWSLETTER, sheet(3)[0].doc.get_update()])
def test_an_update_is_read_as_the_library_reads_it(whole: bytes) -> None:
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(whole)

    read = decoding.parse(whole)

    assert read.check_builds_on({}) == decoding.read_state(doc.get_state())


def test_letters_are_counted_as_the_browser_counts_them() -> None:
    hand, [node] = sheet()
    before = hand.doc.get_state()
    words = hand.write(node, "☕ dan 🫖")

    read = decoding.parse(words)

    assert [struct.letters for struct in read.structs] == [len("☕ dan ") + 2]
    assert read.check_builds_on(decoding.read_state(before)) == decoding.read_state(hand.doc.get_state())


def test_letters_of_two_places_are_known_by_their_second_ones() -> None:
    hand, [node] = sheet()

    read = decoding.parse(hand.write(node, "☕ dan 🫖🫖"))

    [struct] = [each for each in read.structs if each.letters]
    assert read.halves == {Id(struct.client, struct.clock + 7), Id(struct.client, struct.clock + 9)}


def test_a_struct_says_what_it_builds_on() -> None:
    hand = Hand(client=7)
    hand.root()
    key, _ = hand.add_node("body", "row", width=1)

    [changed] = decoding.parse(hand.set(key, "width", 2)).structs

    assert (changed.client, changed.length, changed.kind, changed.parent) == (7, 1, structs.ANY, None)
    assert isinstance(changed.left, Id)
    assert changed.left.client == 7


@pytest.mark.parametrize(
    "bytes_",
    [
        b"",
        b"\x01",
        b"\xff\xff\xff",
        update(entry(NOTHING)) + b"\x00",
        update(entry(NOTHING))[:-2],
        update(b"\x08\x01" + text("nodes") + b"\x01" + NOTHING),
        update(entry(b"\x50")),
        update(entry(b"\x75" + number(2**31 - 1))),
        number(2**31 - 1),
        b"\x01" + number(2**31 - 1) + b"\x05\x00",
        b"\x01\x00\x05\x00\x00",
        update(b"\x0a\x05"),
        update(b"\x29\x01" + text("nodes") + text("k") + text("guid") + NOTHING),
        update(b"\x2b\x01" + text("nodes") + text("k")),
        update(b"\x24\x01" + text("nodes") + text("k") + b"\x02\xc3\x28"),
        update(b"\x25\x01" + text("nodes") + text("k") + text("NaN")),
        update(b"\x25\x01" + text("nodes") + text("k") + text("[" * 90_000)),
        update(b"\x26\x01" + text("nodes") + text("k") + text("bold") + text("{")),
        b"\x02" + update(entry(NOTHING))[1:-1] * 2 + b"\x00",
        update(entry(NOTHING), clock=2**31),
        update(entry(NOTHING), deleted=b"\x01\x05\x01\x00\x00"),
    ],
)
def test_what_is_no_update_of_ours_is_malformed(bytes_: bytes) -> None:
    with pytest.raises(Malformed):
        decoding.parse(bytes_)


def test_what_writes_in_a_map_that_the_document_lacks_is_malformed() -> None:
    read = decoding.parse(update(entry(NOTHING, root="edges")))

    read.check_maps(("nodes", "edges"))
    with pytest.raises(Malformed):
        read.check_maps(("nodes", "roots", "settings"))


@pytest.mark.parametrize(
    ("bytes_", "limit"),
    [
        (update(entry(b"\x75\x01" * 120_000 + NOTHING)), "depth"),
        (update(entry(b"\x76\x01\x01k" * 30 + NOTHING)), "depth"),
        (update(entry(b"\x77" + text("x" * (limits.MAX_TEXT_LENGTH + 1)))), "text"),
        (update(entry(NOTHING, key="k" * 300)), "key"),
        (update(*[entry(NOTHING)] * (limits.MAX_UPDATE_STRUCTS + 1)), "structs"),
        (update(b"\x25\x01" + text("nodes") + text("k") + text("[" * 20 + "]" * 20)), "depth"),
    ],
)
def test_a_part_over_its_bound_is_told(bytes_: bytes, limit: str) -> None:
    with pytest.raises(TooLarge) as refused:
        decoding.parse(bytes_)

    assert refused.value.limit == limit


@pytest.mark.parametrize(
    "bytes_",
    [
        update(entry(NOTHING), clock=1),
        update(map_in(9, 0)),
        update(map_in(5, 0)),
        update(b"\x88" + number(5) + b"\x00\x01" + NOTHING),
        update(b"\x48" + number(6) + b"\x00\x01" + NOTHING),
        update(entry(NOTHING), deleted=b"\x01\x05\x01\x00\x02"),
        update(entry(NOTHING), deleted=b"\x01\x06\x01\x00\x01"),
    ],
)
def test_what_builds_on_what_is_not_there_is_malformed(bytes_: bytes) -> None:
    read = decoding.parse(bytes_)

    with pytest.raises(Malformed):
        read.check_builds_on({})


def test_depth_is_counted_from_a_root_and_from_what_was_there() -> None:
    deep = measurement.measure(decoding.parse(update(ROOT_MAP, *[map_in(5, clock) for clock in range(9)])))
    below = measurement.measure(decoding.parse(update(map_in(9, 3), map_in(5, 0))))

    assert (deep.depth, deep.below, deep.entries) == (10, 0, {"nodes": 1})
    assert (below.depth, below.below, below.entries) == (0, 2, {})


def test_neighbours_that_lean_on_each_other_are_a_circle() -> None:
    one, other = b"\x01\x05\x00\x84\x06\x00\x01a", b"\x01\x06\x00\x84\x05\x00\x01b"

    with pytest.raises(Malformed, match="cycle"):
        measurement.measure(decoding.parse(b"\x02" + one + other + b"\x00"))


def test_texts_are_measured_whole() -> None:
    hand, [one, other] = sheet(2)
    hand.write(one, " luwak")
    hand.write(other, " susu panas")

    shape = measurement.measure(decoding.parse(hand.doc.get_update(), whole=True))

    assert (shape.longest, shape.letters) == (len("Kopi susu panas"), len("Kopi luwakKopi susu panas"))


def updates_of(authors: int) -> bytes:
    """An update in which that many clients store one value each."""
    each = [update(entry(NOTHING, key=str(at)), client=2**52 + at)[1:-1] for at in range(authors)]
    return number(authors) + b"".join(each) + b"\x00"


def test_an_update_can_have_an_author_for_a_group_of_every_node() -> None:
    most = limits.MAX_UPDATE_CLIENTS

    assert len(decoding.parse(updates_of(most)).spans) == most >= 2 * limits.MAX_NODES


def test_an_update_of_more_clients_is_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    most = limits.MAX_UPDATE_CLIENTS
    monkeypatch.setattr(decoding._ByteReader, "_struct", lambda *_: pytest.fail("read"))

    with pytest.raises(TooLarge) as refused:
        decoding.parse(updates_of(most + 1))

    assert (refused.value.limit, refused.value.most) == ("clients", most)


def test_what_the_server_has_merged_may_have_more_clients() -> None:
    assert len(decoding.parse(updates_of(limits.MAX_UPDATE_CLIENTS + 1), whole=True).spans) > limits.MAX_UPDATE_CLIENTS


def deletions(amount: int) -> bytes:
    """An update that deletes that many places of one client."""
    ranges = b"".join(number(2 * at) + b"\x01" for at in range(amount))
    return b"\x00\x01" + number(5) + number(amount) + ranges


def test_deletions_are_counted_like_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    most = limits.MAX_UPDATE_STRUCTS
    assert len(decoding.parse(deletions(most)).edges) == 2 * most
    reads: list[int] = []

    def read(reader: Any) -> int:
        reads.append(1)
        return 1

    monkeypatch.setattr(decoding._ByteReader, "_length", read)

    with pytest.raises(TooLarge) as refused:
        decoding.parse(deletions(most + 1))

    assert (refused.value.limit, refused.value.most) == ("structs", most)
    assert reads == []


def test_what_the_server_has_merged_may_delete_more() -> None:
    assert (
        len(decoding.parse(deletions(limits.MAX_UPDATE_STRUCTS + 1), whole=True).edges)
        == 2 * limits.MAX_UPDATE_STRUCTS + 2
    )


def test_a_cursor_is_of_one_client() -> None:
    state = b"\x01" + number(2**52) + number(7) + text('{"at":[1,2]}')

    assert decoding.read_awareness(state) == 2**52
    for wrong in (b"", b"\x00", b"\x02" + state[1:], state + b"\x00", state[:-1], b"\x01\x01\x01" + text("{")):
        with pytest.raises(Malformed):
            decoding.read_awareness(wrong)
    with pytest.raises(TooLarge):
        decoding.read_awareness(b"\x01\x01\x01" + text('"' + "x" * limits.MAX_AWARENESS_BYTES + '"'))
