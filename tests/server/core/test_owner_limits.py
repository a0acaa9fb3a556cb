"""Limits on rows, which concurrent requests cannot exceed together."""

from collections.abc import Callable
from threading import Thread
from types import ModuleType

import pytest
from django.db import connection, transaction

from server.contacts.services import topics, views
from server.core.callers import TokenKind
from server.senders.services import senders
from server.transactional.services import key_management, searches
from tests.cast import Person, make_person
from tests.locks import is_lock_awaited
from tests.server.senders.test_senders import make_sender
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import make_domain

# Requests of a team, each of which adds a row; they return the status.
Requests = Callable[[Person], tuple[Callable[[], int], Callable[[], int]]]


def post_twice(path: str) -> Requests:
    def build(person: Person) -> tuple[Callable[[], int], Callable[[], int]]:
        def post(name: str) -> Callable[[], int]:
            return lambda: person.api.post(path, {"name": name}).status_code

        return post("First"), post("Second")

    return build


def create_keys(person: Person) -> tuple[Callable[[], int], Callable[[], int]]:
    make_domain(person.team)
    admin = TrxClient(make_person("Admin", person.team, role="admin", kind=TokenKind.TRX).token)

    def create(name: str) -> Callable[[], int]:
        return lambda: admin.post("apikeys", {"name": name, "scopes": ["send"]}).status_code

    return create("First"), create("Second")


def save_searches(person: Person) -> tuple[Callable[[], int], Callable[[], int]]:
    make_domain(person.team)
    admin = TrxClient(make_person("Admin", person.team, role="admin", kind=TokenKind.TRX).token)

    def save(name: str) -> Callable[[], int]:
        return lambda: admin.post("events/searches", {"name": name, "q": "type:bounced"}).status_code

    return save("First"), save("Second")


def verify_senders(person: Person) -> tuple[Callable[[], int], Callable[[], int]]:
    known = make_sender(person, "known@kopi.example", validated=False)
    fresh = {"name": "Kopi", "email": "fresh@kopi.example"}
    return (
        lambda: person.api.post("senders", fresh).status_code,
        lambda: person.api.post(f"senders/{known.pk}/revalidate").status_code,
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("module", "limit", "build", "statuses"),
    [
        (topics, "MAX_TOPICS", post_twice("contacts/topic"), [200, 400]),
        (views, "MAX_OWN_VIEWS", post_twice("contacts/view"), [200, 400]),
        (key_management, "MAX_ACTIVE_KEYS", create_keys, [200, 409]),
        (searches, "MAX_SEARCHES", save_searches, [201, 400]),
        (senders, "MAX_EMAILS_PER_DAY", verify_senders, [200, 429]),
    ],
    ids=["topics", "views", "keys", "searches", "senders"],
)
def test_two_requests_in_one_moment_do_not_both_take_the_last_place(
    alice: Person,
    monkeypatch: pytest.MonkeyPatch,
    module: ModuleType,
    limit: str,
    build: Requests,
    statuses: list[int],
) -> None:
    monkeypatch.setattr(module, limit, 1)
    first, second = build(alice)
    got: list[int] = []

    def follow() -> None:
        got.append(second())
        connection.close()

    with transaction.atomic():
        got.append(first())  # not committed when the second one arrives
        thread = Thread(target=follow)
        thread.start()
        while thread.is_alive() and not is_lock_awaited():
            thread.join(0.01)
    thread.join(10)

    assert got == statuses
