"""Decisions about advice: dismissed, restored, followed, measured and undone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from server.activity.models import Activity
from server.campaigns.models import Campaign
from server.contacts.models import ContactLabel
from server.core import jobs
from server.core.errors import NotAuthorized
from server.core.models import Job, OutboxEvent
from server.delivery.models import FrequencyCap
from server.hygiene.models import SunsetRule
from server.reports import jobs as report_jobs
from server.reports.advice import services
from server.reports.advice.facts import EmailedContacts, LabelComparison, TeamFacts
from server.reports.advice.protocol import Measurement
from server.reports.advice.rules import unengaged
from server.reports.models import Advice, AdviceCheck
from tests.cast import Person, sign_in
from tests.server.campaigns.conftest import make_campaign
from tests.server.contacts.factories import make_label
from tests.server.reports.sent import make_sent

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 10, 5, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as made:
        yield made


def complained(person: Person, *, at: datetime = NOW - DAY, name: str = "May", count: int = 4) -> Any:
    return make_sent(person.team, at=at, name=name, figures={"sent": 1_000, "complained": count})


def often(person: Person) -> None:
    for number in range(13):
        make_sent(person.team, at=NOW - number * DAY, figures={"sent": 100, "unsubscribed": 1})


def advice(person: Person, query: str = "") -> list[dict[str, Any]]:
    body: dict[str, Any] = person.api.get(f"advice?{query}").json()
    items: list[dict[str, Any]] = body["items"]
    return items


def decide(person: Person, what: str, status: int = 200) -> dict[str, Any]:
    row = Advice.objects.get()
    answer = person.api.post(f"advice/{row.pk}/{what}")
    assert answer.status_code == status, answer.json()
    body: dict[str, Any] = answer.json()
    return body


def count_changes(person: Person) -> int:
    return OutboxEvent.objects.filter(name="reports.advice.changed").count()


def refresh_advice(person: Person) -> bool:
    return services.refresh_advice(team_id=person.team.pk)


def test_a_look_keeps_the_row_with_the_problem(alice: Person) -> None:
    campaign = complained(alice)

    first, second = refresh_advice(alice), refresh_advice(alice)

    assert (first, second, count_changes(alice)) == (True, False, 1)
    [item] = advice(alice)
    item.pop("id")
    assert item == {
        "rule": "complaints",
        "place": "campaign",
        "level": "bad",
        "state": "open",
        "unit": "share",
        "act": None,
        "subject": f"campaign:{campaign.pk}",
        "name": "May",
        "campaignId": str(campaign.pk),
        "value": 0.004,
        "asked": 0.001,
        "base": 1000,
        "params": {"part": 4},
        "foundAt": "2026-03-10T05:00:00Z",
        "decidedAt": None,
        "decidedBy": "",
        "before": None,
        "after": None,
    }
    assert alice.api.get("advice").json()["lookedAt"] == "2026-03-10T05:00:00Z"


def test_a_finding_that_is_gone_takes_its_row_along(alice: Person) -> None:
    campaign = complained(alice)
    refresh_advice(alice)
    campaign.delete()

    assert refresh_advice(alice) is True
    assert advice(alice) == []


def test_the_worst_stands_first_and_a_campaign_has_its_own(alice: Person) -> None:
    make_sent(alice.team, at=NOW, name="Leavers", figures={"sent": 1_000, "unsubscribed": 90})
    campaign = complained(alice)
    refresh_advice(alice)

    assert [item["rule"] for item in advice(alice)] == ["complaints", "unsubscribes"]
    assert [item["name"] for item in advice(alice, f"campaignId={campaign.pk}")] == ["May"]


def test_dismissed_advice_stays_so_and_comes_back(alice: Person) -> None:
    complained(alice)
    refresh_advice(alice)

    dismissed = decide(alice, "dismiss")
    refresh_advice(alice)

    assert (dismissed["state"], dismissed["decidedBy"]) == ("dismissed", "Alice")
    assert [item["state"] for item in advice(alice)] == ["dismissed"]
    entry = Activity.objects.for_team(alice.team).get()
    assert (entry.reference, entry.action, entry.name) == ("advice", "UPDATED", "Spam complaints: May")
    assert decide(alice, "dismiss", 409)["code"] == "actionNotAllowed"
    restored = decide(alice, "restore")
    assert (restored["state"], restored["decidedAt"]) == ("open", None)
    newest = Activity.objects.for_team(alice.team).order_by("-pk")[0]
    assert (newest.action, newest.fullname) == ("UNDO", alice.user.fullname)
    assert decide(alice, "restore", 409)["code"] == "actionNotAllowed"


def test_followed_by_hand_it_is_measured_from_then_on(alice: Person, traveller: time_machine.Traveller) -> None:
    complained(alice)
    refresh_advice(alice)
    followed = decide(alice, "follow")
    assert followed["before"] == {"value": 0.004, "base": 1000}
    assert followed["after"] is None

    traveller.move_to(NOW + 88 * DAY)
    Advice.objects.for_team(alice.team).update(decided_at=NOW)
    complained(alice, at=NOW + 80 * DAY, name="June", count=1)
    traveller.move_to(NOW + 90 * DAY)
    refresh_advice(alice)

    [item] = advice(sign_in(alice.user, alice.team))
    assert (item["state"], item["before"]["value"], item["after"]) == (
        "followed",
        0.004,
        {"value": 0.001, "base": 1000},
    )


def test_the_frequency_cap_is_set_and_taken_back(alice: Person) -> None:
    often(alice)
    refresh_advice(alice)

    decide(alice, "follow")

    cap = FrequencyCap.objects.for_team(alice.team).get()
    assert (cap.mails, cap.days) == (3, 7)
    refresh_advice(alice)
    assert [(item["rule"], item["state"]) for item in advice(alice)] == [("frequency", "followed")]
    undone = decide(alice, "undo")
    assert (undone["state"], undone["before"]) == ("open", None)
    assert not FrequencyCap.objects.for_team(alice.team).exists()
    actions = Activity.objects.for_team(alice.team).order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["ACTIVATE", "UNDO"]


def test_a_cap_that_somebody_has_changed_since_is_left_alone(alice: Person) -> None:
    often(alice)
    refresh_advice(alice)
    decide(alice, "follow")
    FrequencyCap.objects.for_team(alice.team).update(mails=1)

    decide(alice, "undo")

    assert FrequencyCap.objects.for_team(alice.team).get().mails == 1


def test_what_was_turned_on_and_is_off_again_is_found_again(alice: Person) -> None:
    often(alice)
    refresh_advice(alice)
    decide(alice, "follow")
    FrequencyCap.objects.for_team(alice.team).delete()

    assert refresh_advice(alice) is True

    assert [(item["state"], item["before"]) for item in advice(alice)] == [("open", None)]


def test_the_sunset_rule_is_turned_on_and_put_back_as_it_was(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unengaged, "_measure", lambda _: Measurement(0.5, 4_000))
    SunsetRule.objects.create(
        team=alice.team,
        months=12,
        least_sent=9,
        act="unsubscribe",
        next_at=NOW,
        user_id=alice.user.pk,
        fullname="Alice",
        enabled=False,
    )
    refresh_advice(alice)

    decide(alice, "follow")

    rule = SunsetRule.objects.for_team(alice.team)
    names = ("enabled", "months", "least_sent", "act", "announced")
    assert rule.values_list(*names).get() == (True, 6, 5, "suppress", False)
    decide(alice, "undo")
    assert rule.values_list(*names[:4]).get() == (False, 12, 9, "unsubscribe")


def test_without_the_right_to_the_list_nothing_is_set(alice: Person) -> None:
    often(alice)
    refresh_advice(alice)
    cook = sign_in(alice.user, alice.team)
    allowed = cook.caller
    assert allowed.may("contact.edit")

    with pytest.raises(NotAuthorized):
        services.follow(
            team_id=alice.team.pk,
            advice_id=Advice.objects.get().pk,
            by=replace(allowed, role="member", permissions=frozenset()),
        )

    assert not FrequencyCap.objects.for_team(alice.team).exists()
    assert Advice.objects.get().state == "open"


@dataclass
class Flagged:
    """A label with a complaint issue, and campaigns of its team."""

    label: ContactLabel
    draft: Campaign
    other: Campaign


@pytest.fixture
def flagged(alice: Person, monkeypatch: pytest.MonkeyPatch) -> Flagged:
    label = make_label(alice.team, "Bought")
    many, few = EmailedContacts(600, 0, 9, 500), EmailedContacts(900, 0, 0, 900)
    monkeypatch.setattr(TeamFacts, "labels", [LabelComparison(label.pk, "Bought", many, few)])
    draft = make_campaign(alice.team, name="June", to_all=True, ready_at=NOW, seen=["size"])
    other = make_campaign(alice.team, name="To them alone", label_ids=[label.pk])
    return Flagged(label, draft, other)


def excluded(campaign: Campaign) -> list[int]:
    campaign.refresh_from_db()
    return list(campaign.exclude_label_ids)


def test_a_label_is_left_out_of_drafts_and_brought_back(alice: Person, flagged: Flagged) -> None:
    refresh_advice(alice)
    [item] = advice(alice)
    assert (item["rule"], item["place"], item["act"], item["name"]) == (
        "labelComplaints",
        "label",
        "leaveOut",
        "Bought",
    )
    assert item["params"] == {"part": 9, "subscribed": 500, "count": 1}

    followed = decide(alice, "follow")

    assert (followed["state"], followed["before"]) == ("followed", {"value": 0.015, "base": 600})
    assert (excluded(flagged.draft), excluded(flagged.other)) == ([flagged.label.pk], [])
    assert (flagged.draft.ready_at, flagged.draft.seen) == (None, [])
    refresh_advice(alice)
    assert [(item["state"], item["act"]) for item in advice(alice)] == [("followed", "leaveOut")]
    undone = decide(alice, "undo")
    assert (undone["state"], undone["before"], excluded(flagged.draft)) == ("open", None, [])
    entries = Activity.objects.for_team(alice.team).order_by("pk").values_list("reference", "action", "name")
    assert list(entries) == [
        ("campaign", "UPDATED", "June"),
        ("advice", "ACTIVATE", "Spam complaints by label: Bought"),
        ("campaign", "UPDATED", "June"),
        ("advice", "UNDO", "Spam complaints by label: Bought"),
    ]


def test_a_draft_that_is_made_later_brings_the_advice_back(alice: Person, flagged: Flagged) -> None:
    refresh_advice(alice)
    decide(alice, "follow")
    later = make_campaign(alice.team, name="July", to_all=True)

    refresh_advice(alice)

    assert [(item["state"], item["params"]["count"]) for item in advice(alice)] == [("open", 1)]
    decide(alice, "follow")
    assert [excluded(each) for each in (flagged.draft, later)] == [[flagged.label.pk], [flagged.label.pk]]
    decide(alice, "undo")
    assert [excluded(each) for each in (flagged.draft, later)] == [[], []]


def test_while_no_campaign_waits_it_is_followed_by_hand(alice: Person, flagged: Flagged) -> None:
    flagged.draft.delete()
    refresh_advice(alice)
    assert [item["act"] for item in advice(alice)] == [None]

    decide(alice, "follow")
    refresh_advice(alice)

    assert [(item["state"], item["act"]) for item in advice(alice)] == [("followed", None)]
    decide(alice, "undo")
    assert excluded(flagged.other) == []


def test_the_figure_is_measured_although_the_row_still_stands(alice: Person, flagged: Flagged) -> None:
    refresh_advice(alice)
    decide(alice, "follow")
    make_sent(alice.team, at=NOW, figures={"sent": 1_000, "complained": 1})

    refresh_advice(alice)

    [item] = advice(alice)
    assert (item["value"], item["after"]) == (0.015, {"value": 0.001, "base": 1_000})


def test_a_campaign_that_began_meanwhile_leaves_nothing_to_do(alice: Person, flagged: Flagged) -> None:
    refresh_advice(alice)
    Campaign.objects.for_team(alice.team).filter(pk=flagged.draft.pk).update(status="SENT", started_at=NOW)

    assert decide(alice, "follow", 409)["code"] == "actionNotAllowed"

    assert (Advice.objects.get().state, excluded(flagged.draft)) == ("open", [])


def test_who_may_not_send_leaves_no_label_out(alice: Person, flagged: Flagged) -> None:
    refresh_advice(alice)
    writer = replace(alice.caller, role="member", permissions=frozenset({"campaign.edit", "contact.edit"}))

    with pytest.raises(NotAuthorized):
        services.follow(team_id=alice.team.pk, advice_id=Advice.objects.get().pk, by=writer)

    assert (Advice.objects.get().state, excluded(flagged.draft)) == ("open", [])


def test_another_teams_advice_is_not_found(alice: Person, mallory: Person) -> None:
    complained(alice)
    refresh_advice(alice)

    assert advice(mallory) == []
    for what in ("dismiss", "restore", "follow", "undo"):
        assert decide(mallory, what, 404)["code"] == "noEntity"
    assert Advice.objects.get().state == "open"


def test_teams_are_looked_at_when_it_is_time(alice: Person, mallory: Person, traveller: time_machine.Traveller) -> None:
    complained(alice)
    make_sent(mallory.team, at=NOW - 30 * DAY, figures={"sent": 1})

    def due() -> set[str]:
        services.enqueue_due()
        rows = Job.objects.filter(name=services.JOB, state="waiting")
        teams = {str(team_id) for team_id in rows.values_list("arguments__team_id", flat=True)}
        for job in rows:
            claim = jobs.claim(job.pk)
            assert claim is not None
            report_jobs.check_advice(claim=claim, **claim.arguments)
        Job.objects.all().delete()
        return teams

    both = {str(alice.team.pk), str(mallory.team.pk)}
    assert due() == both
    assert due() == set()
    traveller.shift(timedelta(minutes=16))
    assert due() == {str(alice.team.pk)}
    traveller.shift(timedelta(hours=24))
    assert due() == both
    assert AdviceCheck.objects.count() == 2


def test_the_list_takes_two_queries_however_much_there_is(alice: Person, django_assert_num_queries: Any) -> None:
    for number in range(10):
        complained(alice, name=f"N{number}")
    refresh_advice(alice)
    person = sign_in(alice.user, alice.team)
    person.api.get("advice")

    from server.reports.advice import selectors

    with django_assert_num_queries(2):
        rows = selectors.list_advice(team_id=alice.team.pk)
        selectors.get_last_checked_at(alice.team.pk)

    assert len([selectors.advice_out(row) for row in rows]) == 10
