"""Batches: their current progress, and the event of their end, published once."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from server.core import clock
from server.core.models import OutboxEvent
from server.transactional.models import BatchEnd, TransactionalBatch
from server.transactional.services import batches
from tests.cast import Person
from tests.server.transactional.asking import Asker, asker
from tests.server.transactional.batches import make_batch, set_outcome
from tests.server.transactional.factories import make_domain

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


def test_a_batch_is_counted_as_it_stands(alice: Person, mallory: Person) -> None:
    make_domain(alice.team)
    batch = make_batch(alice, *(f"u{number}@example.com" for number in range(4)))
    set_outcome(alice, "u0@example.com", "delivered", delivered_at=clock.now(), opened_at=clock.now())
    set_outcome(alice, "u1@example.com", "bounced", code=550, enhanced="5.1.1", reply="No such user")
    set_outcome(alice, "u2@example.com", "deferred", code=451)
    trx = asker(alice)

    [item] = trx.get("batches").json()["items"]

    counts = ("size", "recipients", "waiting", "delivered", "bounced", "deferred", "opened", "clicked")
    assert [item[name] for name in counts] == [4, 4, 2, 1, 1, 1, 1, 0]
    assert (item["state"], item["subject"], item["perSecond"], item["finishedAt"]) == ("running", "Tagihan", 0.1, None)
    detail = trx.get(f"batches/{batch.pk}").json()
    assert [(row["email"], row["state"], row["code"], row["reply"]) for row in detail["problems"]] == [
        ("u1@example.com", "bounced", 550, "No such user"),
        ("u2@example.com", "deferred", 451, ""),
    ]
    other = asker(mallory)
    assert other.get("batches").json()["items"] == []
    assert other.get(f"batches/{batch.pk}").status_code == 404
    assert trx.get(f"batches/{uuid4()}").status_code == 404


def test_found_by_how_subject_or_tag_begin(alice: Person) -> None:
    make_domain(alice.team)
    make_batch(alice, "u@example.com")
    trx = asker(alice)

    def count_batches(search: str) -> int:
        total: int = trx.get("batches", search=search).json()["total"]
        return total

    assert (count_batches("tagi"), count_batches("BI"), count_batches("han")) == (1, 1, 0)
    assert trx.get("batches", size=26).status_code == 400


def test_its_end_is_told_once(alice: Person) -> None:
    make_domain(alice.team)
    batch = make_batch(alice, "u0@example.com", "u1@example.com")
    empty = TransactionalBatch.objects.create(team=alice.team, size=1, created_at=clock.now())
    set_outcome(alice, "u0@example.com", "delivered", delivered_at=clock.now() - timedelta(minutes=1))

    assert batches.record_finished_batches() == 0
    set_outcome(alice, "u1@example.com", "failed")
    assert batches.record_finished_batches() == 1
    assert batches.record_finished_batches() == 0

    [told] = OutboxEvent.objects.filter(name="transactional.batch.finished")
    assert told.payload["batchId"] == str(batch.pk)
    assert not BatchEnd.objects.for_team(alice.team).filter(batch=empty).exists()
    item = next(row for row in asker(alice).get("batches").json()["items"] if row["id"] == str(batch.pk))
    assert (item["state"], item["finishedAt"]) == ("finished", told.payload["finishedAt"])


def test_queries_do_not_grow_with_batches(alice: Person, django_assert_max_num_queries: Any) -> None:
    make_domain(alice.team)
    trx: Asker = asker(alice)
    for number in range(3):
        make_batch(alice, f"u{number}@example.com")

    with django_assert_max_num_queries(8):
        assert trx.get("batches").json()["total"] == 3
