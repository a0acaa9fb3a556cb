"""Accepted messages are stored once; rejected ones leave nothing."""

import shutil
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.core import clock, disk_space
from server.core.errors import (
    ApiError,
    FeatureDisabled,
    FieldsInvalid,
    IdempotencyKeyReused,
    TooManyRequests,
    UserExpired,
    UserSuspended,
)
from server.core.ids import get_creation_time
from server.delivery.models import Suppression
from server.plans import quota
from server.plans.errors import QuotaExceeded
from server.plans.models import Plan, QuotaUsage, Subscription
from server.senders.states import DomainState
from server.teams.models import Team
from server.transactional import errors
from server.transactional.identities import KeyIdentity
from server.transactional.intake import acceptance, free_space
from server.transactional.intake.checks import content
from server.transactional.intake.submissions import Submission
from server.transactional.models import (
    AcceptedKey,
    Message,
    MessageBody,
    MessageEvent,
    MessageRecipient,
    Subaccount,
    TransactionalBatch,
)
from server.transactional.services import bodies, keys, limits, recording
from server.transactional.services.keys import Credential
from server.transactional.services.recording import NewEvent
from server.transactional.sql import intake as intake_sql
from server.transactional.states import RecipientKind, Scope, Via
from tests.cast import make_person, make_plan, make_team
from tests.server.transactional.factories import (
    ADDRESS,
    ParsedRequest,
    make_domain,
    make_identity,
    make_key,
    make_mime,
    make_setting,
    make_submission,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


@pytest.fixture
def team(db: None) -> Team:
    return make_team("Kopi")


@pytest.fixture
def recorded_events(monkeypatch: pytest.MonkeyPatch) -> list[NewEvent]:
    """The recorded events."""
    seen: list[NewEvent] = []
    append = recording.append_all

    def note(new_events: Any) -> None:
        seen.extend(event for events in new_events.values() for event in events)
        append(new_events)

    monkeypatch.setattr(recording, "append_all", note)
    return seen


def stored() -> tuple[int, int, int, int]:
    """The numbers of messages, bodies, recipients and counted units."""
    used = sum(row.used for row in QuotaUsage.objects.all())  # across teams: everything there is
    return Message.objects.count(), MessageBody.objects.count(), MessageRecipient.objects.count(), used


@pytest.mark.parametrize(
    ("sender", "stays"),
    [
        ("toko@kopi.example", True),
        ("Mesin <mesin@Surat.Kopi.example>", True),
        ("ceo@bank.example", False),
        ("toko@kopi.example.bank.example", False),
        ("a@kopi.example, ceo@bank.example", False),
        ("g: toko@kopi.example;", False),
        ("=?utf-8?q?=3Cceo=40bank.example=3E?= toko@kopi.example", False),
    ],
)
def test_a_sender_of_another_domain_is_not_passed_on(team: Team, sender: str, stays: bool) -> None:
    """Readers would see it, as "on behalf of", and it is signed."""
    make_domain(team)
    mime = f"Sender: {sender}\r\n".encode() + make_mime()

    result = acceptance.accept(make_identity(team), make_submission(mime=mime))

    said = bodies.open_body(team_id=team.pk, message_id=result.id)
    assert (f"Sender: {sender}\r\n".encode() in said) is stays
    assert (b"ender:" in said) is stays


def test_a_message_is_stored_with_its_body_and_its_recipients(team: Team, recorded_events: list[NewEvent]) -> None:
    domain, key = make_domain(team), make_identity(team)

    result = acceptance.accept(
        key, make_submission("ani@example.com", "Budi@Example.com", tag="resi", metadata={"order": "17"})
    )

    message = Message.objects.for_team(team).get()
    assert (message.pk, message.accepted_at, message.state) == (result.id, result.accepted_at, "accepted")
    assert get_creation_time(message.pk) == message.accepted_at
    assert (message.domain_id, message.key_id, message.via) == (domain.pk, key.key_id, "smtp")
    assert (message.tag, message.metadata, message.recipients) == ("resi", {"order": "17"}, 2)
    rows = MessageRecipient.objects.for_team(team).order_by("position")
    assert [(row.email, row.kind, row.state, row.due_at) for row in rows] == [
        ("ani@example.com", "to", "queued", message.accepted_at),
        ("budi@example.com", "to", "queued", message.accepted_at),
    ]
    mime = bodies.open_body(team_id=team.pk, message_id=message.pk)
    assert mime.startswith(b"From: Toko Kopi <toko@kopi.example>\r\n")
    assert f"Message-ID: {message.rfc_id}\r\n".encode() in mime
    assert b"\r\nDate: " in mime
    assert b"\r\nMIME-Version: 1.0\r\n" in mime
    assert mime.endswith(b"\r\n")
    assert message.size == len(mime)
    assert [(event.type, event.position, event.recipient) for event in recorded_events] == [
        ("accepted", 0, "ani@example.com"),
        ("accepted", 1, "budi@example.com"),
    ]
    assert stored()[3] == 2


def test_the_body_is_sealed_for_its_team(team: Team) -> None:
    make_domain(team)
    result = acceptance.accept(make_identity(team), make_submission())
    row = MessageBody.objects.for_team(team).get()
    other = make_team("Teh")

    assert b"Pesanan" not in bytes(row.sealed)
    MessageBody.objects.for_team(team).update(team_id=other.pk)
    with pytest.raises(errors.BodyDeleted):
        bodies.open_body(team_id=other.pk, message_id=result.id)


def test_what_is_for_us_alone_leaves_with_nobody(team: Team) -> None:
    make_domain(team)
    mime = b"Bcc: rahasia@example.com\r\nX-Tag: resi\r\nX-Metadata-Order: 17\r\nX-Shop: 3\r\n" + make_mime()
    recipients = [("ani@example.com", RecipientKind.TO), ("rahasia@example.com", RecipientKind.BCC)]

    result = acceptance.accept(make_identity(team), make_submission(mime=mime, recipients=recipients))

    kept = bodies.open_body(team_id=team.pk, message_id=result.id)
    assert b"rahasia" not in kept
    assert b"X-Tag" not in kept
    assert b"X-Metadata" not in kept
    assert b"X-Shop: 3\r\n" in kept
    assert [each.kind for each in result.recipients] == ["to", "bcc"]


def test_a_recipient_that_is_named_twice_is_stored_once_with_its_first_kind(team: Team) -> None:
    make_domain(team)
    recipients = [("Ani@Example.com", RecipientKind.TO), ("ani@example.com", RecipientKind.CC)]

    result = acceptance.accept(make_identity(team), make_submission(recipients=recipients))

    assert [(each.email, each.kind) for each in result.recipients] == [("ani@example.com", "to")]
    rows = MessageRecipient.objects.for_team(team).values_list("email", "kind")
    assert list(rows) == [("ani@example.com", "to")]


REFUSED: list[tuple[dict[str, Any], type[ApiError]]] = [
    ({"from_address": "toko@teh.example"}, errors.FromNotAllowed),
    ({"recipients": []}, errors.RecipientInvalid),
    ({"recipients": [("no address", RecipientKind.TO)]}, errors.RecipientInvalid),
    ({"recipients": [(f"a{n}@example.com", RecipientKind.TO) for n in range(1_001)]}, errors.TooManyRecipients),
    ({"mime": make_mime() + b"bare\nline\r\n"}, errors.ContentInvalid),
    ({"mime": make_mime() + b"bare\rline\r\n"}, errors.ContentInvalid),
    ({"mime": b"From: <ceo@bank.example>\r\n" + make_mime()}, errors.ContentInvalid),
    ({"mime": make_mime(sender="ceo@bank.example")}, errors.ContentInvalid),
    ({"mime": b"Subject: no sender\r\n\r\nHi\r\n"}, errors.ContentInvalid),
    ({"mime": b"no header field\r\n" + make_mime()}, errors.ContentInvalid),
    ({"mime": b"X-Long: " + b"x" * 999 + b"\r\n" + make_mime()}, errors.ContentInvalid),
    ({"mime": make_mime() + b"x" * (35 * 1024 * 1024)}, errors.MessageTooLarge),
    ({"tag": "x" * 65}, FieldsInvalid),
    ({"metadata": {"a b": "1"}}, FieldsInvalid),
    ({"metadata": {"a": "x" * 201}}, FieldsInvalid),
    ({"metadata": {f"a{n}": "1" for n in range(21)}}, FieldsInvalid),
    ({"idempotency_key": "x" * 129}, FieldsInvalid),
    ({"idempotency_key": "é"}, FieldsInvalid),
    ({"scheduled_at": datetime(2100, 1, 1, tzinfo=UTC)}, FieldsInvalid),
]


@pytest.mark.parametrize(("fields", "error"), REFUSED)
def test_what_is_no_proper_mail_is_refused(team: Team, fields: dict[str, Any], error: type[ApiError]) -> None:
    make_domain(team)
    key = make_identity(team)

    with pytest.raises(error):
        acceptance.accept(key, make_submission(**fields))

    assert stored() == (0, 0, 0, 0)


def test_nothing_is_sent_from_a_domain_that_is_not_verified(team: Team) -> None:
    make_domain(team, state=DomainState.PENDING)

    with pytest.raises(errors.TrxDomainNotVerified):
        acceptance.accept(make_identity(team), make_submission())
    assert stored() == (0, 0, 0, 0)

    # Sandbox messages are not sent, so they need no verified domain.
    assert acceptance.accept(make_identity(team, sandbox=True), make_submission()).state == "accepted"
    assert stored() == (1, 1, 1, 0)


def test_another_team_s_domain_is_not_allowed(team: Team) -> None:
    make_domain(make_team("Teh"))

    with pytest.raises(errors.FromNotAllowed):
        acceptance.accept(make_identity(team), make_submission())
    assert stored() == (0, 0, 0, 0)


def test_a_key_that_is_bound_sends_from_its_domain_alone(team: Team) -> None:
    mine, other = make_domain(team), make_domain(team, "teh.example")
    key = make_identity(team, domain=mine)

    with pytest.raises(errors.FromNotAllowed):
        acceptance.accept(key, make_submission(from_address="toko@teh.example"))
    assert stored() == (0, 0, 0, 0)

    acceptance.accept(key, make_submission(from_address="toko@mail.kopi.example"))
    assert Message.objects.for_team(team).get().domain_id == mine.pk != other.pk


def test_who_is_suppressed_is_left_out_and_the_rest_goes(team: Team, recorded_events: list[NewEvent]) -> None:
    make_domain(team)
    now = clock.now()
    for email, marketing in (("ani@example.com", False), ("budi@example.com", True), ("cici@example.com", False)):
        Suppression.objects.create(
            team=team, email=email, reason="hardBounce", marketing_only=marketing, created_at=now
        )
    recipients = [
        ("ani@example.com", RecipientKind.TO),
        ("budi@example.com", RecipientKind.CC),
        ("Cici@example.com", RecipientKind.BCC),
    ]

    result = acceptance.accept(make_identity(team), make_submission(recipients=recipients))

    assert [(each.email, each.state) for each in result.recipients] == [
        ("ani@example.com", "suppressed"),
        ("budi@example.com", "queued"),
        ("cici@example.com", "suppressed"),
    ]
    assert stored()[3] == 1
    assert [event.detail for event in recorded_events if event.type == "suppressed"] == [
        {"check": "suppression", "reason": "hardBounce"}
    ] * 2


def test_a_message_to_suppressed_ones_alone_is_finished_at_once(team: Team) -> None:
    make_domain(team)
    Suppression.objects.create(
        team=team, email="ani@example.com", reason="complaint", marketing_only=False, created_at=clock.now()
    )

    assert acceptance.accept(make_identity(team), make_submission()).state == "finished"
    assert stored()[3] == 0


def test_a_team_that_reviews_holds_each_message(team: Team, recorded_events: list[NewEvent]) -> None:
    make_domain(team)
    make_setting(team, hold_all=True)

    result = acceptance.accept(make_identity(team), make_submission())

    message, row = Message.objects.for_team(team).get(), MessageRecipient.objects.for_team(team).get()
    assert (result.state, message.hold_reason, row.state, row.due_at) == ("held", "review", "held", None)
    assert [event.type for event in recorded_events] == ["accepted", "held"]


def test_a_scheduled_message_waits_and_one_of_the_past_does_not(team: Team) -> None:
    make_domain(team)
    key, later = make_identity(team), clock.now() + timedelta(hours=2)

    first = acceptance.accept(key, make_submission(scheduled_at=later))
    second = acceptance.accept(key, make_submission(scheduled_at=clock.now() - timedelta(hours=2)))

    assert (first.state, second.state) == ("scheduled", "accepted")
    rows = {row.message_id: row for row in MessageRecipient.objects.for_team(team)}
    assert (rows[first.id].state, rows[first.id].due_at) == ("scheduled", later)
    assert (rows[second.id].state, rows[second.id].due_at) == ("queued", second.accepted_at)


def test_what_keeps_a_team_out_keeps_its_keys_out(team: Team) -> None:
    make_domain(team)
    _, secret = make_key(team)
    now = clock.now()
    befalls: list[tuple[type[ApiError], Any]] = [
        (UserSuspended, lambda: Team.objects.filter(pk=team.pk).update(suspended_at=now)),
        (UserExpired, lambda: Subscription.objects.for_team(team).update(expires_at=now - timedelta(days=1))),
        (FeatureDisabled, lambda: Subscription.objects.for_team(team).update(plan=_plan_without())),
    ]
    for error, befall in befalls:
        befall()
        with pytest.raises(error):
            keys.identify(secret, "192.0.2.7", Scope.SEND)
        Team.objects.filter(pk=team.pk).update(suspended_at=None)
        Subscription.objects.for_team(team).update(expires_at=None)


def _plan_without() -> Plan:
    plan = make_plan("LESS")
    for group in plan.features:
        if group["name"] == "transactionalEmail":
            group["enable"] = False
    plan.save()
    return plan


def test_the_quota_is_counted_in_the_transaction_and_refuses(team: Team) -> None:
    make_domain(team)
    key = make_identity(team)
    acceptance.accept(key, make_submission())
    QuotaUsage.objects.for_team(team).update(used=999)

    with pytest.raises(QuotaExceeded) as refused:
        acceptance.accept(key, make_submission("a@example.com", "b@example.com"))

    assert refused.value.payload == {
        "feature": "transactionalEmail",
        "subfeature": "transactionalEmailSent",
        "limit": 1_000,
        "left": 1,
    }
    assert stored() == (1, 1, 1, 999)
    acceptance.accept(key, make_submission())
    assert stored() == (2, 2, 2, 1_000)


def test_a_subaccount_has_a_limit_of_its_own(team: Team) -> None:
    make_domain(team)
    sub = Subaccount.objects.create(team=team, name="Bandung", monthly_limit=1, created_at=clock.now())
    key = make_identity(team, subaccount=sub)

    acceptance.accept(key, make_submission())
    with pytest.raises(errors.SubaccountLimitReached):
        acceptance.accept(key, make_submission())

    assert stored() == (1, 1, 1, 1)
    Subaccount.objects.for_team(team).update(active=False)
    with pytest.raises(errors.SubaccountInactive):
        acceptance.accept(make_identity(team, subaccount=sub), make_submission())


RATES = [
    ("TRX_MESSAGES_PER_MINUTE", {"cause": "messagesPerMinute", "retryAfterSeconds": 45}),
    ("TRX_MESSAGES_PER_HOUR", {"cause": "messagesPerHour", "retryAfterSeconds": 2685}),
    ("TRX_MESSAGES_PER_MINUTE_PER_NETWORK", {"cause": "messagesPerMinuteOfNetwork", "retryAfterSeconds": 45}),
]


def test_a_site_with_many_networks_has_sixteen_times_the_messages_of_one(
    team: Team, settings: Any, time_machine: Any
) -> None:
    time_machine.move_to(datetime(2026, 3, 5, 9, 15, 15, tzinfo=UTC), tick=False)
    settings.TRX_MESSAGES_PER_MINUTE_PER_NETWORK = 1
    make_domain(team)
    secret = make_key(team)[1]

    def accept(address: str) -> None:
        acceptance.accept(keys.identify(secret, address, Scope.SEND), make_submission())

    for number in range(16):
        accept(f"2001:db8:7:{number:x}::1")
        # A rejection by its own network's limit does not count in the wider one.
        with pytest.raises(TooManyRequests) as refused:
            accept(f"2001:db8:7:{number:x}::2")
        assert refused.value.payload == {"cause": "messagesPerMinuteOfNetwork", "retryAfterSeconds": 45, "limit": 1}
    with pytest.raises(TooManyRequests) as refused:
        accept("2001:db8:7:10::1")

    assert refused.value.payload == {
        "cause": "messagesPerMinuteOfWideNetwork",
        "retryAfterSeconds": 45,
        "limit": 16,
    }
    accept("2001:db8:8::1")


@pytest.mark.parametrize(("name", "payload"), RATES)
def test_a_key_and_its_network_have_rates(
    team: Team, settings: Any, time_machine: Any, name: str, payload: dict[str, Any]
) -> None:
    start = datetime(2026, 3, 5, 9, 15, 15, tzinfo=UTC)
    time_machine.move_to(start, tick=False)
    setattr(settings, name, 3)
    make_domain(team)
    key, other = make_identity(team), make_identity(team)
    elsewhere = keys.identify(make_key(team)[1], "198.51.100.1", Scope.SEND)
    acceptance.accept(key, make_submission())

    # Rejected messages are not counted, so smaller ones still fit.
    with pytest.raises(TooManyRequests) as refused:
        acceptance.accept_many(key, [make_submission(via=Via.HTTP)] * 3)
    assert refused.value.payload == payload | {"limit": 3}
    assert acceptance.accept_many(key, [make_submission(via=Via.HTTP)] * 2).rate == limits.get_current_rate(key)
    assert (limits.get_current_rate(key).limit, limits.get_current_rate(key).remaining) == (3, 0)
    with pytest.raises(TooManyRequests):
        acceptance.accept(key, make_submission())
    assert stored() == (3, 3, 3, 3)

    acceptance.accept(elsewhere, make_submission())
    if name.endswith("PER_NETWORK"):
        with pytest.raises(TooManyRequests):
            acceptance.accept(other, make_submission())
        assert stored() == (4, 4, 4, 4)
    else:
        acceptance.accept(other, make_submission())
    time_machine.move_to(start + timedelta(seconds=payload["retryAfterSeconds"]), tick=False)
    assert acceptance.accept(key, make_submission()).state == "accepted"


def test_a_person_is_of_no_network(team: Team, settings: Any) -> None:
    settings.TRX_MESSAGES_PER_MINUTE_PER_NETWORK = 1
    make_domain(team)
    person = keys.build_user_identity(make_person("Alice", team, role="admin").caller)

    for _ in range(2):
        acceptance.accept(person, make_submission(via=Via.HTTP))
    assert stored()[0] == 2


def test_the_same_again_is_answered_alike_and_another_is_refused(team: Team, time_machine: Any) -> None:
    start = datetime(2026, 3, 5, 9, tzinfo=UTC)
    time_machine.move_to(start, tick=False)
    make_domain(team)
    key = make_identity(team)
    submission = make_submission(idempotency_key="order-17")

    first = acceptance.accept(key, submission)
    again = acceptance.accept(key, submission)
    with pytest.raises(IdempotencyKeyReused):
        acceptance.accept(key, make_submission(idempotency_key="order-17", subject="Lain"))

    assert (again.id, again.accepted_at, again.state) == (first.id, first.accepted_at, first.state)
    assert (first.repeated, again.repeated) == (False, True)
    assert stored() == (1, 1, 1, 1)
    time_machine.move_to(start + timedelta(hours=24, seconds=1), tick=False)
    assert acceptance.accept(key, submission).id != first.id
    assert stored()[0] == 2


def test_each_binding_of_keys_has_its_own_idempotency_keys(team: Team) -> None:
    domain = make_domain(team)
    subaccount = Subaccount.objects.create(team=team, name="Bandung", created_at=clock.now())
    bindings: list[dict[str, Any]] = [{}, {"sandbox": True}, {"subaccount": subaccount}, {"domain": domain}]
    bound = [make_identity(team, **binding) for binding in bindings]
    submission = make_submission(idempotency_key="x" * 128)

    first = [acceptance.accept(key, submission) for key in bound]
    again = [acceptance.accept(key, submission) for key in bound]
    batches = [acceptance.accept_many(key, [submission], idempotency_key="batch-1") for key in bound]

    assert len({each.id for each in first}) == len(bound)
    assert [each.id for each in again] == [each.id for each in first]
    assert len({each.id for each in batches}) == len(bound)


@pytest.mark.parametrize(
    ("limit", "cause", "next_at", "wait_seconds"),
    [
        ("MAX_SANDBOX_BYTES_PER_HOUR", "sandboxBytesPerHour", datetime(2026, 3, 5, 10, tzinfo=UTC), 45 * 60),
        ("MAX_SANDBOX_BYTES_PER_DAY", "sandboxBytesPerDay", datetime(2026, 3, 6, 0, tzinfo=UTC), 14 * 3_600 + 45 * 60),
    ],
)
def test_a_sandbox_stores_so_many_bytes_in_a_time(
    team: Team,
    monkeypatch: pytest.MonkeyPatch,
    time_machine: Any,
    limit: str,
    cause: str,
    next_at: datetime,
    wait_seconds: int,
) -> None:
    time_machine.move_to(datetime(2026, 3, 5, 9, 15, tzinfo=UTC), tick=False)
    make_domain(team)
    sandbox, live = make_identity(team, sandbox=True), make_identity(team)
    first = acceptance.accept(sandbox, make_submission())
    size_bytes = len(bodies.open_body(team_id=team.pk, message_id=first.id))
    most_bytes = 2 * size_bytes + 100
    monkeypatch.setattr(limits, limit, most_bytes)
    acceptance.accept(sandbox, make_submission())

    with pytest.raises(TooManyRequests) as refused:
        acceptance.accept(sandbox, make_submission())
    with pytest.raises(TooManyRequests):
        acceptance.accept_many(sandbox, [make_submission(via=Via.HTTP)])

    assert refused.value.payload == {"cause": cause, "retryAfterSeconds": wait_seconds, "limit": most_bytes}
    assert stored()[0] == 2
    acceptance.accept(live, make_submission())
    time_machine.move_to(next_at - timedelta(seconds=1), tick=False)
    with pytest.raises(TooManyRequests):
        acceptance.accept(sandbox, make_submission())
    time_machine.move_to(next_at, tick=False)
    acceptance.accept(sandbox, make_submission())


def test_the_largest_message_fits_in_a_sandbox() -> None:
    assert limits.MAX_SANDBOX_BYTES_PER_DAY > limits.MAX_SANDBOX_BYTES_PER_HOUR > content.MAX_MESSAGE_BYTES


def test_a_batch_is_stored_whole_or_not_at_all(team: Team) -> None:
    make_domain(team)
    key = make_identity(team)
    good = [make_submission(f"a{n}@example.com", via=Via.HTTP) for n in range(3)]

    with pytest.raises(errors.RecipientInvalid):
        acceptance.accept_many(key, [*good, make_submission("no address", via=Via.HTTP)])
    assert stored() == (0, 0, 0, 0)

    first = acceptance.accept_many(key, good, idempotency_key="batch-1")
    again = acceptance.accept_many(key, good, idempotency_key="batch-1")
    with pytest.raises(IdempotencyKeyReused):
        acceptance.accept_many(key, good[:2], idempotency_key="batch-1")

    assert (first.size, again.id, again.repeated) == (3, first.id, True)
    assert stored() == (3, 3, 3, 3)
    assert {message.batch_id for message in Message.objects.for_team(team)} == {first.id}
    assert TransactionalBatch.objects.for_team(team).get().size == 3


@pytest.mark.django_db(transaction=True)
def test_few_statements_store_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    # Quota events are published once a second.
    monkeypatch.setattr(quota, "_should_publish", lambda _: False)
    team = make_team("Kopi")
    make_domain(team)
    _, secret = make_key(team, last_used_at=clock.now())
    acceptance.accept(make_identity(team), make_submission(tag="resi"))

    with CaptureQueriesContext(connection) as taken:
        key = keys.identify(secret, ADDRESS, Scope.SEND)
        acceptance.accept(key, make_submission(tag="resi"))
        acceptance.accept(key, make_submission(tag="resi", idempotency_key="order-17"))

    asked = [query["sql"] for query in taken if query["sql"] not in ("BEGIN", "COMMIT")]
    about = ["transactional_apikey", "senders_senderdomain", "_message", "_event", "plans_quotausage"]
    about += ["senders_senderdomain", "_acceptedkey", "_message", "_event", "plans_quotausage"]
    assert len(asked) == len(about)
    assert all(table in statement for table, statement in zip(about, asked, strict=True))
    assert stored() == (3, 3, 3, 3)


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_has_sent_large_bodies_is_not_kept(team: Team) -> None:
    make_domain(team)
    key = make_identity(team)
    small, large = make_submission(), make_submission()
    large = replace(large, mime=large.mime + b"a" * intake_sql.MAX_BYTES_BEFORE_RECONNECT)
    acceptance.accept(key, small)
    before = connection.connection

    acceptance.accept(key, small)
    assert connection.connection is before
    acceptance.accept_many(key, [replace(large, via=Via.HTTP)])

    assert before.closed
    assert stored()[0] == 3


def together(*given: tuple[KeyIdentity | Credential, Submission]) -> list[Any]:
    """The results of simultaneous requests: the accepted message, or the type of the error."""
    results = acceptance.accept_each([ParsedRequest(who, submission) for who, submission in given])
    return [type(result) if isinstance(result, Exception) else result[1] for result in results]


def test_a_repeated_batch_counts_under_no_limit(team: Team, settings: Any) -> None:
    settings.TRX_MESSAGES_PER_MINUTE = 3
    make_domain(team)
    key = make_identity(team)
    batch = [make_submission(f"a{n}@example.com", via=Via.HTTP) for n in range(3)]

    first = acceptance.accept_many(key, batch, idempotency_key="batch-1")
    again = acceptance.accept_many(key, batch, idempotency_key="batch-1")

    assert (again.id, again.repeated, again.rate) == (first.id, True, None)
    assert limits.get_current_rate(key).remaining == 0


@pytest.mark.django_db(transaction=True)
def test_messages_of_several_teams_share_one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "_should_publish", lambda _: False)
    teams = [make_team(name) for name in ("Kopi", "Teh")]
    for team, name in zip(teams, ("kopi.example", "teh.example"), strict=True):
        make_domain(team, name)
    secrets = [make_key(team, last_used_at=clock.now())[1] for team in teams]
    kopi = make_submission("ani@example.com", tag="resi", idempotency_key="order-17")
    teh = make_submission("budi@example.com", from_address="toko@teh.example", tag="resi", idempotency_key="order-17")
    for secret, submission in zip(secrets, (kopi, teh), strict=True):
        together((Credential(secret, ADDRESS), replace(submission, idempotency_key="")))

    with CaptureQueriesContext(connection) as taken:
        first, second, third = together(
            (Credential(secrets[0], ADDRESS), kopi),
            (Credential(secrets[1], ADDRESS), teh),
            (Credential(secrets[1], ADDRESS), replace(teh, idempotency_key="order-18")),
        )

    asked = [query["sql"] for query in taken]
    about = ["transactional_apikey", "senders_senderdomain", "BEGIN", "_acceptedkey", "_message", "_event"]
    about += ["plans_quotausage", "plans_quotausage", "COMMIT"]
    assert len(asked) == len(about)
    assert all(words in statement for words, statement in zip(about, asked, strict=True))
    for team, ids, email in zip(teams, ({first.id}, {second.id, third.id}), ("ani", "budi"), strict=True):
        assert ids < {message.pk for message in Message.objects.for_team(team)}
        assert {row.email for row in MessageRecipient.objects.for_team(team)} == {f"{email}@example.com"}
        assert {event.recipient for event in MessageEvent.objects.for_team(team)} == {f"{email}@example.com"}
        assert {event.message_id for event in MessageEvent.objects.for_team(team)} > ids
        assert all(b"Pesanan" in bodies.open_body(team_id=team.pk, message_id=each) for each in ids)
    used = {row.team_id: row.used for row in QuotaUsage.objects.all()}  # across teams: everything there is
    assert used == {teams[0].pk: 2, teams[1].pk: 3}
    keys_of = [sorted(row.key for row in AcceptedKey.objects.for_team(team)) for team in teams]
    assert keys_of == [["order-17"], ["order-17", "order-18"]]


@pytest.mark.django_db(transaction=True)
def test_what_is_refused_to_one_takes_nothing_from_those_that_came_with_it(settings: Any) -> None:
    settings.TRX_MESSAGES_PER_MINUTE = 2
    teams = [make_team("Kopi"), make_team("Teh")]
    for team, name in zip(teams, ("kopi.example", "teh.example"), strict=True):
        make_domain(team, name)
    Suppression.objects.create(
        team=teams[1], email="ani@example.com", reason="hardBounce", source="mail", created_at=clock.now()
    )
    small = Subaccount.objects.create(team=teams[1], name="Bandung", monthly_limit=1, created_at=clock.now())
    kopi, teh = make_identity(teams[0]), make_identity(teams[1], subaccount=small)

    results = together(
        (kopi, make_submission()),
        (Credential("dsk_live_" + "x" * 52, ADDRESS), make_submission()),
        (kopi, make_submission(from_address="toko@teh.example")),
        (kopi, make_submission(metadata={"a b": "c"})),
        (teh, make_submission("budi@example.com", from_address="toko@teh.example")),
        (teh, make_submission("citra@example.com", from_address="toko@teh.example")),
        (kopi, make_submission()),
    )

    assert results[1:4] == [errors.KeyUnknown, errors.FromNotAllowed, FieldsInvalid]
    assert results[5:] == [errors.SubaccountLimitReached, TooManyRequests]
    assert [[(each.email, each.state) for each in results[place].recipients] for place in (0, 4)] == [
        [("ani@example.com", "queued")],
        [("budi@example.com", "queued")],
    ]
    assert stored() == (2, 2, 2, 2)
    assert Subaccount.objects.for_team(teams[1]).get().used == 1


@pytest.mark.django_db(transaction=True)
def test_a_team_that_is_refused_costs_others_one_more_transaction() -> None:
    teams = [make_team("Kopi"), make_team("Teh")]
    for team in teams:
        make_domain(team)
    full = Subaccount.objects.create(team=teams[1], name="Bandung", monthly_limit=0, created_at=clock.now())
    kopi, teh = make_identity(teams[0]), make_identity(teams[1], subaccount=full)

    with CaptureQueriesContext(connection) as taken:
        *accepted, refused = together(*[(kopi, make_submission())] * 3, (teh, make_submission()))

    assert (len({each.id for each in accepted}), refused) == (3, errors.SubaccountLimitReached)
    ends = [query["sql"] for query in taken if query["sql"] in ("COMMIT", "ROLLBACK")]
    # The last one records the rejection, as an event of its team.
    assert ends == ["ROLLBACK", "COMMIT", "ROLLBACK", "COMMIT"]
    assert stored() == (3, 3, 3, 3)


@pytest.mark.django_db(transaction=True)
def test_an_idempotency_key_is_one_message_also_at_the_same_moment() -> None:
    teams = [make_team("Kopi"), make_team("Teh")]
    for team in teams:
        make_domain(team)
    kopi, teh = map(make_identity, teams)
    same = make_submission(idempotency_key="once")

    first, again, other, foreign = together((kopi, same), (kopi, same), (kopi, replace(same, tag="lain")), (teh, same))

    assert (again.id, again.repeated, other) == (first.id, True, IdempotencyKeyReused)
    assert (foreign.id == first.id, foreign.repeated) == (False, False)
    assert stored() == (2, 2, 2, 2)


def test_without_free_space_nothing_is_stored_and_what_was_is_answered_again(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_domain(team)
    key, submission = make_identity(team), make_submission(idempotency_key="order-17")
    first = acceptance.accept(key, submission)
    monkeypatch.setattr(free_space, "get_free_bytes", lambda: -1)

    for refused in (
        lambda: acceptance.accept(key, make_submission(idempotency_key="order-18")),
        lambda: acceptance.accept_many(key, [make_submission(via=Via.HTTP)] * 2, idempotency_key="batch-1"),
    ):
        with pytest.raises(errors.ServerFull) as caught:
            refused()
        assert caught.value.payload == {"retryAfterSeconds": 60}

    assert acceptance.accept(key, submission).id == first.id
    assert stored() == (1, 1, 1, 1)
    assert AcceptedKey.objects.for_team(team).count() == 1
    monkeypatch.undo()
    assert acceptance.accept(key, make_submission(idempotency_key="order-18")).state == "accepted"


def test_the_disks_are_looked_at_once_a_second(
    settings: Any, monkeypatch: pytest.MonkeyPatch, time_machine: Any, tmp_path: Path
) -> None:
    start = datetime(2036, 3, 5, 9, tzinfo=UTC)
    looks: list[str] = []

    def usage(place: str) -> Any:
        looks.append(place)
        return SimpleNamespace(free=1_000 if place.endswith("spool") else 900)

    monkeypatch.setattr(disk_space, "_last_measurement", (float("-inf"), 0))
    monkeypatch.setattr(shutil, "disk_usage", usage)
    settings.SPOOL_FOLDER, settings.UPLOAD_FOLDER = folders = tmp_path / "spool", tmp_path / "uploads"
    for folder in folders:
        folder.mkdir()
    places = [str(folder) for folder in folders]
    time_machine.move_to(start, tick=False)
    settings.MIN_FREE_BYTES = 901

    assert [free_space.is_short() for _ in range(3)] == [True] * 3
    assert looks == places
    settings.MIN_FREE_BYTES = 900
    time_machine.move_to(start + timedelta(seconds=1), tick=False)
    assert not free_space.is_short()
    assert looks == places * 2


@pytest.mark.django_db(transaction=True)
def test_a_thousand_parallel_sends_with_one_key_make_one_message() -> None:
    team = make_team("Kopi")
    make_domain(team)
    key = make_identity(team)
    submission = make_submission(idempotency_key="once")
    together = threading.Barrier(20)

    def send(number: int) -> str:
        if number < 20:
            together.wait()
        try:
            return str(acceptance.accept(key, submission).id)
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        ids = Counter(pool.map(send, range(1_000)))

    assert list(ids.values()) == [1_000]
    assert stored() == (1, 1, 1, 1)
    assert AcceptedKey.objects.for_team(team).count() == 1


@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_counted_to_the_last_unit() -> None:
    team = make_team("Kopi")
    make_domain(team)
    key = make_identity(team)
    acceptance.accept(key, make_submission())
    QuotaUsage.objects.for_team(team).update(used=990)

    def send(_: int) -> bool:
        try:
            acceptance.accept(key, make_submission())
        except QuotaExceeded:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(12) as pool:
        taken = sum(pool.map(send, range(60)))

    assert taken == 10
    assert stored() == (11, 11, 11, 1_000)
