"""The sender with a real database and a scripted relay: every recipient is accounted for, once."""

import json
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections

from bench.sink import Sink, SinkRule, read_messages, running
from server.campaigns.origins import CAMPAIGN
from server.contacts.models import Contact, FeedEntry
from server.contacts.states import ContactState
from server.core import clock, system_email
from server.delivery.models import (
    Batch,
    BatchState,
    Event,
    Mailing,
    MailingCounters,
    MailingMinute,
    MailingState,
    Recipient,
    SendLog,
    Suppression,
)
from server.delivery.origins import SYSTEM
from server.delivery.services import mailings, system
from server.delivery.sql import contact_timeline
from server.delivery.states import SuppressionReason
from server.delivery.wire.leases import WINDOW_SIZE
from server.plans import quota
from server.plans.features import EMAIL_SENT
from server.teams.models import Team
from server.teams.services import suspension
from tests.cast import make_plan, make_team
from tests.server.delivery.mailing_factory import (
    addresses,
    in_thread,
    make_mailing,
    received,
    sending,
    start,
    until,
    until_done,
    until_released,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


def counted(mailing: Mailing) -> dict[str, int]:
    names = ("sent", "failed", "suppressed", "in_doubt", "hard_bounced", "soft_bounced", "deferred")
    return {name: getattr(mailing.counters, name) for name in names if getattr(mailing.counters, name)}


def logged(mailing: Mailing) -> Counter[str]:
    return Counter(SendLog.objects.filter(mailing_id=mailing.pk).values_list("state", flat=True))


async def test_every_recipient_gets_one_message(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(1203))
    sink = Sink()

    async with running(sink) as port, sending(port):
        done = await until_done(mailing)

    assert sink.counts["received"] == 1203
    assert counted(done) == {"sent": 1203}
    assert done.finished_at is not None
    assert await in_thread(logged)(mailing) == {"sent": 1203}
    entries = [entry async for entry in FeedEntry.objects.for_team(team).filter(kind="email.sent")]
    assert sorted(key for entry in entries for key in entry.contact_ids) == [1_000_000 + n for n in range(1203)]
    at = {1_000_000 + row.position: row.at async for row in SendLog.objects.for_team(team)}
    for entry in entries:
        # One time and one mailing for a whole window.
        assert entry.subjects == [mailing.pk]
        assert {at[key] for key in entry.contact_ids} == {
            datetime.fromtimestamp(0, UTC) + timedelta(microseconds=moment) for moment in entry.moments
        }
    minutes = [row async for row in MailingMinute.objects.for_team(team).filter(what="sent")]
    assert sum(row.count for row in minutes) == 1203
    assert await Batch.objects.filter(mailing=mailing, state=BatchState.DONE).acount() == 3


async def test_refusals_are_told_apart(team: Team) -> None:
    emails = [*addresses(5, "ok"), *addresses(4, "gone"), *addresses(3, "spam"), *addresses(2, "full"), "bad@-x"]
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, emails)
    rules = [
        SinkRule(match="gone*", at="rcpt", answer="550 5.1.1 No such user"),
        SinkRule(match="spam*", at="dot", answer="554 5.7.1 Blocked"),
        SinkRule(match="full*", at="rcpt", answer="552 5.2.2 Full"),
    ]

    async with running(Sink(rules=rules)) as port, sending(port):
        done = await until_done(mailing)

    assert counted(done) == {"sent": 5, "failed": 10, "hard_bounced": 5, "soft_bounced": 5}
    rows = [row async for row in SendLog.objects.filter(mailing_id=mailing.pk, state="failed").order_by("position")]
    assert Counter((row.bounce, row.code, row.enhanced) for row in rows) == {
        ("hard", 550, "5.1.1"): 4,
        ("block", 554, "5.7.1"): 3,
        ("full", 552, "5.2.2"): 2,
        ("hard", 553, "5.1.3"): 1,
    }
    suppressed = [s.email async for s in Suppression.objects.for_team(team).order_by("email")]
    assert suppressed == ["bad@-x", *sorted(addresses(4, "gone"))]
    assert await Event.objects.for_team(team).filter(kind="bounce").acount() == 10


async def test_a_message_that_tags_make_too_large_fails_for_its_recipient_alone(team: Team) -> None:
    body = "{% for item in firstname %}" + "{{ item }}" * 200 + "{% endfor %}"
    mailing = await in_thread(make_mailing)(team, body=body)
    await in_thread(start)(mailing, addresses(2))
    large = {"firstname": ["x" * 4_000] * 30}
    await Recipient.objects.filter(mailing=mailing, email="r1@example.com").aupdate(fields=large)

    async with running(Sink()) as port, sending(port):
        done = await until_done(mailing)

    assert counted(done) == {"sent": 1, "failed": 1}
    [row] = [row async for row in SendLog.objects.filter(mailing_id=mailing.pk, state="failed")]
    assert (row.bounce, row.code, row.enhanced) == ("sender", 552, "5.3.4")
    assert row.reply == "Merge tags made this message too large"
    assert not await Suppression.objects.for_team(team).aexists()


async def test_a_refusal_for_now_is_tried_again_when_it_is_due(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(6))
    sink = Sink(rules=[SinkRule(match="r[0-2]@*", at="rcpt", answer="451 4.7.1 Greylisted", times=1)])

    async with running(sink) as port, sending(port):
        await until(Batch.objects.filter(mailing=mailing, attempt=2).aexists)
        again = await Batch.objects.filter(mailing=mailing, attempt=2).aget()
        waited = (again.due_at - clock.now()).total_seconds()
        assert sink.counts["received"] == 3
        await Batch.objects.filter(mailing=mailing).aupdate(due_at=clock.now())
        done = await until_done(mailing)

    assert 50 < waited <= 60
    assert again.positions == [0, 1, 2]
    assert counted(done) == {"sent": 6, "deferred": 3}
    assert [row.attempt async for row in SendLog.objects.filter(mailing_id=mailing.pk).order_by("position")] == [
        2,
        2,
        2,
        1,
        1,
        1,
    ]
    assert sink.counts["received"] == 6


async def test_a_refusal_for_now_fails_after_the_last_attempt(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, ["a@example.com"])
    await Batch.objects.filter(mailing=mailing).aupdate(attempt=9)

    async with running(Sink(rules=[SinkRule(at="rcpt", answer="451 4.3.0 Later")])) as port, sending(port):
        done = await until_done(mailing)

    assert counted(done) == {"failed": 1, "soft_bounced": 1}


async def test_suppression_is_looked_up_at_the_last_moment(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(5))
    now = clock.now()
    await Suppression.objects.acreate(team=team, email="r1@example.com", reason="unsubscribed", created_at=now)
    other = await in_thread(make_team)("Teh")
    await Suppression.objects.acreate(team=other, email="r2@example.com", reason="unsubscribed", created_at=now)
    await Suppression.objects.acreate(
        team=team, email="r3@example.com", reason="manual", created_at=now, expires_at=now
    )
    sink = Sink()

    async with running(sink) as port, sending(port):
        done = await until_done(mailing)

    assert counted(done) == {"sent": 4, "suppressed": 1}
    assert sink.counts["received"] == 4


async def test_the_contacts_own_state_counts_and_no_later_change_outweighs_a_suppression(team: Team) -> None:
    before, now = clock.now() - timedelta(days=2), clock.now()
    states = ["subscribed", "unsubscribed", "bounced", *["subscribed"] * len(SuppressionReason)]
    contacts = [
        await Contact.objects.acreate(
            team=team, email=f"r{n}@example.com", state=state, created_at=before, updated_at=now if n > 2 else before
        )
        for n, state in enumerate(states)
    ]
    for n, reason in enumerate(SuppressionReason, start=3):
        await Suppression.objects.acreate(
            team=team, email=f"r{n}@example.com", reason=reason, created_at=now - timedelta(days=1)
        )
    mailing = await in_thread(make_mailing)(team)
    await in_thread(mailings.send_rows)(
        mailing=mailing, rows=[(contact.pk, contact.email, {"firstname": "x"}) for contact in contacts]
    )

    async with running(Sink()) as port, sending(port):
        done = await until_done(mailing)

    rows = SendLog.objects.filter(mailing_id=mailing.pk).order_by("position")
    assert [row.state async for row in rows] == ["sent", *["suppressed"] * 8]
    assert counted(done) == {"sent": 1, "suppressed": 8}


async def test_a_hard_bounce_replaces_every_expired_suppression(team: Team) -> None:
    before = clock.now() - timedelta(days=1)
    for reason in SuppressionReason:
        await Suppression.objects.acreate(
            team=team, email=f"{reason.lower()}@example.com", reason=reason, created_at=before, expires_at=before
        )
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, [f"{reason.lower()}@example.com" for reason in SuppressionReason])

    async with (
        running(Sink(rules=[SinkRule(at="rcpt", answer="550 5.1.1 No such user")])) as port,
        sending(port),
    ):
        done = await until_done(mailing)

    assert counted(done) == {"failed": 6, "hard_bounced": 6}
    rows = [row async for row in Suppression.objects.for_team(team)]
    assert {row.email.partition("@")[0]: row.reason for row in rows} == {
        "unsubscribed": "hardBounce",
        "hardbounce": "hardBounce",
        "complaint": "hardBounce",
        "manual": "hardBounce",
        "sunset": "hardBounce",
        "softbounce": "hardBounce",
    }
    assert {(row.marketing_only, row.expires_at, row.mailing_id) for row in rows} == {(False, None, mailing.pk)}
    assert all(row.created_at > before for row in rows)


async def test_who_is_erased_before_his_turn_gets_nothing(team: Team) -> None:
    now = clock.now()
    ani, budi = [
        await Contact.objects.acreate(team=team, email=f"{name}@example.com", created_at=now, updated_at=now)
        for name in ("ani", "budi")
    ]
    mailing = await in_thread(make_mailing)(team)
    rows = [(one.pk, one.email, {"firstname": "x"}) for one in (ani, budi)]
    await in_thread(mailings.send_rows)(mailing=mailing, rows=rows)
    await in_thread(contact_timeline.anonymize_contact)(team.pk, contact_id=ani.pk)
    sink = Sink()

    async with running(sink) as port, sending(port):
        done = await until_done(mailing)

    assert counted(done) == {"sent": 1, "suppressed": 1}
    assert sink.counts["received"] == 1
    assert not await Suppression.objects.for_team(team).aexists()
    kept = [row async for row in Recipient.objects.filter(mailing=mailing).order_by("position")]
    assert [(row.contact_id, row.email) for row in kept] == [(None, ""), (budi.pk, budi.email)]


async def test_a_dead_address_sets_its_contact_to_bounced(team: Team) -> None:
    now = clock.now()
    contact = await Contact.objects.acreate(team=team, email="gone@example.com", created_at=now, updated_at=now)
    mailing = await in_thread(make_mailing)(team)
    await in_thread(mailings.send_rows)(mailing=mailing, rows=[(contact.pk, contact.email, {"firstname": "x"})])

    sink = Sink(rules=[SinkRule(at="rcpt", answer="550 5.1.1 No such user")])
    async with running(sink) as port, sending(port):
        await until_done(mailing)
        await until(Contact.objects.for_team(team).filter(pk=contact.pk, state=ContactState.BOUNCED).aexists)

    assert not await Suppression.objects.for_team(team).filter(is_told=False).aexists()


async def test_system_mail_is_not_followed_and_asks_no_suppression_list(team: Team, tmp_path: Path) -> None:
    await Suppression.objects.acreate(
        team=team, email="ani@example.com", reason="unsubscribed", marketing_only=False, created_at=clock.now()
    )
    await in_thread(system_email.send)(
        to="ani@example.com",
        template="validate-email",
        context={"name": "Ani", "link": "https://app.example/validate/x"},
        language="id",
    )
    mailing = await Mailing.objects.aget(origin=SYSTEM)

    async with running(Sink(keep=tmp_path)) as port, sending(port):
        done = await until_done(mailing)

    assert counted(done) == {"sent": 1}
    [(_, _, recipient, data)] = read_messages(tmp_path)
    body = data.replace(b"=\r\n", b"")
    assert recipient == "ani@example.com"
    assert b"Subject: Konfirmasi alamat email Anda\r\n" in body
    assert b'href=3D"https://app.example/validate/x"' in body
    assert b"List-Unsubscribe" not in body
    assert b"/o/" not in body


async def test_a_pause_is_seen_within_a_window_and_resumed(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(1500))
    sink = Sink(halt_after=50)

    async with running(sink) as port, sending(port, connections=2):
        await received(sink, 50)
        await in_thread(mailings.pause)(mailing=mailing)
        sink.go_on()
        await until_released(mailing)
        paused_at = sink.counts["received"]
        figures = await in_thread(logged)(mailing)
        assert figures == {"sent": paused_at}
        assert paused_at < 1000
        await in_thread(mailings.resume)(mailing=mailing)
        done = await until_done(mailing)

    assert counted(done) == {"sent": 1500}
    assert sink.counts["received"] == 1500


async def test_a_suspended_team_sends_nothing_more_until_it_is_restored(team: Team) -> None:
    other = await in_thread(make_team)("Teh")
    mailing, others = await in_thread(make_mailing)(team), await in_thread(make_mailing)(other)
    await in_thread(start)(mailing, addresses(1500))
    sink = Sink(halt_after=50)

    async with running(sink) as port, sending(port, connections=2):
        await received(sink, 50)
        await in_thread(suspension.suspend)(team_id=team.pk, reason="Unpaid")
        sink.go_on()
        await until_released(mailing)
        stopped_at = sink.counts["received"]
        assert stopped_at < 1000
        assert await in_thread(logged)(mailing) == {"sent": stopped_at}
        await in_thread(start)(others, addresses(60, "t"))
        await until_done(others)
        await in_thread(system_email.send)(
            to="ani@example.com",
            template="validate-email",
            context={"name": "Ani", "link": "https://app.example/validate/x"},
            language="en",
        )
        await received(sink, stopped_at + 61)
        assert await in_thread(logged)(mailing) == {"sent": stopped_at}
        await in_thread(suspension.restore)(team_id=team.pk)
        done = await until_done(mailing)

    assert counted(done) == {"sent": 1500}
    assert sink.counts["received"] == 1561


async def test_a_cancelled_mailing_ends_and_gives_its_quota_back(team: Team) -> None:
    await in_thread(make_plan)("SAMPLE")
    mailing = await in_thread(make_mailing)(team, origin=CAMPAIGN)
    source = await in_thread(make_mailing)(team)
    await in_thread(start)(source, addresses(900))
    await Mailing.objects.filter(pk=source.pk).aupdate(state=MailingState.DONE)
    await in_thread(_start_from)(mailing, source)
    sink = Sink(halt_after=50)

    async with running(sink) as port, sending(port, connections=2):
        await received(sink, 50)
        await in_thread(mailings.cancel)(mailing=mailing)
        sink.go_on()
        await until(lambda: in_thread(_nothing_held)(team))

    standing = await in_thread(quota.get_state)(team_id=team.pk, limit=EMAIL_SENT)
    assert standing.used == sink.counts["received"]
    assert 50 <= standing.used < 900


def _nothing_held(team: Team) -> bool:
    return quota.get_state(team_id=team.pk, limit=EMAIL_SENT).reserved == 0


def _start_from(mailing: Mailing, source: Mailing) -> int:
    rows = Recipient.objects.filter(mailing=source).values_list("contact_id", "email", "fields")
    return mailings.start(mailing=mailing, recipients=rows)


async def test_a_batch_left_by_a_crash_is_named_in_doubt_and_the_rest_is_sent(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(500))
    now = clock.now()
    await Batch.objects.filter(mailing=mailing).aupdate(
        state=BatchState.LEASED, lease_until=now, worker="dead", fence=1, high_water=200
    )
    started = (await Mailing.objects.aget(pk=mailing.pk)).started_at
    await in_thread(_log_sent)(mailing, started, range(100))
    sink = Sink()

    async with running(sink) as port, sending(port):
        done = await until_done(mailing)

    assert await in_thread(logged)(mailing) == {"sent": 400, "inDoubt": 100}
    assert counted(done) == {"sent": 300, "in_doubt": 100}
    assert sink.counts["received"] == 300


def _log_sent(mailing: Mailing, started: Any, positions: range) -> None:
    with connection.cursor() as cursor:
        for position in positions:
            cursor.execute(
                "INSERT INTO delivery_send_log (mailing_id, position, mailed_at, at, state, bounce, code, enhanced,"
                " reply, attempt) VALUES (%s, %s, %s, %s, 'sent', '', 250, '', '', 1)",
                [mailing.pk, position, started, started],
            )


async def test_a_holder_whose_lease_passed_on_writes_nothing_and_resolves_the_doubts(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(WINDOW_SIZE))
    sink = Sink(halt_after=1)

    async with running(sink) as port, sending(port, connections=1):
        await received(sink, 1)
        await until(Batch.objects.filter(mailing=mailing, high_water=WINDOW_SIZE).aexists)
        await Batch.objects.filter(mailing=mailing).aupdate(lease_until=clock.now())
        await until(MailingCounters.objects.filter(pk=mailing.pk, in_doubt__gt=0).aexists)
        sink.go_on()
        await until(lambda: in_thread(_all_logged)(mailing, sink))

    done = await Mailing.objects.select_related("counters").aget(pk=mailing.pk)
    found = await in_thread(logged)(mailing)
    assert sum(found.values()) == WINDOW_SIZE
    assert found["sent"] == sink.counts["received"]
    assert (done.counters.sent, done.counters.in_doubt) == (found["sent"], found["inDoubt"])


def _all_logged(mailing: Mailing, sink: Sink) -> bool:
    return logged(mailing)["sent"] == sink.counts["received"]


async def test_a_connection_that_breaks_leaves_no_message_untold(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(300))
    rules = [
        SinkRule(match="r1?@*", at="data", reset="before", times=1),
        SinkRule(match="r2?@*", at="data", reset="inside", times=1),
        SinkRule(match="r3?@*", at="dot", reset="after", times=1),
    ]
    sink = Sink(rules=rules)

    async with running(sink) as port, sending(port):
        done = await until_done(mailing)

    assert counted(done) == {"sent": 280, "in_doubt": 20}
    assert sink.counts["received"] == 290
    assert sink.counts["reset"] == 30


async def test_a_database_that_breaks_off_leaves_everybody_accounted_for(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(800))
    sink = Sink(halt_after=100)

    async with running(sink) as port, sending(port, lease_seconds=1):
        await received(sink, 100)
        await in_thread(_break_off)()
        sink.go_on()
        done = await until_done(mailing)

    found = await in_thread(logged)(mailing)
    assert sum(found.values()) == 800
    assert found["sent"] <= sink.counts["received"] <= 800
    assert (done.counters.sent, done.counters.in_doubt) == (found["sent"], found["inDoubt"])
    assert 0 < found["inDoubt"] <= 2 * 2 * WINDOW_SIZE


def _break_off() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'dashboard-delivery' AND datname = current_database()"
        )


async def test_without_a_relay_a_batch_is_given_back_and_sent_later(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.delivery.wire.leases.STALLED_SECONDS", 0.3)
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(120))

    async with sending(1):
        await until(Batch.objects.filter(mailing=mailing, parent_id__isnull=False).aexists)
        await until_released(mailing)
    assert await in_thread(logged)(mailing) == {}
    await Batch.objects.filter(mailing=mailing).aupdate(due_at=clock.now())
    sink = Sink()
    async with running(sink) as port, sending(port):
        done = await until_done(mailing)

    assert counted(done) == {"sent": 120}
    assert sink.counts["received"] == 120


async def test_system_mail_overtakes_a_large_mailing(team: Team, tmp_path: Path) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(2000))
    sink = Sink(halt_after=20, ledger=tmp_path / "ledger")

    async with running(sink) as port, sending(port, connections=1):
        await received(sink, 20)
        urgent = await in_thread(system.send)(
            to="ani@example.com", template="validate-email", context={"name": "", "link": "https://x"}, language="en"
        )
        await until(Batch.objects.filter(mailing=urgent, high_water__gt=0).aexists)
        sink.go_on()
        await until_done(urgent)

    order = [json.loads(line)["recipient"] for line in (tmp_path / "ledger").read_text().splitlines()]
    assert order.index("ani@example.com") <= 20 + 2 * WINDOW_SIZE
