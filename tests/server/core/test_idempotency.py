from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import RequestFactory

from server.core import clock, idempotency
from server.core.errors import ActionNotAllowed, ApiError
from server.core.models import IdempotencyKey
from server.core.schemas import Out

TEAM = UUID(int=7)


class Made(Out):
    number: int


class Counter:
    """An operation with an effect that can be counted."""

    def __init__(self) -> None:
        self.calls = 0

    def view(self, request: Any) -> Made:
        self.calls += 1
        return Made(number=self.calls)


def call(
    view: Callable[[Any], Any],
    *,
    key: str | None,
    body: str = "{}",
    team: UUID = TEAM,
    content_type: str = "application/json",
) -> Any:
    headers = {} if key is None else {"Idempotency-Key": key}
    request: Any = RequestFactory().post("/api/things", body, content_type=content_type, headers=headers)
    request.auth = SimpleNamespace(team_id=team)
    return idempotency.idempotent(view)(request)


@pytest.mark.django_db
def test_the_same_key_again_has_one_effect_and_the_same_answer() -> None:
    counter = Counter()

    first, second = call(counter.view, key="k"), call(counter.view, key="k")

    assert first == Made(number=1)
    assert isinstance(second, HttpResponse)
    assert (second.status_code, second.content) == (200, b'{"number": 1}')
    assert counter.calls == 1


@pytest.mark.django_db
@pytest.mark.parametrize("content_type", ["application/json", "multipart/form-data; boundary=x"])
def test_the_key_with_another_body_is_refused(content_type: str) -> None:
    counter = Counter()
    call(counter.view, key="k", content_type=content_type)

    with pytest.raises(ApiError) as refused:
        call(counter.view, key="k", body='{"other": 1}', content_type=content_type)

    assert refused.value.code == "idempotencyKeyReused"
    assert counter.calls == 1


@pytest.mark.django_db
def test_teams_do_not_share_keys_and_no_key_is_no_rule() -> None:
    counter = Counter()

    call(counter.view, key="k")
    call(counter.view, key="k", team=UUID(int=8))
    call(counter.view, key=None)
    call(counter.view, key=None)

    assert counter.calls == 4


@pytest.mark.django_db
def test_a_refusal_is_not_kept() -> None:
    def refuse(request: Any) -> Made:
        raise ActionNotAllowed

    with pytest.raises(ActionNotAllowed):
        call(refuse, key="k")

    assert IdempotencyKey.objects.count() == 0
    assert call(Counter().view, key="k") == Made(number=1)


@pytest.mark.parametrize("key", ["", "a" * 129, "sch\xf6n", "a\x07b"])
@pytest.mark.django_db
def test_a_key_that_is_none_is_refused(key: str) -> None:
    counter = Counter()

    with pytest.raises(ApiError) as refused:
        call(counter.view, key=key)

    assert refused.value.code == "invalidData"
    assert counter.calls == 0


@pytest.mark.django_db(transaction=True)
def test_while_the_first_is_at_work_the_second_is_told_so() -> None:
    started, ended = Barrier(2), Barrier(2)
    errors: list[str] = []

    def slow(request: Any) -> Made:
        started.wait()
        ended.wait()
        return Made(number=1)

    def first() -> None:
        call(slow, key="k")
        connection.close()

    thread = Thread(target=first)
    thread.start()
    started.wait()
    try:
        call(Counter().view, key="k")
    except ApiError as error:
        errors.append(error.code)
    ended.wait()
    thread.join()

    assert errors == ["inProgressException"]
    assert transaction.get_connection().in_atomic_block is False


@pytest.mark.django_db
def test_keys_are_forgotten_after_a_day() -> None:
    counter = Counter()
    call(counter.view, key="k")

    with time_machine.travel(clock.now() + timedelta(hours=25), tick=False):
        idempotency.purge_keys()

    assert call(counter.view, key="k") == Made(number=2)
