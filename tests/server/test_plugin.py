"""An app plugs into lower apps from its own folder (tests/plugin), and leaves nothing behind when it is removed."""

import json
import runpy
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import connection, connections
from django.db.models import JSONField, Value
from pytest_django import Settings

import server.urls  # noqa: F401 -- its schemas are built without the app
from bin.local import paths
from server.accounts.models import User
from server.activity.services import record
from server.campaigns.selectors import campaigns as selectors
from server.campaigns.services import campaigns, sending
from server.campaigns.shapes import row_out
from server.contacts import timeline, undo_retention
from server.contacts.filters import ContactFilter
from server.contacts.models import Contact, ContactLabel
from server.contacts.services import bulk, contact_feed
from server.core import clock, deltas, demo, jobs, origins, partitions, registry, rooms, system_email
from server.core.async_database import connect
from server.core.errors import FieldsInvalid, NotFound
from server.core.models import Job
from server.core.pagination import PageQuery
from server.core.schedules import SCHEDULES
from server.dashboard.demo import scenarios
from server.delivery.compiling import EmailContent
from server.delivery.models import (
    FrequencyCap,
    FrequencyClaim,
    Mailing,
    MailingCounters,
    MailingState,
    Recipient,
    Stream,
)
from server.delivery.services import continuous_mailings as standing
from server.delivery.services import mailings, pools
from server.delivery.services.continuous_mailings import Candidate
from server.delivery.sql import sending as wire
from server.documents import owners
from server.notifications.services.creation import notify
from server.plans import limits, quota
from server.plans.errors import SendLimitExceeded
from server.plans.features import EMAIL_SENT
from server.plans.models import Plan, QuotaUsage
from server.plans.services import offered_plans
from server.plans.services.offered_plans import build_feature_groups
from server.segments import activities, watchers
from server.segments.columns import building
from server.segments.fields import RuleCatalogue
from server.segments.rules.tree import Group, Rules
from server.segments.selectors import matches
from server.teams.models import Team
from server.teams.services import suspension, teams
from server.webhooks.kinds import WebhookEvent
from server.webhooks.services import endpoints, publishing
from server.webhooks.states import DisabledReason
from tests.cast import Person, make_team
from tests.plugin import cards, rules, webhooks
from tests.plugs import ASKED
from tests.server.campaigns.conftest import make_campaign, make_sender
from tests.server.contacts.factories import make_contact, make_label
from tests.server.delivery.mailing_factory import in_thread, make_mailing, start
from tests.server.delivery.test_pools import pool_with_address
from tests.server.segments.population import NOW, Population
from tests.server.segments.test_agreement import check
from tests.server.webhooks.receiver import Answer, receiving
from tests.server.webhooks.rounds import delivering, verified

pytestmark = pytest.mark.django_db
demo.load()  # so that no chapter of another app is loaded with the app
# Computed once from all contributions.
MADE_ONCE = (origins._list_pages_prefixes, origins._list_shared_prefixes, timeline.build_item_schema)

Ledger = list[tuple[str, Any]]
INSTALLED = """
import json
from django.conf import settings
settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "tests.plugin"]
import django
django.setup()
from django.utils.module_loading import autodiscover_modules
autodiscover_modules("jobs")
import server.urls
from server.api import api
from server.core import in_use, jobs
from server.contacts import timeline
document = json.dumps(api.get_openapi_schema())
print(json.dumps({
    "activity": '"advice"' in document and '"card"' in document,
    "timeline": '"cardIssued"' in document,
    "entry": "card" in timeline.build_item_schema().model_fields,
    "uses": "card" in in_use.list_kinds(),
    "job": "cards.print" in jobs.HANDLERS,
    "campaign": json.loads(document)["components"]["schemas"]["CampaignKind"],
    "rule": "CardRule" in document,
}))
"""


@contextmanager
def plugged_in() -> Iterator[set[str]]:
    """Loads the app. Yields the nouns of the plugin points that it has added to."""
    before = [dict(plug.entries) for plug in registry.EXTENSION_POINTS]
    try:
        for module in ("contributions", "jobs", "demo"):
            runpy.run_module(f"tests.plugin.{module}")
        _clear_caches()
        pairs = zip(registry.EXTENSION_POINTS, before, strict=True)
        yield {plug.noun for plug, entries in pairs if plug.entries != entries}
    finally:
        for plug, entries in zip(registry.EXTENSION_POINTS, before, strict=True):
            plug.entries.clear()
            plug.entries.update(entries)
        _clear_caches()


def _clear_caches() -> None:
    for made in MADE_ONCE:
        made.cache_clear()
    for model in (Group, Rules):
        model.model_rebuild(force=True)


@pytest.fixture
def plugged() -> Iterator[Ledger]:
    """Loads the app. Yields its recorded calls."""
    cards.LEDGER.clear()
    with plugged_in():
        yield cards.LEDGER


def test_it_plugs_into_all_registries_and_leaves_nothing() -> None:
    before = [dict(plug.entries) for plug in registry.EXTENSION_POINTS]

    with plugged_in() as added:
        # A port has one provider, which is another app.
        assert added == {plug.noun for plug in registry.EXTENSION_POINTS if not isinstance(plug, registry.Port)}
        assert origins.is_pages_path("/cards-of/ayu")

    assert [plug.entries for plug in registry.EXTENSION_POINTS] == before
    assert not origins.is_pages_path("/cards-of/ayu")


def test_its_room_is_joined_by_those_who_may(alice: Person, mallory: Person, plugged: Ledger) -> None:
    kind = rooms.find_kind("card")
    assert kind is not None
    mine, theirs = alice.team.pk, mallory.team.pk

    with connection.cursor() as cursor:
        cursor.execute(f"{ASKED} {kind.query}", [[mine, mine], [str(mine), str(theirs)]])
        joined = cursor.fetchall()

    assert (joined, kind.permission) == ([(mine, str(mine))], "card.view")


def test_its_records_keep_lower_ones_from_being_deleted(alice: Person, plugged: Ledger) -> None:
    label = make_label(alice.team, "VIP")

    refused = alice.api.delete(f"contacts/label/{label.pk}")

    assert (refused.status_code, refused.json()["code"]) == (409, "inUse")
    assert refused.json()["payload"] == {"uses": [{"kind": "card", "name": f"Card of {label.pk}"}]}
    assert ContactLabel.objects.for_team(alice.team).filter(pk=label.pk).exists()


def test_its_step_is_in_the_onboarding(alice: Person, plugged: Ledger) -> None:
    plugged.append(("issued", None))

    features = alice.api.get("companies/onboarding").json()["features"]

    assert features[-1] == {"name": "issueCard", "done": True}


def test_its_entries_are_in_the_timeline(alice: Person, plugged: Ledger) -> None:
    contact = make_contact(alice.team, "ayu@example.com")

    found = timeline.list_page(team_id=alice.team.pk, contact_id=contact.pk, wanted=["cardIssued"], after=None, size=10)
    [(key, entry)] = found.items
    item = timeline.build_item(key, entry).model_dump(mode="json", by_alias=True)

    assert (item["key"], item["kind"], item["card"]) == (f"card:{contact.pk}", "cardIssued", "Gold")


def test_its_notifications_come_in_both_languages(alice: Person, bob: Person, plugged: Ledger) -> None:
    User.objects.filter(pk=bob.user.pk).update(language="id")

    notify("card.issued", team_id=alice.team.pk, card="Gold", count=1200)

    [mine], [theirs] = (person.api.get("notifications").json()["items"] for person in (alice, bob))
    assert (mine["title"], mine["message"], mine["link"]) == ("Gold was issued", "Cards issued: 1,200.", "/cards")
    assert (theirs["title"], theirs["message"]) == ("Gold sudah diterbitkan", "Kartu diterbitkan: 1.200.")


def test_its_acts_are_in_the_activity(alice: Person, plugged: Ledger) -> None:
    record(team_id=alice.team.pk, reference="card", action="CREATED", name="Gold", by=alice.caller)
    with pytest.raises(ValueError, match="SENT of card"):
        record(team_id=alice.team.pk, reference="card", action="SENT", name="Gold", by=alice.caller)

    [entry] = alice.api.get("activity").json()["items"]

    assert (entry["reference"], entry["action"], entry["name"]) == ("card", "CREATED", "Gold")


def test_its_emails_are_sent(alice: Person, plugged: Ledger) -> None:
    context = {"card": "Gold", "name": "Ayu"}

    system_email.send(to=alice.user.email, template="card-issued", context=context, language="id")

    assert Mailing.objects.get().subject == "Kartu {{ card }} Anda"


def test_its_operation_runs_on_many_contacts(alice: Person, plugged: Ledger) -> None:
    ids = [make_contact(alice.team, f"c{number}@example.com").pk for number in range(3)]
    wanted = ContactFilter.model_validate({"search": "c"})

    bulk.start(team_id=alice.team.pk, kind="issueCard", wanted=wanted, options={"card": "Gold"}, by=alice.caller)
    claimed = jobs.claim(Job.objects.get().pk)
    assert claimed is not None
    jobs.run(claimed)

    assert plugged == [("Gold", ids)]


def test_its_jobs_and_schedules_run(alice: Person, plugged: Ledger) -> None:
    jobs.enqueue("cards.print", team_id=str(alice.team.pk), card="Gold")
    claimed = jobs.claim(Job.objects.get().pk)
    assert claimed is not None

    jobs.run(claimed)
    SCHEDULES["purge.cards.expired"].run()

    assert plugged == [("printed", (str(alice.team.pk), "Gold")), ("expired", None)]
    assert SCHEDULES["cards.count"].seconds == 30


def test_a_failed_job_is_reported_to_it(alice: Person, plugged: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs.enqueue("cards.print", team_id=str(alice.team.pk), card="Gold")
    Job.objects.update(most_attempts=1)
    claimed = jobs.claim(Job.objects.get().pk)
    assert claimed is not None

    # Undone before the app is unloaded.
    with monkeypatch.context() as patched, pytest.raises(ZeroDivisionError):
        patched.setitem(jobs.HANDLERS.entries, "cards.print", lambda **_: 1 / 0)
        jobs.run(claimed)

    assert plugged == [("not printed", ("Gold", "ZeroDivisionError"))]


def test_its_rules_choose_contacts(alice: Person, plugged: Ledger) -> None:
    ids = [make_contact(alice.team, f"c{number}@example.com").pk for number in range(6)]
    rule = {"kind": "card", "tier": "Gold"}
    wanted = Rules.of_stored({"kind": "group", "rules": [{"kind": "group", "rules": [rule]}]})
    unknown = Rules.of_stored({"kind": "group", "rules": [rule | {"tier": "Iron"}]})

    found = matches.list_ids(team_id=alice.team.pk, rules=wanted).to_list()
    verdicts = [matches.explain_match(team_id=alice.team.pk, rules=wanted, contact_id=key).holds for key in ids]
    with pytest.raises(FieldsInvalid) as refused:
        RuleCatalogue.of(alice.team.pk).check(unknown)

    assert found == [key for key in ids if key % 3 == 0]
    assert verdicts == [key % 3 == 0 for key in ids]
    assert refused.value.payload is not None
    assert refused.value.payload["field"] == "rules.rules.0.tier"


def test_its_rules_agree_with_themselves_among_others(alice: Person, plugged: Ledger) -> None:
    with time_machine.travel(NOW, tick=False):
        people = Population(alice.team, 7, 60, more_conditions=[rules.draw])
        people.happen(10)
        assert building.refresh_team(alice.team.pk)
        people.add(5)
        check(people, 40)


def test_its_chapter_is_in_the_demo_and_changes_no_other(settings: Settings, tmp_path: Path) -> None:
    settings.DEMO, settings.UPLOAD_FOLDER = True, tmp_path
    offered_plans.seed_plans()
    cards.LEDGER.clear()

    with time_machine.travel(NOW, tick=False):
        plain, plugged_team = make_vendor_team("Awan"), make_vendor_team("Embun")
        scenarios.fill_sample_team(team_id=plain.pk)
        with plugged_in():
            partitions.PARTITIONED_TABLES.entries.pop("cards_print")  # the table does not exist
            scenarios.fill_sample_team(team_id=plugged_team.pk)

    # 9 in the morning in Jakarta, twenty days before the second of March; of 360 contacts.
    assert [("issuedInDemo", (datetime(2026, 2, 10, 2, tzinfo=UTC), 36))] == cards.LEDGER
    assert written_in(plain) == written_in(plugged_team)


def make_vendor_team(name: str) -> Team:
    """A new team on the plan of sample data."""
    owner = User.objects.create(email=f"{name.lower()}@studio.example", password="!", created_at=clock.now())
    team = teams.create(name=name, owner=owner)
    offered_plans.subscribe_to_sample(team_id=team.pk)
    return team


def written_in(team: Team) -> list[Any]:
    """The data of the other chapters."""
    contacts = Contact.objects.for_team(team).order_by("pk").values_list("email", "state", "created_at")
    counters = MailingCounters.objects.for_team(team).order_by("pk").values_list("sent", "opened", "clicked")
    return [list(contacts), list(counters)]


def test_its_pages_are_on_the_pages_host(plugged: Ledger) -> None:
    assert origins.is_pages_path("/cards-of/ayu")
    assert origins.is_shared_path("/card-art/gold.png")
    assert not origins.is_pages_path("/cards/ayu")


def test_its_documents_are_written_by_many(alice: Person, plugged: Ledger) -> None:
    source = deltas.find_source("card")
    assert source is not None

    assert source.store(alice.team.pk, b"change", alice.caller) == 1

    assert (plugged, source.permission) == ([("stored", b"change")], "card.view")
    assert owners.get_owner("card").may_write == "card.view"
    assert owners.READERS["card"] == "card.view"


def test_its_contacts_stay_when_an_import_is_undone(alice: Person, plugged: Ledger) -> None:
    assert undo_retention.find_retained(alice.team.pk, [1, 2]) == {1: "hasCard", 2: "hasCard"}


@pytest.mark.django_db(transaction=True)
def test_its_entries_are_in_the_feed_and_it_reads_them(alice: Person, plugged: Ledger) -> None:
    contact_feed.record_activity(
        team_id=alice.team.pk, kind="card.issued", contact_ids=[3, 4], occurred_at=cards.ISSUED_AT, subject=7
    )
    # Segments read it, too: it is an activity.
    assert contact_feed.enqueue_consumers() == 2

    claimed = jobs.claim(Job.objects.get(name=contact_feed.CONSUME_JOB, arguments__consumer="cards").pk)
    assert claimed is not None
    jobs.run(claimed)

    assert plugged == [("card.issued", (3, 7)), ("card.issued", (4, 7))]


def test_its_quota_has_a_name_in_notifications(alice: Person, plugged: Ledger) -> None:
    notify("quota.out", team_id=alice.team.pk, subject="cards.print", quota="cards.print", limit=50)

    [item] = alice.api.get("notifications").json()["items"]

    assert item["message"] == "You have used all 50 printed cards. Upgrade your plan to get more."


def test_its_limit_is_a_part_of_plans(alice: Person, plugged: Ledger) -> None:
    features = build_feature_groups(factor=5)
    Plan.objects.filter(subscription__team=alice.team).update(features=features)
    plugged.extend([("printed", None)] * 4)

    standing = quota.get_state(team_id=alice.team.pk, limit=cards.PRINT)

    assert (features[-1]["name"], standing.limit, standing.used, standing.left) == ("cards", 250, 4, 246)
    assert alice.api.get("companies/usage").json()["counters"][-1]["name"] == "printUsed"
    with pytest.raises(SendLimitExceeded):
        quota.use(team_id=alice.team.pk, limit=cards.PRINT, amount=251)


@pytest.mark.parametrize(
    ("allowed", "expected"),
    [({("cards", "print"): 1}, ["3", "2"]), ({}, ["3", "2", "1"]), ({("cards", "print"): -1}, [])],
)
def test_a_smaller_plan_switches_off_what_its_preview_says(
    alice: Person, plugged: Ledger, allowed: dict[tuple[str, str], int], expected: list[str]
) -> None:
    preview = list(limits.find_surplus(team_id=alice.team.pk, allowed=allowed))
    assert plugged == []

    effect = limits.switch_off_surplus(team_id=alice.team.pk, allowed=allowed)

    assert effect == preview
    assert [record.id for _, excess in effect for record in excess] == expected
    assert plugged == ([("switched off", expected)] if expected else [])
    assert list(limits.find_surplus(team_id=alice.team.pk, allowed=allowed)) == []


def test_it_reacts_to_lower_apps(alice: Person, plugged: Ledger) -> None:
    suspension.suspend(team_id=alice.team.pk, reason="spam")
    suspension.restore(team_id=alice.team.pk)

    assert plugged == [("restored", "teams.team.restored")]
    assert activities.get_kind("cardIssued", at="rules").name == "cardIssued"
    assert "card" in watchers.WATCHERS
    assert "cards_print" in partitions.PARTITIONED_TABLES


def start_card(team: Team) -> Mailing:
    """A running mailing to three holders of cards."""
    for name in ("ayu", "budi", "citra"):
        make_contact(team, f"{name}@example.com")
    mailing = mailings.create(
        team=team,
        origin="card",
        content=EmailContent(subject="Your card", body="It is there."),
        sender=mailings.MailingSender("Kopi", "cards@kopi.example"),
        known=frozenset(),
    )
    rows = Contact.objects.for_team(team).values_list("pk", "email", Value({}, output_field=JSONField()))
    mailings.start(mailing=mailing, recipients=rows)
    return mailing


async def capped_of(connection: wire.Connection, pool_ids: list[int]) -> tuple[int, list[bool]]:
    """The next mailing of a sender, and for each recipient whether the team's frequency cap excludes it."""
    now, until = clock.now(), clock.now() + timedelta(minutes=1)
    lease = await wire.claim(
        connection, worker="w", now=now, lease=timedelta(minutes=1), priorities=(2, 9), pools=pool_ids
    )
    assert lease is not None
    rows = await wire.advance(connection, lease, high_water=lease.size, now=now, until=until, marketing=True)
    return lease.mailing_id, [row.capped for row in rows or []]


@pytest.mark.django_db(transaction=True)
async def test_its_mailings_go_in_their_turn_by_their_pool_and_are_no_marketing(alice: Person, plugged: Ledger) -> None:
    team = alice.team
    await Plan.objects.filter(subscription__team=team).aupdate(features=build_feature_groups(factor=5))
    fast, slow = await in_thread(pool_with_address)("Fast"), await in_thread(pool_with_address)("Slow")
    await in_thread(pools.assign_pool)(pool_id=fast.pk, stream=Stream.TRANSACTIONAL)
    await in_thread(pools.assign_pool)(pool_id=slow.pk, stream=Stream.MARKETING)
    await FrequencyCap.objects.acreate(team=team, mails=1, days=7)
    campaign = await in_thread(make_mailing)(team)
    await in_thread(start)(campaign, ["dewi@example.com"])
    card = await in_thread(start_card)(team)
    # All recipients are about to get another campaign, which uses up the cap.
    earlier = await in_thread(make_mailing)(team)
    await Mailing.objects.filter(pk=earlier.pk).aupdate(state=MailingState.PAUSED)
    reached = Recipient.objects.filter(mailing__in=[card.pk, campaign.pk]).values_list("contact_id", flat=True)
    holders = [contact_id async for contact_id in reached if contact_id]
    await FrequencyClaim.objects.abulk_create(
        [
            FrequencyClaim(mailing_id=earlier.pk, position=position, contact_id=contact_id, team_id=team.pk)
            for position, contact_id in enumerate(holders)
        ]
    )

    async with await connect() as sender:
        taken = [await capped_of(sender, [fast.pk, slow.pk]) for _ in range(2)]

    assert taken == [(card.pk, [False, False, False]), (campaign.pk, [True])]
    found = Mailing.objects.filter(pk__in=[card.pk, campaign.pk]).order_by("priority")
    assert [row async for row in found.values_list("priority", "pool_id")] == [(4, fast.pk), (5, slow.pk)]
    await in_thread(connections.close_all)()


def test_its_mailings_count_against_its_own_limit_and_tell_it_their_end(alice: Person, plugged: Ledger) -> None:
    Plan.objects.filter(subscription__team=alice.team).update(features=build_feature_groups(factor=5))
    card = start_card(alice.team)
    MailingCounters.objects.for_team(alice.team).filter(pk=card.pk).update(sent=2)

    held = [quota.get_state(team_id=alice.team.pk, limit=limit).reserved for limit in (cards.PRINT, EMAIL_SENT)]
    mailings.commit_quota(card.pk)
    sent = QuotaUsage.objects.for_team(alice.team).get(area="cards", name="print")
    mailings.cancel(mailing=card)

    assert held == [3, 0]
    assert (sent.used, sent.reserved) == (2, 1)
    assert quota.get_state(team_id=alice.team.pk, limit=cards.PRINT).reserved == 0
    assert plugged == [("cancelled", card.origin_id)]


def test_its_standing_mailings_accept_contacts_until_the_next_version(alice: Person, plugged: Ledger) -> None:
    team = alice.team
    Plan.objects.filter(subscription__team=team).update(features=build_feature_groups(factor=5))
    holders = [make_contact(team, f"{name}@example.com") for name in ("ayu", "budi")]
    publish = partial(
        standing.publish,
        team=team,
        origin="cardSteps",
        origin_id=uuid4(),
        content=EmailContent(subject="Your card", body="It is there."),
        sender=mailings.MailingSender("Kopi", "cards@kopi.example"),
        known=frozenset(),
    )

    first = publish(version=1)
    candidates = [Candidate(f"card-{holder.pk}", holder.pk) for holder in holders]
    accepted = standing.accept(team_id=team.pk, mailing_id=first.pk, candidates=candidates)
    held = quota.get_state(team_id=team.pk, limit=cards.PRINT).reserved
    mailings.cancel(mailing=first)
    second = publish(version=2)
    publish(version=3)

    assert sorted(accepted.positions.values()) == [0, 1]
    assert (held, quota.get_state(team_id=team.pk, limit=cards.PRINT).reserved) == (2, 0)
    assert plugged == [("steps cancelled", 1), ("steps done", 2)]
    assert Mailing.objects.get(pk=second.pk).state == MailingState.DONE


def test_its_campaigns_are_listed_sent_and_duplicated(alice: Person, plugged: Ledger) -> None:
    team_id = alice.team.pk
    make_contact(alice.team, "ayu@example.com")
    card = make_campaign(alice.team, name="Gold", kind="card", sender=make_sender(alice.team), to_all=True)
    regular = make_campaign(alice.team, name="May news")

    sent = sending.send(team_id=team_id, campaign_id=card.pk, by=alice.caller, kind="card")
    copy = campaigns.duplicate(team_id=team_id, campaign_id=card.pk, by=alice.caller, kind="card")
    with pytest.raises(NotFound):
        campaigns.duplicate(team_id=team_id, campaign_id=regular.pk, by=alice.caller, kind="card")
    sending.stop(team_id=team_id, campaign_id=card.pk, by=alice.caller, kind="card")

    assert plugged == [("start", "Gold"), ("copy", "Gold (copy)")]
    assert (sent.status, Mailing.objects.get().origin_id, copy.kind) == ("SENDING", card.pk, "card")
    listed = {
        kind: selectors.list_page(team_id=team_id, page=PageQuery.model_validate({}), kind=kind)
        for kind in ("card", "email")
    }
    assert [row.pk for row in listed["card"].items] == [copy.pk, card.pk]
    assert [row.pk for row in listed["email"].items] == [regular.pk]
    rows = [row_out(row, None) for row in listed["card"].items]
    assert [(row.kind, row.status) for row in rows] == [("card", "DRAFT"), ("card", "CANCELLED")]
    assert alice.api.get("activity").json()["items"][0]["link"] == f"/cards/{card.pk}"
    assert alice.api.get(f"email-marketing/{card.pk}").status_code == 404


@pytest.mark.django_db(transaction=True)
async def test_its_events_are_posted_signed_and_tried_again(plugged: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    team = await in_thread(make_team)()
    data = webhooks.CardData(card="Gold", issued_at=cards.ISSUED_AT)
    event = WebhookEvent("card.issued", cards.ISSUED_AT, data)
    with time_machine.travel(cards.ISSUED_AT, tick=False) as traveller:
        async with receiving(monkeypatch) as receiver, delivering() as rounds:
            url, kinds = receiver.url("/cards"), ["card.issued"]
            endpoint, secret = await in_thread(endpoints.create)(
                "cards", team_id=team.pk, url=url, description="", kinds=kinds, scope_ids=[]
            )
            receiver.script = lambda _: Answer(503)
            await in_thread(publishing.publish)(team.pk, [event])
            assert await rounds.until_idle() == 1
            receiver.script = lambda _: Answer(410)
            traveller.shift(timedelta(seconds=6))
            assert await rounds.until_idle() == 1
            bodies = [verified(request, secret) for request in receiver.requests]
    await in_thread(connections.close_all)()

    said = {"card": "Gold", "issuedAt": "2026-11-01T00:00:00.000Z"}
    assert bodies == [{"type": "card.issued", "timestamp": "2026-11-01T00:00:00.000Z", "data": said}] * 2
    assert {request.event_id for request in receiver.requests} == {str(event.id)}
    assert plugged == [("disabled", (endpoint.pk, DisabledReason.GONE))]


def test_it_is_found_where_it_is_installed() -> None:
    """In a separate process, since the API's schemas are built once."""
    run = subprocess.run(
        [sys.executable, "-c", INSTALLED], cwd=paths.ROOT, capture_output=True, text=True, check=False, timeout=120
    )

    assert (run.returncode, run.stderr) == (0, "")
    assert json.loads(run.stdout.splitlines()[-1]) == {
        "activity": True,
        "timeline": True,
        "entry": True,
        "uses": True,
        "job": True,
        "campaign": {
            "title": "CampaignKind",
            "description": "`email` for campaigns under `email-marketing/`, `abTest` for A/B tests under `ab-test/`, "
            "`card` for loyalty cards under `cards/`.",
            "enum": ["email", "abTest", "card"],
            "type": "string",
        },
        "rule": True,
    }
