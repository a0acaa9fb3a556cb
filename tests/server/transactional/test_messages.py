"""The process that sends messages: each due recipient is sent to once, and ends in one state."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis
from django.conf import settings
from django.db import IntegrityError, connection, connections
from django.test.utils import CaptureQueriesContext

from bench.sink import Sink, SinkRule, read_messages, running
from server.accounts.models import User
from server.core import clock, redis_clients
from server.core.async_database import connect
from server.core.callers import TokenKind
from server.core.ids import to_milliseconds, uuid7
from server.core.models import Job
from server.delivery import keys
from server.delivery.models import Mailing, Suppression
from server.delivery.origins import SYSTEM
from server.delivery.tokens import encode_message_mailbox
from server.plans import quota
from server.plans.features import TRANSACTIONAL_SENT
from server.teams.models import Member, Team
from server.transactional import jobs as transactional_jobs
from server.transactional.models import Message, MessageLink, MessageRecipient, Subaccount
from server.transactional.services import outgoing, recording, sandbox_copies
from server.transactional.services.recording import NewEvent
from server.transactional.sql import outgoing as sql
from server.transactional.states import RecipientState
from server.transactional.wire import messages
from tests.cast import make_person, make_team
from tests.server.delivery.mailing_factory import in_thread, received, until, until_done
from tests.server.delivery.mailing_factory import sending as sending_mailings
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import make_domain
from tests.server.transactional.outbox import (
    MIME,
    has_body,
    mails,
    make_message,
    receiving,
    recipients,
    sending,
    states,
)

pytestmark = pytest.mark.django_db(transaction=True)

OPEN = ("queued", "deferred", "scheduled", "sending")


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture
def recorded_events(monkeypatch: pytest.MonkeyPatch) -> list[NewEvent]:
    """The recorded events."""
    found: list[NewEvent] = []
    append = recording.append_all

    def note(new_events: Any) -> None:
        found.extend(event for events in new_events.values() for event in events)
        append(new_events)

    monkeypatch.setattr(recording, "append_all", note)
    return found


async def until_settled(message: Message) -> list[str]:
    """Waits until all recipients of the message are done. Returns the states."""

    async def done() -> bool:
        return not await MessageRecipient.objects.filter(message_id=message.pk, state__in=OPEN).aexists()

    await until(done)
    return await in_thread(states)(message)


async def until_in(message: Message, state: str) -> None:
    """Waits until the first recipient is in the state."""
    await until(MessageRecipient.objects.filter(message_id=message.pk, position=0, state=state).aexists)


async def test_a_message_goes_to_each_of_its_recipients_once(
    team: Team, recorded_events: list[NewEvent], tmp_path: Any
) -> None:
    message = await in_thread(make_message)(team, ["ayu@example.com", "Budi@Example.com"], tag="order")
    async with receiving(Sink(keep=tmp_path)) as (port, sink), sending(port):
        await received(sink, 2)
        assert await until_settled(message) == ["delivered", "delivered"]

    assert sink.counts["received"] == 2
    by_recipient = {mail.recipient: mail for mail in mails(tmp_path)}
    assert sorted(by_recipient) == ["Budi@Example.com", "ayu@example.com"]
    token = keys.get_key_ring().message_token(message.pk, 0)
    mail = by_recipient["ayu@example.com"]
    assert mail.sender == f"bounce+{encode_message_mailbox(token)}@dashboard-smtp.example"
    assert mail.data == b"X-Delivery-ID: " + token.encode() + b"\r\n" + MIME

    rows = await in_thread(recipients)(message)
    assert [(row.attempt, row.code, row.due_at, row.lease_until, row.worker) for row in rows] == [
        (1, 250, None, None, None)
    ] * 2
    assert all(row.delivered_at is not None and row.delivered_at >= message.accepted_at for row in rows)
    await message.arefresh_from_db()
    assert message.state == "finished"
    assert {(event.type, event.recipient, event.position, event.tag) for event in recorded_events} == {
        ("delivered", "ayu@example.com", 0, "order"),
        ("delivered", "Budi@Example.com", 1, "order"),
    }
    assert recorded_events[0].detail["code"] == 250
    assert recorded_events[0].detail["attempt"] == 1
    assert 0 <= recorded_events[0].detail["latencyMs"] < 20_000
    assert (recorded_events[0].domain, recorded_events[0].sender) == ("kopi.example", "toko@kopi.example")


async def test_acceptance_wakes_the_process(team: Team) -> None:
    async with receiving(Sink()) as (port, sink), sending(port) as process:
        await until(lambda: _true(process.get_pool(0).is_ready))

        def accept() -> None:
            make_message(team, ["ayu@example.com"])
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_notify('transactional', '')")

        await in_thread(accept)()
        await received(sink, 1)


async def test_what_comes_in_close_together_is_claimed_at_once(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "GATHER_SECONDS", 3.0)
    claimed: list[int] = []
    claim = sql.claim

    async def note(*arguments: Any, **options: Any) -> Any:
        rows = await claim(*arguments, **options)
        claimed.append(len(rows))
        return rows

    monkeypatch.setattr(sql, "claim", note)

    def accept(email: str) -> None:
        make_message(team, [email])
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify('transactional', '')")

    async with receiving(Sink()) as (port, sink), sending(port) as process:
        await until(lambda: _true(process.get_pool(0).is_ready))
        await in_thread(accept)("ayu@example.com")
        await received(sink, 1)
        for name in ("budi", "citra", "dewi"):
            await in_thread(accept)(f"{name}@example.com")
        await received(sink, 4)

    assert [count for count in claimed if count] == [1, 3]


async def test_a_body_that_leaves_the_cache_during_a_claim_is_still_sent(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "MAX_CACHED_BODIES", 1)
    now = clock.now()
    # The older message comes first in a claim, and replaces the newer one in the cache.
    older = await in_thread(make_message)(team, ["ayu@example.com"], accepted_at=now - timedelta(hours=1))
    newer = await in_thread(make_message)(team, ["budi@example.com", "citra@example.com"], accepted_at=now)
    later = MessageRecipient.objects.exclude(email="budi@example.com")
    await later.aupdate(due_at=now + timedelta(hours=1))
    async with receiving(Sink()) as (port, sink), sending(port):
        await received(sink, 1)
        await later.aupdate(due_at=now)
        assert await until_settled(newer) == ["delivered", "delivered"]
        assert await until_settled(older) == ["delivered"]


@pytest.mark.parametrize(("most", "size"), [(2, 1 << 20), (1_000, 2 * len(MIME))])
async def test_the_cache_of_bodies_is_bounded_by_number_and_bytes(
    team: Team, monkeypatch: pytest.MonkeyPatch, most: int, size: int
) -> None:
    monkeypatch.setattr(messages, "MAX_CACHED_BODIES", most)
    monkeypatch.setattr(messages, "MAX_CACHED_BODY_BYTES", size)
    for name in ("ayu", "budi", "citra"):
        await in_thread(make_message)(team, [f"{name}@example.com"])
    async with receiving(Sink()) as (port, sink), sending(port) as process:
        await received(sink, 3)

    assert [body.size for body in process._bodies.values()] == [len(MIME)] * 2


async def _true(value: bool) -> bool:
    return value


async def test_what_a_next_hop_answers_is_what_becomes_of_a_recipient(
    team: Team, recorded_events: list[NewEvent]
) -> None:
    emails = ["nobody@example.com", "full@example.com", "later@example.com", "ours@example.com", "ok@example.com"]
    rules = [
        SinkRule(match="nobody@*", at="rcpt", answer="550 5.1.1 User unknown"),
        SinkRule(match="full@*", at="dot", answer="552 5.2.2 Mailbox full"),
        SinkRule(match="later@*", at="rcpt", answer="451 4.7.1 Greylisted, try again later"),
        SinkRule(match="ours@*", at="dot", answer="550 5.7.26 Unauthenticated"),
    ]
    message = await in_thread(make_message)(team, emails)
    async with receiving(Sink(rules=rules)) as (port, _), sending(port):
        await until(MessageRecipient.objects.filter(message_id=message.pk, state="deferred").aexists)
        await until(MessageRecipient.objects.filter(message_id=message.pk, position=4, state="delivered").aexists)
        await until(MessageRecipient.objects.filter(message_id=message.pk, position=3, state="failed").aexists)

    rows = await in_thread(recipients)(message)
    assert [(row.state, row.code, row.enhanced, row.bounce) for row in rows] == [
        ("bounced", 550, "5.1.1", "hard"),
        ("bounced", 552, "5.2.2", "full"),
        ("deferred", 451, "4.7.1", "soft"),
        ("failed", 550, "5.7.26", "sender"),
        ("delivered", 250, "2.0.0", ""),
    ]
    assert rows[2].due_at is not None
    assert rows[2].due_at - clock.now() > timedelta(seconds=5)
    assert rows[0].reply == "5.1.1 User unknown"
    await message.arefresh_from_db()
    assert message.state == "accepted"
    listed = await in_thread(lambda: [(row.email, row.reason, row.marketing_only) for row in listed_of(team)])()
    assert listed == [("nobody@example.com", "hardBounce", False)]
    kinds = {event.recipient.partition("@")[0]: (event.type, event.detail.get("class")) for event in recorded_events}
    assert kinds == {
        "nobody": ("bounced", "hard"),
        "full": ("bounced", "full"),
        "later": ("deferred", None),
        "ours": ("failed", "sender"),
        "ok": ("delivered", None),
    }


def listed_of(team: Team) -> list[Suppression]:
    return list(Suppression.objects.for_team(team))


async def test_a_refusal_for_now_is_tried_again_until_tries_are_used_up(team: Team) -> None:
    message = await in_thread(make_message)(team, ["later@example.com"])
    rule = SinkRule(match="later@*", at="rcpt", answer="451 4.3.0 Not now")
    async with receiving(Sink(rules=[rule])) as (port, _), sending(port):
        for attempt in range(1, len(outgoing.RETRY_AFTER) + 1):
            await until(
                MessageRecipient.objects.filter(message_id=message.pk, state="deferred", attempt=attempt).aexists
            )
            await MessageRecipient.objects.filter(message_id=message.pk).aupdate(due_at=clock.now())
        assert await until_settled(message) == ["bounced"]

    row = (await in_thread(recipients)(message))[0]
    assert (row.attempt, row.bounce, row.due_at) == (len(outgoing.RETRY_AFTER) + 1, "soft", None)
    assert not await Suppression.objects.filter(team=team).aexists()


async def test_who_is_on_the_list_by_then_gets_nothing(team: Team, recorded_events: list[NewEvent]) -> None:
    message = await in_thread(make_message)(team, ["Ayu@example.com", "budi@example.com"])
    other = await in_thread(make_team)("Teh")
    for who, email, only in ((team, "ayu@example.com", False), (team, "budi@example.com", True)):
        await Suppression.objects.acreate(
            team=who, email=email, reason="complaint", marketing_only=only, created_at=clock.now()
        )
    await Suppression.objects.acreate(
        team=other, email="budi@example.com", reason="manual", marketing_only=False, created_at=clock.now()
    )
    async with receiving(Sink()) as (port, sink), sending(port):
        assert await until_settled(message) == ["suppressed", "delivered"]

    assert sink.counts["received"] == 1
    event = next(event for event in recorded_events if event.position == 0)
    assert (event.type, event.detail) == ("suppressed", {"check": "suppression", "reason": "complaint"})


async def test_who_was_put_on_the_list_while_it_was_held_gets_nothing_once_it_is_released(team: Team) -> None:
    domain = await in_thread(make_domain)(team)
    message = await in_thread(make_message)(
        team, ["ayu@example.com", "budi@example.com"], state="held", hold_reason="rate", domain_id=domain.pk
    )
    await MessageRecipient.objects.filter(message_id=message.pk).aupdate(state="held", due_at=None)
    await Suppression.objects.acreate(
        team=team, email="ayu@example.com", reason="complaint", marketing_only=False, created_at=clock.now()
    )
    alice = await in_thread(make_person)("Alice", team, role="admin", kind=TokenKind.TRX)
    async with receiving(Sink()) as (port, sink), sending(port):
        await in_thread(TrxClient(alice.token).post)(f"messages/{message.pk}/release")
        assert await until_settled(message) == ["suppressed", "delivered"]

    assert sink.counts["received"] == 1


def consume_quota(team: Team, amount: int) -> Subaccount:
    """Counts units of the team and of a subaccount, as accepting does."""
    plan = quota.get_team_plan(team.pk)
    assert plan is not None
    quota.use(team_id=team.pk, limit=TRANSACTIONAL_SENT, amount=amount)
    return Subaccount.objects.create(
        team=team,
        name="Dago",
        created_at=clock.now(),
        used=amount,
        period=quota.get_monthly_period(plan.subscription.starts_at),
    )


def used_of(subaccount: Subaccount) -> tuple[int, int]:
    """The used units of its team and of the subaccount."""
    subaccount.refresh_from_db()
    return quota.get_state(team_id=subaccount.team_id, limit=TRANSACTIONAL_SENT).used, subaccount.used


async def suppress(team: Team, *emails: str) -> None:
    for email in emails:
        await Suppression.objects.acreate(
            team=team, email=email, reason="complaint", marketing_only=False, created_at=clock.now()
        )


async def test_the_unit_of_a_recipient_suppressed_before_sending_comes_back(team: Team) -> None:
    subaccount = await in_thread(consume_quota)(team, 3)
    message = await in_thread(make_message)(
        team, ["ayu@example.com", "budi@example.com", "citra@example.com"], subaccount_id=subaccount.pk
    )
    await suppress(team, "ayu@example.com", "citra@example.com")
    async with receiving(Sink()) as (port, _), sending(port):
        assert await until_settled(message) == ["suppressed", "delivered", "suppressed"]

    assert await in_thread(used_of)(subaccount) == (1, 1)


async def test_no_unit_comes_back_that_was_not_taken_in_this_month(team: Team) -> None:
    subaccount = await in_thread(consume_quota)(team, 3)
    make = in_thread(make_message)
    of_sandbox = await make(team, ["ayu@example.com"], subaccount_id=subaccount.pk, sandbox=True)
    earlier = clock.now() - timedelta(days=40)
    of_earlier = await make(team, ["ayu@example.com"], subaccount_id=subaccount.pk, accepted_at=earlier)
    await suppress(team, "ayu@example.com")
    async with receiving(Sink()) as (port, _), sending(port):
        assert await until_settled(of_sandbox) == ["suppressed"]
        assert await until_settled(of_earlier) == ["suppressed"]

    assert await in_thread(used_of)(subaccount) == (3, 3)


async def test_a_sandbox_message_reaches_no_wire(team: Team, recorded_events: list[NewEvent]) -> None:
    message = await in_thread(make_message)(team, ["ayu@example.com"], sandbox=True)
    async with receiving(Sink()) as (port, sink), sending(port):
        assert await until_settled(message) == ["sandboxed"]

    assert (sink.counts["received"], [event.type for event in recorded_events]) == (0, ["sandboxed"])


async def test_a_sandbox_message_to_a_member_comes_as_a_copy_of_the_product(
    team: Team, recorded_events: list[NewEvent], monkeypatch: pytest.MonkeyPatch, redis_client: object, tmp_path: Path
) -> None:
    monkeypatch.setattr(sandbox_copies, "MAX_COPIES_PER_DAY", 1)
    ani, budi = [await in_thread(make_person)(name, team, role="member") for name in ("Ani", "Budi")]
    stranger = await in_thread(make_person)("Dewi", await in_thread(make_team)("Teh"), role="admin")
    await User.objects.filter(pk=budi.user.pk).aupdate(validated_at=None)
    own = ani.user.email
    message = await in_thread(make_message)(
        team, [budi.user.email, stranger.user.email, own.upper(), own], sandbox=True
    )
    async with receiving(Sink()) as (port, _), sending(port):
        assert await until_settled(message) == ["sandboxed"] * 4
    assert [event.recipient for event in recorded_events if event.detail.get("copied")] == [own.upper()]

    [job] = [each async for each in Job.objects.filter(name=sandbox_copies.JOB)]
    await in_thread(transactional_jobs.copy_sandbox_message)(**job.arguments)
    async with running(Sink(keep=tmp_path)) as port, sending_mailings(port):
        await until_done(await Mailing.objects.aget(origin=SYSTEM))

    [(_, _, recipient, content)] = read_messages(tmp_path)
    mail = message_from_bytes(content, policy=default)
    body = mail.get_body(("plain",))
    assert body is not None
    assert (recipient, mail["Subject"]) == (own, "[Sandbox] Pesanan 7")
    assert mail["From"].addresses[0].addr_spec == settings.MAIL_FROM
    assert "Terima kasih." in body.get_content()


async def test_copies_of_a_team_are_limited_over_its_messages(
    team: Team, monkeypatch: pytest.MonkeyPatch, redis_client: object
) -> None:
    monkeypatch.setattr(sandbox_copies, "MAX_COPIES_PER_DAY", 1)
    ani = await in_thread(make_person)("Ani", team, role="member")
    async with receiving(Sink()) as (port, _), sending(port):
        first = await in_thread(make_message)(team, [ani.user.email], sandbox=True)
        assert await until_settled(first) == ["sandboxed"]
        second = await in_thread(make_message)(team, [ani.user.email], sandbox=True)
        assert await until_settled(second) == ["sandboxed"]

    requested = [job.arguments["message_id"] async for job in Job.objects.filter(name=sandbox_copies.JOB)]
    assert requested == [str(first.pk)]


async def test_without_redis_no_copy_is_made(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any, **__: Any) -> Any:
        raise redis.ConnectionError("away")

    ani = await in_thread(make_person)("Ani", team, role="member")
    message = await in_thread(make_message)(team, [ani.user.email], sandbox=True)
    monkeypatch.setattr(redis_clients, "get_shared_client", away)
    async with receiving(Sink()) as (port, _), sending(port):
        assert await until_settled(message) == ["sandboxed"]

    assert not await Job.objects.filter(name=sandbox_copies.JOB).aexists()


async def test_a_sandbox_copy_leads_to_a_message_that_has_html_alone(
    team: Team, redis_client: object, tmp_path: Path
) -> None:
    ani = await in_thread(make_person)("Ani", team, role="member")
    html = MIME.replace(b"text/plain", b"text/html").replace(b"Terima kasih.", b"<p>Terima kasih.</p>")
    message = await in_thread(make_message)(team, [ani.user.email], mime=html, sandbox=True)

    await in_thread(sandbox_copies.send)(team_id=team.pk, message_id=message.pk, position=0)
    async with running(Sink(keep=tmp_path)) as port, sending_mailings(port):
        await until_done(await Mailing.objects.aget(origin=SYSTEM))

    [(_, _, _, content)] = read_messages(tmp_path)
    body = message_from_bytes(content, policy=default).get_body(("plain",))
    assert body is not None
    place = f"{settings.APP_ORIGINS[0]}/events/{message.pk}/{to_milliseconds(message.accepted_at)}"
    assert place in body.get_content().replace("=\n", "")


async def test_a_sandbox_copy_needs_a_member_at_the_time_it_is_sent(team: Team, redis_client: object) -> None:
    ani = await in_thread(make_person)("Ani", team, role="member")
    message = await in_thread(make_message)(team, [ani.user.email], sandbox=True)
    await Member.objects.filter(user_id=ani.user.pk).aupdate(active=False)

    await in_thread(sandbox_copies.send)(team_id=team.pk, message_id=message.pk, position=0)

    assert not await Mailing.objects.aexists()


async def test_what_is_scheduled_waits_for_its_moment(team: Team) -> None:
    later = await in_thread(make_message)(team, ["ayu@example.com"], scheduled_at=clock.now() + timedelta(hours=1))
    now = await in_thread(make_message)(team, ["budi@example.com"])
    async with receiving(Sink()) as (port, sink), sending(port):
        assert await until_settled(now) == ["delivered"]
        assert await in_thread(states)(later) == ["scheduled"]
        await MessageRecipient.objects.filter(message_id=later.pk).aupdate(due_at=clock.now())
        assert await until_settled(later) == ["delivered"]

    assert sink.counts["received"] == 2
    await later.arefresh_from_db()
    assert later.state == "finished"


async def test_a_body_that_is_not_kept_goes_with_its_last_recipient(team: Team) -> None:
    gone = await in_thread(make_message)(team, ["ayu@example.com", "later@example.com"], body_expires_at=None)
    kept_one = await in_thread(make_message)(team, ["ayu@example.com"])
    rule = SinkRule(match="later@*", at="rcpt", answer="451 4.3.0 Not now", times=1)
    async with receiving(Sink(rules=[rule])) as (port, _), sending(port):
        await until(MessageRecipient.objects.filter(message_id=gone.pk, state="deferred").aexists)
        await until_settled(kept_one)
        assert await in_thread(has_body)(gone.pk)
        await MessageRecipient.objects.filter(message_id=gone.pk, state="deferred").aupdate(due_at=clock.now())
        assert await until_settled(gone) == ["delivered", "delivered"]

    assert not await in_thread(has_body)(gone.pk)
    assert await in_thread(has_body)(kept_one.pk)


async def test_a_message_without_its_body_fails(team: Team) -> None:
    message = await in_thread(make_message)(team, ["ayu@example.com"])
    await in_thread(lambda: _drop_body(message))()
    async with receiving(Sink()) as (port, sink), sending(port):
        assert await until_settled(message) == ["failed"]

    row = (await in_thread(recipients)(message))[0]
    assert (sink.counts["received"], row.code, row.enhanced, row.reply) == (
        0,
        554,
        "5.3.0",
        outgoing.BODY_DELETED_REPLY,
    )


def _drop_body(message: Message) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM transactional_body WHERE message_id = %s", [message.pk])


async def test_a_connection_that_breaks_after_the_body_leaves_a_doubt(
    team: Team, recorded_events: list[NewEvent]
) -> None:
    message = await in_thread(make_message)(team, ["doubt@example.com", "again@example.com"])
    rules = [
        SinkRule(match="doubt@*", at="dot", reset="after"),
        SinkRule(match="again@*", at="data", reset="before", times=1),
    ]
    async with receiving(Sink(rules=rules)) as (port, _), sending(port):
        assert await until_settled(message) == ["inDoubt", "delivered"]

    assert {(event.type, event.position) for event in recorded_events} == {("inDoubt", 0), ("delivered", 1)}
    await message.arefresh_from_db()
    assert message.state == "finished"


async def test_what_a_killed_process_had_is_in_doubt_and_nothing_else(
    team: Team, recorded_events: list[NewEvent]
) -> None:
    lost = await in_thread(make_message)(team, ["ayu@example.com"])
    waiting = await in_thread(make_message)(team, ["budi@example.com"])
    now = clock.now()
    async with await connect() as database:
        claimed = await sql.claim(
            database, worker=uuid7(), now=now, until=now - timedelta(seconds=1), most=1, room=1 << 20
        )
    assert [row.message_id for row in claimed] == [lost.pk]
    async with receiving(Sink()) as (port, sink), sending(port):
        assert await until_settled(waiting) == ["delivered"]
        assert await until_settled(lost) == ["inDoubt"]

    assert sink.counts["received"] == 1
    doubt = next(event for event in recorded_events if event.message_id == lost.pk)
    assert (doubt.type, doubt.detail["reply"]) == ("inDoubt", outgoing.LOST_REPLY)

    # A late response resolves the recipient, and is recorded.
    late = sql.RecipientResult(claimed[0], RecipientState.DELIVERED, clock.now(), code=250)
    assert await in_thread(outgoing.record_results)([late]) == 1
    assert await in_thread(states)(lost) == ["delivered"]
    # But never twice, and not in reverse.
    assert await in_thread(outgoing.record_results)([late]) == 0
    assert [event.type for event in recorded_events if event.message_id == lost.pk] == ["inDoubt", "delivered"]


async def test_what_became_of_several_teams_messages_is_written_at_once(
    team: Team, recorded_events: list[NewEvent]
) -> None:
    other = await in_thread(make_team)("Teh")
    made = [await in_thread(make_message)(each, [f"{number}@example.com"]) for number, each in enumerate((team, other))]
    now = clock.now()
    async with await connect() as database:
        claimed = await sql.claim(
            database, worker=uuid7(), now=now, until=now + timedelta(minutes=1), most=9, room=1 << 20
        )
    results = [
        sql.RecipientResult(row, RecipientState.BOUNCED, now, code=550, bounce="hard", mx="example.com")
        for row in claimed
    ]

    def record_results() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as taken:
            written = outgoing.record_results(results)
        asked = [query["sql"] for query in taken if "transactional_message" in query["sql"]]
        return written, len(asked)

    # Three statements lock, finish and count them, as for one team; another process's row is not changed, nor is a
    # repetition.
    assert await in_thread(record_results)() == (2, 2)
    assert await in_thread(record_results)() == (0, 2)
    for message, number in zip(made, "01", strict=True):
        assert await in_thread(states)(message) == ["bounced"]
        await message.arefresh_from_db()
        assert message.state == "finished"
        listed = await in_thread(lambda: list(Suppression.objects.for_team(message.team_id)))()  # noqa: B023
        assert [row.email for row in listed] == [f"{number}@example.com"]
        assert [event.recipient for event in recorded_events if event.message_id == message.pk] == [
            f"{number}@example.com"
        ]


async def test_a_result_that_cannot_be_written_holds_up_no_other(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    append = recording.append_all

    def refuse(new_events: Any) -> None:
        if any(event.recipient == "bad@example.com" for events in new_events.values() for event in events):
            raise IntegrityError("a row is gone")
        append(new_events)

    monkeypatch.setattr(recording, "append_all", refuse)
    bad = await in_thread(make_message)(team, ["bad@example.com"])
    good = await in_thread(make_message)(team, ["ayu@example.com"])
    async with receiving(Sink()) as (port, sink), sending(port):
        await received(sink, 2)
        assert await until_settled(good) == ["delivered"]

    assert await in_thread(states)(bad) == ["sending"]


async def test_teams_take_turns(team: Team) -> None:
    many = await in_thread(make_message)(team, [f"r{n}@example.com" for n in range(30)])
    other = await in_thread(make_team)("Teh")
    one = await in_thread(make_message)(other, ["ayu@example.com"])
    now = clock.now()
    async with await connect() as database:
        claimed = await sql.claim(
            database, worker=uuid7(), now=now, until=now + timedelta(minutes=1), most=10, room=1 << 20
        )
        second = await sql.claim(
            database, worker=uuid7(), now=now, until=now + timedelta(minutes=1), most=50, room=1 << 20
        )

    assert len(claimed) == 10
    assert one.pk in {row.message_id for row in claimed}
    assert {row.message_id for row in second} == {many.pk}
    assert len(second) == 21


async def test_a_suspended_team_waits(team: Team) -> None:
    await in_thread(make_message)(team, ["ayu@example.com"])
    await Team.objects.filter(pk=team.pk).aupdate(suspended_at=clock.now())
    now = clock.now()
    async with await connect() as database:
        values: dict[str, Any] = {"worker": uuid7(), "now": now, "until": now, "most": 10, "room": 1 << 20}
        assert await sql.claim(database, **values) == []
        await Team.objects.filter(pk=team.pk).aupdate(suspended_at=None)
        assert await sql.claim(database, **values, relay=False) == []
        assert len(await sql.claim(database, **values)) == 1


async def test_memory_holds_no_more_than_there_is_room_for(team: Team) -> None:
    for n in range(3):
        await in_thread(make_message)(team, [f"r{n}@example.com"], size=600)
    now = clock.now()
    async with await connect() as database:
        values: dict[str, Any] = {"worker": uuid7(), "now": now, "until": now + timedelta(minutes=1), "most": 10}
        assert len(await sql.claim(database, **values, room=1_300)) == 2
        # A message larger than the remaining memory is claimed alone.
        assert len(await sql.claim(database, **values, room=0)) == 1


async def test_nothing_is_claimed_while_memory_is_full(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MAX_CLAIMED_BYTES", 2 * len(MIME))
    rooms: list[int] = []
    claim = sql.claim

    async def note(*arguments: Any, **options: Any) -> Any:
        rooms.append(options["room"])
        return await claim(*arguments, **options)

    monkeypatch.setattr(sql, "claim", note)
    made = [await in_thread(make_message)(team, [f"r{n}@example.com"]) for n in range(4)]
    async with receiving(Sink(halt_after=1)) as (port, sink), sending(port) as process:
        await until(lambda: _true(len(process._held) == 2 and bool(sink.halted)))
        process._due.set()
        await until(lambda: _true(not process._due.is_set()))
        assert len(process._held) == 2
        assert 0 not in rooms
        sink.go_on()
        for message in made:
            assert await until_settled(message) == ["delivered"]

    assert 0 not in rooms


async def test_a_lost_database_leaves_nothing_in_doubt_that_was_not_sent(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch = sql.fetch_bodies
    failed: list[bool] = []

    async def lose_once(*arguments: Any) -> Any:
        if not failed:
            failed.append(True)
            raise psycopg.OperationalError("the connection is lost")
        return await fetch(*arguments)

    monkeypatch.setattr(sql, "fetch_bodies", lose_once)
    message = await in_thread(make_message)(team, ["ayu@example.com", "budi@example.com"])
    async with receiving(Sink()) as (port, sink), sending(port):
        assert await until_settled(message) == ["delivered", "delivered"]

    assert (failed, sink.counts["received"]) == ([True], 2)
    assert [row.attempt for row in await in_thread(recipients)(message)] == [1, 1]


async def test_what_is_claimed_during_the_stop_goes_back(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    claim, claimed = sql.claim, asyncio.Event()
    running: list[messages.MessageSender] = []

    async def wait_for_stop(*arguments: Any, **options: Any) -> Any:
        rows = await claim(*arguments, **options)
        if rows:
            claimed.set()
            await running[0].stopping.wait()
        return rows

    monkeypatch.setattr(sql, "claim", wait_for_stop)
    message = await in_thread(make_message)(team, ["ayu@example.com"])
    async with receiving(Sink()) as (port, _), sending(port) as process:
        running.append(process)
        await asyncio.wait_for(claimed.wait(), 20)

    # It goes to another process, or a connection took it before it ended: its outcome is known.
    assert await in_thread(states)(message) in (["queued"], ["delivered"])


async def test_what_nobody_takes_makes_room_for_others(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.transactional.wire.messages.STALE_SECONDS", 0.0)
    slow = await in_thread(make_message)(team, [f"r{n}@slow.example" for n in range(25)])
    rule = SinkRule(match="*@slow.example", at="dot", delay=30)
    async with receiving(Sink(rules=[rule])) as (port, _), sending(port, connections=3, concurrency=2) as process:
        await until(lambda: _true(len(process._held) >= 20))
        quick = await in_thread(make_message)(team, ["ayu@quick.example"])
        assert await until_settled(quick) == ["delivered"]
        held = await MessageRecipient.objects.filter(message_id=slow.pk, state="sending").acount()
        attempts = await MessageRecipient.objects.filter(message_id=slow.pk, state="queued", attempt=0).acount()
    assert held >= 2
    assert attempts > 0


async def test_opens_and_clicks_are_followed_where_that_is_asked(team: Team, tmp_path: Any) -> None:
    html = (
        b"From: toko@kopi.example\r\nSubject: x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
        b'<p><a href="https://shop.example/?a=1&amp;b=2">Belanja</a></p>\r\n'
    )
    message = await in_thread(make_message)(team, ["ayu@example.com"], mime=html, track_opens=True, track_clicks=True)
    async with receiving(Sink(keep=tmp_path)) as (port, _), sending(port):
        assert await until_settled(message) == ["delivered"]

    token = keys.get_key_ring().message_token(message.pk, 0)
    html_sent = message_from_bytes(mails(tmp_path)[0].data, policy=default).get_content()
    origin = settings.PAGES_ORIGIN
    assert html_sent.startswith(f'<p><a href="{origin}/c/1/{token}">Belanja</a></p>')
    assert f'<img src="{origin}/o/{token}.gif"' in html_sent
    links = await in_thread(lambda: [(row.number, row.url) for row in MessageLink.objects.for_team(team)])()
    assert links == [(1, "https://shop.example/?a=1&b=2")]
