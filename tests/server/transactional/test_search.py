"""Searches find exactly the matching events, with every strategy."""

from collections.abc import Callable, Iterator, Sequence, Set
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from server.transactional.errors import SearchInvalid
from server.transactional.models import MessageRecipient
from server.transactional.search_grammar import SearchTerm, parse
from server.transactional.services import recording
from server.transactional.services.recording import NewEvent
from server.transactional.sql import filtering, searching
from server.transactional.sql.searching import EventPosition, Search
from server.transactional.states import EventType, RecipientKind, RecipientState
from tests.cast import Person
from tests.server.transactional import happenings
from tests.server.transactional.happenings import KEYS, by_chance

NOW = datetime(2026, 3, 10, 5, 20, tzinfo=UTC)
DAY = timedelta(days=1)
NAMED = {"toko": [KEYS[0]], "dsk_live_2": [KEYS[1]], "gone": []}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("  budi \t Hello ", [("", "budi", False), ("", "hello", False)]),
        ("type:Bounced -tag:otp", [("type", "bounced", False), ("tag", "otp", True)]),
        ("TYPE:indoubt", [("type", "inDoubt", False)]),
        ('subject:"Your order" -"a b"', [("subject", "your order", False), ("", "a b", True)]),
        (r'tag:"say \"hi\" \\ now"', [("tag", 'say "hi" \\ now', False)]),
        ("metadata.Order.Id:4711", [("metadata.Order.Id", "4711", False)]),
        ("METADATA.x:a:b", [("metadata.x", "a:b", False)]),
        ("code:5xx code:5.1.1 code:421", [("code", "5xx", False), ("code", "5.1.1", False), ("code", "421", False)]),
        ("10:30", [("", "10:30", False)]),
        (
            "message:0199d5f0-0000-7000-8000-000000000001",
            [("message", "0199d5f0-0000-7000-8000-000000000001", False)],
        ),
    ],
)
def test_words_are_read(text: str, words: list[tuple[str, str, bool]]) -> None:
    assert [(word.key, word.value, word.is_negated) for word in parse(text)] == words


@pytest.mark.parametrize(
    ("text", "problem", "at", "word"),
    [
        ("budi typ:bounced", "key", 5, "typ"),
        ("http://x", "key", 0, "http"),
        ("metadata:4711", "key", 0, "metadata"),
        ("metadata.:4711", "key", 0, "metadata."),
        ("type:gone", "type", 5, "gone"),
        ("ani message:12", "message", 12, "12"),
        ("code:600", "code", 5, "600"),
        ("code:5.x", "code", 5, "5.x"),
        ("tag:", "empty", 0, "tag:"),
        ("a -", "empty", 2, "-"),
        ('tag:""', "empty", 0, 'tag:""'),
        ('tag:"open', "quote", 4, '"open'),
        ('tag:"a"b', "quote", 4, '"a"b'),
        ('a"b', "quote", 1, '"b'),
        ("tag:a\x00b", "value", 4, "ab"),
        ("x" * 501, "tooLong", 500, "x"),
        (" ".join("x" * 21), "tooMany", 0, " ".join("x" * 21)),
    ],
)
def test_what_is_not_understood_is_named_with_its_place(text: str, problem: str, at: int, word: str) -> None:
    with pytest.raises(SearchInvalid) as refused:
        parse(text)

    payload = refused.value.payload
    assert payload is not None
    assert (payload["problem"], payload["at"], payload["word"]) == (problem, at, word)
    assert payload["length"] == len(text[at : at + payload["length"]]) > 0


@given(st.text(max_size=60))
def test_any_text_is_words_or_a_named_place(text: str) -> None:
    try:
        words = parse(text)
    except SearchInvalid as refused:
        payload = refused.payload or {}
        assert 0 <= payload["at"] <= payload["at"] + payload["length"] <= len(text)
    else:
        assert all(word.value for word in words)


# An independent implementation of each word.
MEANINGS: dict[str, Callable[[NewEvent, str], bool]] = {
    "recipient": lambda e, v: _address(e.recipient, v),
    "sender": lambda e, v: _address(e.sender, v),
    "domain": lambda e, v: e.domain == v,
    "subject": lambda e, v: e.subject.lower().startswith(v),
    "tag": lambda e, v: e.tag == v,
    "type": lambda e, v: e.type == v,
    "message": lambda e, v: str(e.message_id) == v,
    "key": lambda e, v: e.key_id in NAMED.get(v, ()),
    "reply": lambda e, v: v.lower() in str(e.detail.get("reply", "")).lower(),
    "code": lambda e, v: _code(e.detail, v),
    "": lambda e, v: e.recipient.lower().startswith(v) or e.subject.lower().startswith(v),
}


def _address(address: str, value: str) -> bool:
    address = address.lower()
    if value.startswith("@"):
        return address.endswith(value)
    local, _, domain = value.rpartition("@")
    return address == value if local and "." in domain else address.startswith(value)


def _code(detail: Any, value: str) -> bool:
    if "." in value:
        parts = value.split(".")
        return str(detail.get("enhanced", "")).split(".")[: len(parts)] == parts
    code = str(detail.get("code") or "")
    return code.startswith(value[0]) if value.endswith("xx") else code == value


def naively(events: Sequence[NewEvent], words: Sequence[SearchTerm], held: Set[tuple[UUID, int]]) -> list[UUID]:
    """The matching events, newest first, if these recipients of messages are held now."""
    metadata = {e.message_id: e.detail["metadata"] for e in events if e.detail.get("metadata")}

    def one(e: NewEvent, word: SearchTerm) -> bool:
        if word.key.startswith("metadata."):
            return bool(metadata.get(e.message_id, {}).get(word.key.removeprefix("metadata.")) == word.value)
        if word.key == "type" and word.value == e.type == EventType.HELD:
            return any(message_id == e.message_id and e.position in (None, position) for message_id, position in held)
        return MEANINGS[word.key](e, word.value)

    def all_(e: NewEvent) -> bool:
        free = [word for word in words if not word.key and not word.is_negated]
        named: dict[str, bool] = {}
        for word in words:
            if word.key and not word.is_negated:
                named[word.key] = named.get(word.key, False) or one(e, word)
        return (
            all(one(e, word) for word in free)
            and all(named.values())
            and not any(one(e, word) for word in words if word.is_negated)
        )

    found = sorted((e for e in events if all_(e)), key=lambda e: (e.at, e.id.int), reverse=True)
    return [e.id for e in found]


def hold_some(random: Random, team_id: UUID, events: Sequence[NewEvent]) -> Set[tuple[UUID, int]]:
    """Stores the recipients of the events, some of them held. Returns the held ones."""
    rows = {
        (event.message_id, event.position or 0): MessageRecipient(
            message_id=event.message_id,
            position=event.position or 0,
            accepted_at=event.accepted_at,
            team_id=team_id,
            email=event.recipient,
            kind=RecipientKind.TO,
            state=random.choice((RecipientState.HELD, RecipientState.DELIVERED)),
        )
        for event in events
    }
    MessageRecipient.objects.bulk_create(rows.values())
    return {place for place, row in rows.items() if row.state == RecipientState.HELD}


def some_words(random: Random, events: Sequence[NewEvent]) -> list[SearchTerm]:
    """Words that can match; some don't."""
    chosen = random.choice(events)
    beginning = chosen.recipient.lower()[: random.randrange(1, 8)]
    subject = chosen.subject.lower()[: random.randrange(1, 12)] or "zz"
    values: dict[str, Sequence[str]] = {
        "recipient": (beginning, chosen.recipient.lower(), "@kopi.example", "zz"),
        "sender": ("shop", "hello@kopi.example", "@teh.example"),
        "domain": (*happenings.DOMAINS, "teh.example"),
        "subject": (subject, "your order 4711 and more"),
        "tag": ("welcome", "order mail", "none"),
        # Held messages are found by more than their events.
        "type": [*(kind.value for kind in EventType), *[EventType.HELD.value] * 8],
        "message": (str(chosen.message_id), str(UUID(int=5))),
        "key": tuple(NAMED),
        "reply": ("no such", "TRY", '"full"', "zz"),
        "code": ("550", "5xx", "4xx", "2xx", "5.1", "4.7.0", "2.0", "5.2.2", "451"),
        "metadata.order": ("4711", "12", "13"),
        "metadata.plan": ("free", "gold"),
        "": (beginning, subject, "zz"),
    }
    words = []
    for _ in range(random.randrange(1, 4)):
        key = random.choice(list(values))
        words.append(SearchTerm(key, random.choice(values[key]), random.random() < 0.25))
    return words


def pages(search: Search, size: int) -> list[UUID]:
    """Every event of a search, page by page."""
    found: list[UUID] = []
    place: EventPosition | None = None
    while True:
        page = search.page(before=place, size=size)
        assert len(page.rows) <= size
        found += [row.id for row in page.rows]
        if page.reached is None:
            return found
        assert place is None or (page.reached.at, page.reached.id.int) < (place.at, place.id.int)
        place = page.reached


@pytest.fixture
def frozen() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.mark.django_db
@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize("way", ["by chance", "candidates", "slices"])
@pytest.mark.parametrize("seed", range(2))
def test_a_search_finds_what_a_naive_one_finds(
    alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch, seed: int, way: str
) -> None:
    random = Random(seed)
    if way != "by chance":
        monkeypatch.setattr(searching, "FIRST_SLICE_EVENTS", 7)
        monkeypatch.setattr(searching, "MAX_SLICE_EVENTS", 23)
        monkeypatch.setattr(searching, "SEARCH_SECONDS", random.choice((0.0, 0.02)))
        monkeypatch.setattr(searching, "MAX_RARE_ROWS", 10_000 if way == "candidates" else 3)
        monkeypatch.setattr(filtering, "MAX_RARE_ROWS", 10_000 if way == "candidates" else 3)
    events = list(by_chance(random, 250, end=NOW, over=9 * DAY))
    recording.append(alice.team.pk, events)
    recording.append(mallory.team.pk, by_chance(random, 100, end=NOW, over=9 * DAY))
    held = hold_some(random, alice.team.pk, events)
    start, end = NOW - 6 * DAY, NOW - DAY

    for _ in range(30):
        words = some_words(random, events)
        wanted = filtering.build_filter(words, NAMED)
        within = naively(events, words, held)
        known = {each.id: each for each in events}
        expected = [found for found in within if start <= known[found].at <= end]
        found = pages(Search(alice.team.pk, start=start, end=end, wanted=wanted), random.choice((1, 5, 50)))
        assert found == expected, words


@pytest.mark.django_db
@pytest.mark.usefixtures("frozen")
def test_a_slice_that_takes_too_long_is_given_up_and_the_search_goes_on_from_there(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "FIRST_SLICE_EVENTS", 7)
    events = list(by_chance(Random(1), 40, end=NOW, over=DAY))
    recording.append(alice.team.pk, events)
    newest_first = sorted(events, key=lambda event: (event.at, event.id.int), reverse=True)
    quick = Search._slice
    lengths: list[int] = []

    def slow(
        self: Search, place: EventPosition, size: int, most: int
    ) -> tuple[list[searching.EventMatch], EventPosition | None]:
        lengths.append(most)
        if most > 7:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_sleep(30)")
        return quick(self, place, size, most)

    monkeypatch.setattr(Search, "_slice", slow)
    search = Search(
        alice.team.pk,
        start=NOW - DAY,
        end=NOW,
        wanted=filtering.build_filter([SearchTerm("reply", "zz", False)], NAMED),
    )

    first = search.page(before=None, size=50)
    second = search.page(before=first.reached, size=50)

    assert (first.rows, second.rows) == ([], [])
    assert [page.reached and page.reached.id for page in (first, second)] == [
        newest_first[6].id,
        newest_first[13].id,
    ]
    assert [most > 7 for most in lengths] == [False, True, False, True]
