"""Deltas: numbered without a gap, merged at opening; a rejected one stores nothing."""

import dataclasses
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pycrdt
import pytest
import time_machine
from django.db import connection

from server.core.callers import Caller
from server.core.errors import ApiError, BadRequest, NotAuthorized, NotFound, UserExpired
from server.documents import document_cache, limits, snapshot
from server.documents.errors import DocumentFull, DocumentLocked, UpdateMalformed
from server.documents.kinds.email import STRUCTURE
from server.documents.models import Document, DocumentDelta, DocumentVersion
from server.documents.services import documents, storing, versions
from server.documents.snapshot import Snapshot
from server.documents.updates import decoding
from tests.cast import Person
from tests.server.documents.sheets import LOCKED, Hand, make_document, sheet, with_limits
from tests.server.documents.test_updates import map_in, update, updates_of
from tests.server.documents.test_updates import number as varint
from tests.server.documents.test_updates import text as written

NOTHING_YET = b"\x00"
Stored = tuple[Document, Hand, list[str], Caller]


@pytest.fixture
def stored(alice: Person) -> Iterator[Stored]:
    """A document with a text, the hand that wrote it, and who may write."""
    hand, texts = sheet()
    document = make_document(alice.team, hand.doc.get_update())
    yield document, hand, texts, alice.caller
    LOCKED.clear()


def deleted(client: int, clock: int, length: int) -> bytes:
    """An update that deletes what a client wrote, and nothing else."""
    return b"\x00\x01" + varint(client) + b"\x01" + varint(clock) + varint(length)


def numbers(document: Document) -> list[int]:
    rows = DocumentDelta.objects.for_team(document.team_id).filter(document_id=document.pk)
    return list(rows.order_by("number").values_list("number", flat=True))


def opened(document: Document, by: Caller) -> Hand:
    return Hand(storing.load(document.pk, NOTHING_YET, by).update)


def same(one: Hand, other: Hand) -> bool:
    states = [decoding.read_state(hand.doc.get_state()) for hand in (one, other)]
    return states[0] == states[1] and says(one) == says(other)


def says(hand: Hand) -> Snapshot:
    return snapshot.read(hand.doc.get_update(), STRUCTURE)


def test_deltas_are_numbered_and_who_opens_reads_all_of_them(stored: Stored) -> None:
    document, hand, [text], by = stored

    assert [storing.store(document.pk, hand.write(text, words), by) for words in (" tubruk", ", panas")] == [2, 3]

    missing = storing.load(document.pk, NOTHING_YET, by)
    assert missing.number == 3
    assert decoding.read_state(missing.state_vector) == decoding.read_state(hand.doc.get_state())
    assert same(Hand(missing.update), hand)
    assert numbers(document) == [1, 2, 3]
    assert documents.get_newest_revision(document) == 3


@pytest.mark.parametrize("knows", ["who took the letter", "who has read it since", "another process"])
def test_no_change_comes_between_the_halves_of_a_letter(stored: Stored, knows: str) -> None:
    document, hand, [text], by = stored
    if knows != "who took the letter":
        # Has held a change against what was there before the letter.
        storing.store(document.pk, hand.write(text, "a"), by)
    words = hand.write(text, "🫖 b")
    [letter] = [each for each in decoding.parse(words).structs if each.letters]
    if knows == "who has read it since":
        aside = document_cache._cache.get(document)
        document_cache.evict(document.pk)
        storing.store(document.pk, words, by)
        document_cache._cache._entries[document.pk] = aside
    else:
        storing.store(document.pk, words, by)
    if knows == "another process":
        document_cache.evict(document.pk)
    first, second = (varint(letter.client) + varint(letter.clock + at) for at in (0, 1))
    before = numbers(document)

    for cut in (
        deleted(letter.client, letter.clock, 1),
        deleted(letter.client, letter.clock + 1, 2),
        update(b"\x84" + first + written("x")),
        update(b"\x44" + second + written("x")),
        update(b"\x86" + first + written("bold") + written("true")),
    ):
        with pytest.raises(UpdateMalformed):
            storing.store(document.pk, cut, by)
    assert numbers(document) == before
    assert same(opened(document, by), hand)

    assert storing.store(document.pk, deleted(letter.client, letter.clock, 2), by) == before[-1] + 1
    [body] = says(opened(document, by)).of[text]["body"]["$rich"]
    assert "🫖" not in str(body)
    assert " b" in str(body)


def test_what_is_there_parts_no_letter_of_a_change(stored: Stored) -> None:
    document, hand, [text], by = stored
    [letter] = [each for each in decoding.parse(hand.write(text, "a")).structs if each.letters]
    storing.store(document.pk, hand.doc.get_update(), by)
    behind = varint(letter.client) + varint(letter.clock)
    storing.store(document.pk, update(b"\x84" + behind + written("x")), by)
    before = numbers(document)

    with pytest.raises(UpdateMalformed):
        storing.store(document.pk, update(b"\x84" + behind + written("🫖"), map_in(letter.client, 0)), by)

    assert numbers(document) == before
    assert decoding.parse(documents.get_update(document), whole=True).halves == set()


def test_who_has_something_gets_the_rest_alone(stored: Stored) -> None:
    document, hand, [text], by = stored
    before = hand.doc.get_state()
    words = hand.write(text, " tubruk")
    storing.store(document.pk, words, by)

    missing = storing.load(document.pk, before, by)

    assert len(missing.update) < len(words) + 8
    assert len(missing.update) < len(hand.doc.get_update()) / 4


def test_a_process_that_never_saw_it_reads_the_same(stored: Stored) -> None:
    document, hand, [text], by = stored
    for words in "abc":
        storing.store(document.pk, hand.write(text, words), by)
    kept = opened(document, by)
    document_cache._cache._entries.clear()

    assert same(opened(document, by), kept)
    assert storing.store(document.pk, hand.write(text, "d"), by) == 5


def test_a_load_says_how_much_it_read(stored: Stored) -> None:
    document, hand, [text], by = stored
    storing.store(document.pk, hand.write(text, "a"), by)
    document_cache._cache._entries.clear()
    rows = DocumentDelta.objects.filter(document=document).values_list("update", flat=True)
    state = hand.doc.get_state()

    first, second = (storing.load(document.pk, state, by) for _ in range(2))

    assert first.read_bytes == sum(len(update) for update in rows) > len(first.update)
    assert second.read_bytes == 0


def test_what_another_process_stored_is_caught_up(stored: Stored) -> None:
    document, hand, [text], by = stored
    storing.store(document.pk, hand.write(text, "a"), by)
    entry = document_cache._cache._entries.pop(document.pk)
    storing.store(document.pk, hand.write(text, "b"), by)
    document_cache._cache._entries[document.pk] = entry

    assert storing.store(document.pk, hand.write(text, "c"), by) == 4
    assert same(opened(document, by), hand)


def test_rows_become_one_and_everything_stays_readable(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "MAX_DELTA_ROWS", 5)
    document, hand, [text], by = stored
    version = versions.save_named(document=document, name="Before", by=by)
    was = versions.get_update(version)
    entry = document_cache._cache._entries.pop(document.pk)

    for words in "abcdefg":
        storing.store(document.pk, hand.write(text, words), by)

    assert numbers(document) == [6, 7, 8]
    assert same(opened(document, by), hand)
    assert documents.get_update(document, 1) == was
    assert same(Hand(documents.get_update(document, 8)), hand)
    with pytest.raises(NotFound):
        documents.get_update(document, 5)
    with pytest.raises(NotFound):
        documents.get_update(document, 9)
    # One that had read the first row only.
    document_cache._cache._entries[document.pk] = entry
    assert same(opened(document, by), hand)


REFUSED = [
    (b"", UpdateMalformed),
    (b"\x00\x00", UpdateMalformed),
    (b"\xff\xff\xff", UpdateMalformed),
    (update(map_in(9, 0)), UpdateMalformed),
    # Two that wait for each other.
    (b"\x02\x01\x05\x00\x88\x06\x00\x01\x7e\x01\x06\x00\x88\x05\x00\x01\x7e\x00", UpdateMalformed),
    (b"\x00" * (limits.MAX_UPDATE_BYTES + 1), DocumentFull),
]


@pytest.mark.parametrize(("bytes_", "error"), REFUSED)
def test_what_is_refused_leaves_nothing_and_writing_goes_on(
    stored: Stored, bytes_: bytes, error: type[ApiError]
) -> None:
    document, hand, [text], by = stored

    with pytest.raises(error):
        storing.store(document.pk, bytes_, by)

    assert numbers(document) == [1]
    assert same(opened(document, by), hand)
    assert storing.store(document.pk, hand.write(text, "!"), by) == 2


def test_a_gap_is_refused_and_what_is_missing_heals_it(stored: Stored) -> None:
    document, hand, [text], by = stored
    lost, next_ = hand.write(text, "a"), hand.write(text, "b")

    with pytest.raises(UpdateMalformed):
        storing.store(document.pk, next_, by)

    assert numbers(document) == [1]
    assert [storing.store(document.pk, each, by) for each in (lost, next_)] == [2, 3]
    assert same(opened(document, by), hand)


def test_a_change_of_another_document_is_refused(stored: Stored, alice: Person) -> None:
    document, hand, _, by = stored
    other, [foreign] = sheet()

    with pytest.raises(UpdateMalformed):
        storing.store(document.pk, other.write(foreign, "?"), by)
    stranger: pycrdt.Doc[Any] = pycrdt.Doc({"text": pycrdt.Text("Kopi")})
    with pytest.raises(UpdateMalformed):
        storing.store(document.pk, stranger.get_update(), by)

    assert same(opened(document, by), hand)


def test_types_deeper_than_the_bound_are_refused(stored: Stored) -> None:
    document, hand, [text], by = stored
    before = hand.doc.get_state()
    settings = hand.nodes[text]["settings"]
    for _ in range(limits.MAX_TYPE_DEPTH + 1):
        settings["deep"] = pycrdt.Map({"x": 1})
        settings = settings["deep"]

    with pytest.raises(DocumentFull) as refused:
        storing.store(document.pk, hand.doc.get_update(before), by)

    assert refused.value.body()["payload"] == {"limit": "depth", "most": limits.MAX_TYPE_DEPTH}
    assert numbers(document) == [1]


def test_types_that_get_deeper_bit_by_bit_are_refused(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ESTIMATED_TYPE_DEPTH", 10)
    document, hand, [text], by = stored
    settings, taken = hand.nodes[text]["settings"], 0

    with pytest.raises(DocumentFull):
        for _ in range(limits.MAX_TYPE_DEPTH):
            before = hand.doc.get_state()
            settings["deep"] = pycrdt.Map({"x": 1})
            settings = settings["deep"]
            storing.store(document.pk, hand.doc.get_update(before), by)
            taken += 1

    # nodes, the node, its settings
    assert taken == limits.MAX_TYPE_DEPTH - 2
    assert numbers(document)[-1] == taken + 1


def test_a_text_that_grows_over_its_bound_is_refused(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_TEXT_LENGTH", 50)
    document, hand, [text], by = stored
    storing.store(document.pk, hand.write(text, "x" * 40), by)

    with pytest.raises(DocumentFull) as refused:
        storing.store(document.pk, hand.write(text, "y" * 20), by)

    assert refused.value.body()["payload"] == {"limit": "text", "most": 50}
    assert numbers(document) == [1, 2]
    again = opened(document, by)
    assert storing.store(document.pk, again.write(text, "z"), by) == 3


def test_many_texts_are_not_one_long_one(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_TEXT_LENGTH", 50)
    hand, texts = sheet(4)
    document = make_document(alice.team, hand.doc.get_update())

    for number, text in enumerate(texts, start=2):
        assert storing.store(document.pk, hand.write(text, "x" * 40), alice.caller) == number


def test_a_document_over_its_size_is_refused(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    document, hand, [text], by = stored
    with_limits(monkeypatch, size_bytes=len(hand.doc.get_update()) + 400)
    storing.store(document.pk, hand.set(text, "words", "x" * 300), by)

    with pytest.raises(DocumentFull) as refused:
        storing.store(document.pk, hand.set(text, "more", "y" * 300), by)

    assert refused.value.payload is not None
    assert refused.value.payload["limit"] == "document"
    # Replaced content does not count.
    again = opened(document, by)
    assert [storing.store(document.pk, again.set(text, "words", letter * 300), by) for letter in "abcd"] == [3, 4, 5, 6]


def test_what_was_taken_out_makes_room(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    document, hand, [text], by = stored
    for turn in range(3):
        row, added = hand.add_node("body", "row", order="a1", words="x" * 300)
        storing.store(document.pk, added, by)
        storing.store(document.pk, hand.add_node(row, "column", order=f"a{turn}", words="x" * 300)[1], by)
        storing.store(document.pk, hand.remove_node(row), by)
    kept = hand.add_node("body", "row", order="a2", words="y" * 100)
    storing.store(document.pk, kept[1], by)
    before = opened(document, by)
    with_limits(monkeypatch, size_bytes=len(documents.get_update(document)) + 10)

    number = storing.store(document.pk, hand.set(text, "words", "z" * 200), by)

    after = opened(document, by)
    assert numbers(document) == [number]
    assert len(before.nodes) - len(after.nodes) == 6
    assert says(after).tree == says(hand).tree
    assert says(after).of[kept[0]] == {"words": "y" * 100}
    # An open client gets the same state.
    hand.doc.apply_update(storing.load(document.pk, hand.doc.get_state(), by).update)
    assert same(hand, after)


def test_nodes_over_their_bound_are_refused_unless_others_were_taken_out(
    stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_limits(monkeypatch, nodes=4)
    document, hand, _, by = stored
    row, added = hand.add_node("body", "row", order="a1")
    storing.store(document.pk, added, by)

    with pytest.raises(DocumentFull) as refused:
        storing.store(document.pk, Hand(hand.doc.get_update()).add_node("body", "row", order="a2")[1], by)

    assert refused.value.body()["payload"] == {"limit": "nodes", "most": 4}
    storing.store(document.pk, hand.remove_node(row), by)
    assert storing.store(document.pk, hand.add_node("body", "row", order="a2")[1], by) == 4
    # As a client sends a step of undo that the limit rejects: with its reversal.
    row, added = hand.add_node("body", "row", order="a3")
    assert storing.store(document.pk, pycrdt.merge_updates(added, hand.remove_node(row)), by) == 5


def test_a_node_with_the_id_of_its_root_is_not_drawn_and_ends_no_reading(stored: Stored) -> None:
    document, hand, _texts, by = stored
    drawn = says(hand).tree

    _, update_of_the_node = hand.add_node("body", "row", key="body")
    storing.store(document.pk, update_of_the_node, by)
    _, update_inside = hand.add_node("body", "row", order="a1", key="second")
    storing.store(document.pk, update_inside, by)

    [(root, rows)] = documents.load_snapshot(document).tree.items()
    assert root == "body"
    assert list(rows)[: len(drawn["body"])] == list(drawn["body"])
    assert [row.id for row in rows][len(drawn["body"]) :] == ["second"]
    assert same(opened(document, by), hand)


def test_a_locked_document_takes_nothing(stored: Stored) -> None:
    document, hand, [text], by = stored
    LOCKED.add(document.pk)

    with pytest.raises(DocumentLocked) as refused:
        storing.store(document.pk, hand.write(text, "!"), by)

    assert refused.value.body()["payload"] == {"why": "sending"}
    assert numbers(document) == [1]
    assert opened(document, by) is not None


def test_another_team_and_who_lacks_the_right_read_and_write_nothing(
    stored: Stored, bob: Person, mallory: Person
) -> None:
    document, hand, [text], _ = stored
    words = hand.write(text, "!")

    for caller, error in (
        (mallory.caller, NotFound),
        (dataclasses.replace(bob.caller, permissions=frozenset()), NotAuthorized),
    ):
        with pytest.raises(error):
            storing.load(document.pk, NOTHING_YET, caller)
        with pytest.raises(error):
            storing.store(document.pk, words, caller)
    with pytest.raises(NotFound):
        storing.load(uuid4(), NOTHING_YET, bob.caller)

    assert numbers(document) == [1]


def test_after_the_plan_has_run_out_it_is_read_and_not_written(stored: Stored) -> None:
    document, hand, [text], by = stored
    caller = dataclasses.replace(by, plan_expired=True)

    with pytest.raises(UserExpired):
        storing.store(document.pk, hand.write(text, "!"), caller)

    assert storing.load(document.pk, NOTHING_YET, caller).number == 1


def test_what_is_no_state_vector_is_refused(stored: Stored) -> None:
    document, _, _, by = stored

    for bytes_ in (b"", b"\x05", b"\x01\x05", b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", b"\x00\x00"):
        with pytest.raises(BadRequest):
            storing.load(document.pk, bytes_, by)


def state_vector(clients: int) -> bytes:
    """One that names so many clients, each of which wrote one struct."""
    return varint(clients) + b"".join(varint(1_000 + client) + b"\x01" for client in range(clients))


def test_a_state_vector_that_is_too_long_is_refused_before_anything_is_read(
    stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, _, _, by = stored
    long = state_vector(60_000)
    assert limits.MAX_STATE_VECTOR_BYTES < len(long) < 320 * 1024  # of one frame
    monkeypatch.setattr(decoding, "read_state", lambda *_, **__: pytest.fail("read"))

    with pytest.raises(DocumentFull) as told:
        storing.load(document.pk, long, by)

    assert told.value.payload == {"limit": "stateVector", "most": limits.MAX_STATE_VECTOR_BYTES}


def test_a_state_vector_names_few_clients_that_the_document_does_not_know(
    stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, hand, _, by = stored
    known = len(decoding.read_state(hand.doc.get_state()))
    most = known + limits.MAX_UPDATE_CLIENTS
    read: list[int] = []
    number = decoding._ByteReader.number

    def counted(reader: Any, most: int) -> int:
        read.append(most)
        return number(reader, most)

    assert storing.load(document.pk, state_vector(most), by).number == 1
    monkeypatch.setattr(decoding._ByteReader, "number", counted)
    for clients in (most + 1, 20_000):
        with pytest.raises(BadRequest):
            storing.load(document.pk, state_vector(clients), by)
    # The count alone, for each.
    assert len(read) == 2


def test_groups_of_many_nodes_are_stored_in_one_update(stored: Stored) -> None:
    document, hand, _, by = stored
    groups = updates_of(1_000)

    assert storing.store(document.pk, groups, by) == 2

    again = opened(document, by)
    hand.doc.apply_update(groups)
    assert same(again, hand)
    # A client that has not sent its update yet can join.
    vector = state_vector(limits.MAX_UPDATE_CLIENTS)
    assert storing.load(document.pk, vector, by).number == 2


def test_a_document_never_gets_a_state_vector_that_no_client_could_send(
    stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, hand, [text], by = stored
    monkeypatch.setattr(limits, "MAX_STATE_VECTOR_BYTES", len(hand.doc.get_state()) + 9 * 100)

    with pytest.raises(DocumentFull) as refused:
        storing.store(document.pk, updates_of(101), by)

    assert refused.value.payload == {"limit": "stateVector", "most": limits.MAX_STATE_VECTOR_BYTES}
    assert numbers(document) == [1]
    assert storing.store(document.pk, updates_of(99), by) == 2
    hand.doc.apply_update(updates_of(99))
    assert storing.store(document.pk, hand.write(text, "!"), by) == 3
    assert storing.load(document.pk, hand.doc.get_state(), by).number == 3


def test_the_first_change_after_an_hour_keeps_how_it_was(alice: Person) -> None:
    with time_machine.travel("2026-03-02T08:00:00Z", tick=False) as now:
        hand, [text] = sheet()
        document = make_document(alice.team, hand.doc.get_update())
        was = documents.get_update(document)
        kept = DocumentVersion.objects.for_team(alice.team).filter(document_id=document.pk)
        now.shift(timedelta(minutes=59))
        storing.store(document.pk, hand.write(text, "a"), alice.caller)
        assert kept.count() == 0

        now.shift(timedelta(minutes=1))
        storing.store(document.pk, hand.write(text, "b"), alice.caller)
        storing.store(document.pk, hand.write(text, "c"), alice.caller)

    [version] = kept
    assert (version.revision, version.automatic, version.frozen, version.name) == (2, True, False, "")
    assert bytes(version.update) != was
    assert str(snapshot.read(bytes(version.update), STRUCTURE)).count("Kopia") == 1
    assert "Kopiab" not in str(snapshot.read(bytes(version.update), STRUCTURE))


def test_a_store_asks_five_times(stored: Stored, django_assert_num_queries: Any) -> None:
    document, hand, [text], by = stored
    storing.store(document.pk, hand.write(text, "a"), by)

    # A savepoint and its release around: the row, the delta, the revision.
    with django_assert_num_queries(5):
        storing.store(document.pk, hand.write(text, "b"), by)


@pytest.mark.django_db(transaction=True)
def test_many_at_once_get_numbers_without_a_gap(alice: Person) -> None:
    hand, [text] = sheet()
    # Threads can't share a document of the library.
    whole = hand.doc.get_update()
    document = make_document(alice.team, whole)
    by, got, failures = alice.caller, list[int](), list[BaseException]()

    def write(client: int) -> None:
        try:
            own = Hand(whole, client=client)
            for turn in range(10):
                got.append(storing.store(document.pk, own.write(text, f"{client}.{turn} "), by))
                if turn == 5:
                    document_cache._cache._entries.pop(document.pk, None)
                storing.load(document.pk, own.doc.get_state(), by)
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(100 + number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
    assert sorted(got) == list(range(2, 42))
    assert numbers(document) == list(range(1, 42))
    words = str(says(opened(document, by)))
    assert all(words.count(f"{client}.{turn} ") == 1 for client in range(100, 104) for turn in range(10))
