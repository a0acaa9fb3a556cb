"""Rejected submissions are recorded as events, limited by minute, and never counted as sent."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import redis

from server.core import clock
from server.core.errors import ApiError
from server.core.ids import uuid7
from server.plans.models import QuotaUsage
from server.senders.states import DomainState
from server.teams.models import Team
from server.transactional.bindings import Binding
from server.transactional.intake import acceptance, rejections
from server.transactional.intake.submissions import Submission
from server.transactional.models import Message, MessageEvent
from server.transactional.models.counters import MetricName, TransactionalCounters
from server.transactional.schemas.events import EventQuery
from server.transactional.selectors import events as selectors
from server.transactional.services import limits, webhooks
from server.transactional.services.keys import Credential
from server.transactional.states import Scope
from server.transactional.wire.micro_batching import LARGE_BYTES
from server.webhooks.models import WebhookDelivery
from tests.cast import make_team
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import (
    ADDRESS,
    ParsedRequest,
    make_domain,
    make_identity,
    make_key,
    make_submission,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]
NOW = datetime(2026, 7, 23, 10, 5, 30, tzinfo=UTC)


@pytest.fixture
def kopi() -> Team:
    return make_team("Kopi")


def hand_in(who: Any, *submissions: Submission) -> list[Any]:
    return acceptance.accept_each([ParsedRequest(who, each) for each in submissions])


def list_events(team: Team) -> list[MessageEvent]:
    return list(MessageEvent.objects.for_team(team).order_by("at", "id"))


def nothing_is_counted() -> bool:
    """Across teams: neither messages nor units, nor counters and their names."""
    counted = (Message, QuotaUsage, TransactionalCounters, MetricName)
    return not any(model.objects.exists() for model in counted)


def test_what_a_check_refuses_is_told_with_all_that_is_known(kopi: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)
    make_domain(kopi, state=DomainState.PENDING)
    key, secret = make_key(kopi)

    hand_in(Credential(secret, ADDRESS), make_submission("Ani@Example.com", "budi@example.com", tag="resi"))

    [event] = list_events(kopi)
    assert (event.type, event.at, event.accepted_at, event.message_id, event.position) == (
        *("refused", NOW, NOW, event.id, None),
    )
    assert (event.recipient, event.sender, event.subject, event.tag, event.domain, event.key_id) == (
        *("ani@example.com", "toko@kopi.example", "Halo", "resi", "kopi.example", key.pk),
    )
    assert (event.code, event.enhanced, event.reply) == (550, "5.7.1", "trx domain not verified: kopi.example")
    assert event.detail == {
        "via": "smtp",
        "check": "domain",
        "reason": "trxDomainNotVerified",
        "code": 550,
        "enhanced": "5.7.1",
        "reply": "trx domain not verified: kopi.example",
        "recipients": ["Ani@Example.com", "budi@example.com"],
        "recipientCount": 2,
    }
    assert nothing_is_counted()
    found = selectors.list_events(
        Binding(kopi.pk), EventQuery(q="type:refused code:5xx recipient:ani@example.com", **_window())
    )
    assert [each.id for each in found.items] == [event.id]
    assert selectors.list_events(Binding(make_team("Teh").pk), EventQuery(q="type:refused", **_window())).items == []


def _window() -> dict[str, Any]:
    return {"from": NOW - timedelta(hours=1), "to": NOW + timedelta(hours=1)}


@pytest.mark.parametrize(
    ("change", "check", "reason"),
    [
        ({"from_address": "toko@teh.example"}, "domain", "fromNotAllowed"),
        ({"mime": b"Subject: Halo\r\n\r\nHalo\r\n"}, "content", "contentInvalid"),
        ({"tag": "x" * 65}, "content", "invalidData"),
    ],
)
def test_each_check_is_named(kopi: Team, change: dict[str, Any], check: str, reason: str) -> None:
    make_domain(kopi)

    hand_in(make_identity(kopi), make_submission(**change))

    assert [(event.detail["check"], event.detail["reason"]) for event in list_events(kopi)] == [(check, reason)]
    assert nothing_is_counted()


@pytest.mark.parametrize("hostile", ["Halo\0 dunia", "\ud83d half a letter", "x" * 20_000])
def test_what_no_row_could_hold_is_told_as_far_as_it_goes(kopi: Team, hostile: str) -> None:
    make_domain(kopi)
    submission = replace(make_submission(from_address=f"{'y' * 400}@teh.example"), subject=hostile)

    [refused] = hand_in(make_identity(kopi), submission)

    assert isinstance(refused, ApiError)
    [event] = list_events(kopi)
    assert (event.detail["reason"], event.recipient) == (refused.code, "ani@example.com")
    assert nothing_is_counted()


def test_a_key_without_the_scope_is_told_of_and_an_unknown_one_is_nobody_s(kopi: Team) -> None:
    make_domain(kopi)
    reader = make_key(kopi, scopes=[Scope.READ])[1]
    revoked = make_key(kopi, revoked_at=clock.now())[1]

    for secret in (reader, revoked, "dsk_live_00000000_" + "x" * 43):
        hand_in(Credential(secret, ADDRESS), make_submission())

    assert [(event.detail["check"], event.detail["reason"]) for event in list_events(kopi)] == [("key", "scopeMissing")]
    assert MessageEvent.objects.count() == 1  # across teams: the others are in no team's log


def test_what_passes_is_told_as_before_beside_what_is_refused(kopi: Team) -> None:
    make_domain(kopi)
    good, bad = make_submission(), make_submission(from_address="toko@teh.example")

    results = hand_in(make_identity(kopi), good, bad, good)

    assert [isinstance(each, ApiError) for each in results] == [False, True, False]
    assert sorted(event.type for event in list_events(kopi)) == ["accepted", "accepted", "refused"]


def test_only_the_first_recipients_are_told(kopi: Team) -> None:
    make_domain(kopi, state=DomainState.PENDING)

    hand_in(make_identity(kopi), make_submission(*(f"{number}@example.com" for number in range(12))))

    [event] = list_events(kopi)
    assert event.detail["recipients"] == [f"{number}@example.com" for number in range(10)]
    assert event.detail["recipientCount"] == 12


def test_of_a_minute_so_many_are_told_and_the_rest_by_one_event_when_it_is_over(
    kopi: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rejections, "MAX_EVENTS_PER_MINUTE", 2)
    monkeypatch.setattr(clock, "now", lambda: NOW)
    other = make_team("Teh")
    key, others = make_identity(kopi), make_identity(other)
    bad = make_submission()

    hand_in(key, bad)
    hand_in(key, bad, bad, bad)
    hand_in(others, bad)
    rejections.publish_more()

    assert [len(list_events(kopi)), len(list_events(other))] == [2, 1]

    monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(minutes=1))
    rejections.publish_more()
    rejections.publish_more()
    hand_in(key, bad)

    more = [(event.at, event.detail) for event in list_events(kopi)][2:]
    assert more[0] == (datetime(2026, 7, 23, 10, 5, 59, 999000, tzinfo=UTC), {"more": 2})
    assert [detail["reason"] for _, detail in more[1:]] == ["fromNotAllowed"]
    assert len(list_events(other)) == 1
    assert nothing_is_counted()


def test_without_redis_nothing_is_told_and_the_answer_is_the_same(kopi: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> Any:
        raise redis.ConnectionError("away")

    monkeypatch.setattr(rejections, "_get_redis", away)
    key = make_identity(kopi)

    [result] = hand_in(key, make_submission())
    rejections.publish_more()

    assert isinstance(result, ApiError)
    assert list_events(kopi) == []


def test_only_an_endpoint_that_asks_for_it_is_told(
    kopi: Team, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    for types in (["bounced", "failed"], ["refused"]):
        webhooks.create(
            team_id=kopi.pk, url="https://hooks.example/mail", description="", types=types, domains=[], by=None
        )

    hand_in(make_identity(kopi), make_submission())

    [event] = list_events(kopi)
    [delivery] = WebhookDelivery.objects.for_team(kopi)
    refused = "message.refused"
    assert (delivery.kind, delivery.event_id, delivery.endpoint.kinds) == (refused, event.id, [refused])


# --- over HTTP, behind Django -----------------------------------------------------------------------------------------


def body(**fields: Any) -> dict[str, Any]:
    return {"from": "Toko <toko@teh.example>", "to": ["Ani <ani@example.com>"], "subject": "Halo", "text": "x"} | fields


def test_over_http_the_status_and_the_words_are_told(shop: TrxClient, team: Team) -> None:
    assert shop.post("messages", body()).status_code == 403

    [event] = list_events(team)
    assert (event.recipient, event.sender, event.code, event.detail["via"]) == (
        *("ani@example.com", "toko@teh.example", 403, "http"),
    )
    assert event.reply == "This From address is not allowed: toko@teh.example"


def test_a_batch_is_refused_as_one(shop: TrxClient, team: Team) -> None:
    people = [{"to": "ani@example.com"}, {"to": "budi@example.com"}]
    given = {name: value for name, value in body().items() if name != "to"}

    assert shop.post("messages", given | {"recipients": people}).status_code == 403

    [event] = list_events(team)
    assert (event.detail["recipients"], event.detail["recipientCount"]) == (["ani@example.com", "budi@example.com"], 2)
    assert Message.objects.count() == 0


def test_a_body_that_can_t_be_read_is_told_without_what_it_said(shop: TrxClient, team: Team) -> None:
    assert shop.post("messages", {"subject": "Halo"}).status_code == 400

    [event] = list_events(team)
    assert (event.recipient, event.subject, event.detail["recipientCount"], event.detail["check"]) == (
        *("", "", 0, "content"),
    )


BATCH = {"to": [], "recipients": [{"to": "ani@example.com"}, {"to": "budi@example.com"}]}


@pytest.mark.parametrize(
    "given",
    [body(), body(**BATCH), body(text="rahasia " * LARGE_BYTES), {"subject": "Halo"}],
    ids=["one", "batch", "large", "unreadable"],
)
def test_a_key_that_may_not_send_is_told_before_anything_is_read(team: Team, given: dict[str, Any]) -> None:
    key, secret = make_key(team, scopes=[Scope.READ, Scope.MANAGE])

    answer = TrxClient(secret).post("messages", given)

    assert (answer.status_code, answer.json()["code"]) == (403, "scopeMissing")
    [event] = list_events(team)
    assert (event.type, event.key_id, event.recipient, event.subject, event.sender) == (
        *("refused", key.pk, "", "", ""),
    )
    assert event.detail == {
        "via": "http",
        "check": "key",
        "reason": "scopeMissing",
        "code": 403,
        "enhanced": "",
        "reply": "This API key does not have the required scope: send",
        "recipients": [],
        "recipientCount": 0,
    }
    assert nothing_is_counted()


def test_what_keeps_the_whole_team_out_is_told_as_well(team: Team) -> None:
    secret = make_key(team)[1]
    Team.objects.filter(pk=team.pk).update(suspended_at=NOW)

    assert TrxClient(secret).post("messages", body(**BATCH)).json()["code"] == "userSuspended"

    assert [(event.detail["check"], event.detail["reason"]) for event in list_events(team)] == [
        ("key", "userSuspended")
    ]
    assert nothing_is_counted()


def test_only_mail_that_is_handed_in_is_told_of(team: Team) -> None:
    reader = TrxClient(make_key(team, scopes=[Scope.READ])[1])

    assert reader.post(f"messages/{uuid7(NOW)}/cancel").json()["code"] == "scopeMissing"
    assert TrxClient("dsk_live_00000000_" + "x" * 43).post("messages", body(**BATCH)).json()["code"] == "keyUnknown"

    assert MessageEvent.objects.count() == 0  # across teams: it is in no team's log


def test_what_a_key_may_not_counts_in_the_minute_with_all_else(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rejections, "MAX_EVENTS_PER_MINUTE", 2)
    monkeypatch.setattr(clock, "now", lambda: NOW)
    reader, shop = (TrxClient(make_key(team, scopes=scopes)[1]) for scopes in ([Scope.READ], [Scope.SEND]))

    for caller, given in ((reader, body(**BATCH)), (shop, body()), (reader, body()), (reader, body(**BATCH))):
        assert caller.post("messages", given).status_code == 403
    monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(minutes=1))
    rejections.publish_more()

    *named, more = (event.detail.get("reason", event.detail.get("more")) for event in list_events(team))
    # Two of the same time have no order.
    assert (sorted(named), more) == (["fromNotAllowed", "scopeMissing"], 2)


def test_a_person_reads_the_answer_at_the_dashboard(admin: TrxClient, team: Team) -> None:
    assert admin.post("messages", body()).status_code == 403

    assert list_events(team) == []


def test_too_much_at_once_is_a_refusal_as_well(kopi: Team, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.TRX_MESSAGES_PER_MINUTE = 1
    monkeypatch.setattr(clock, "now", lambda: NOW)
    make_domain(kopi)
    key = make_identity(kopi)
    limits.count_messages(key)

    hand_in(key, make_submission())

    assert [(event.type, event.code, event.detail["check"]) for event in list_events(kopi)] == [
        ("refused", 450, "rate")
    ]
