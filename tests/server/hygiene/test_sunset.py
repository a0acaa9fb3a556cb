"""The sunset rule: matching contacts, the trial run, daily runs and undo."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from server.accounts.models import Session
from server.contacts.models import Contact, ContactConsent
from server.contacts.services import subscriptions
from server.core import clock, jobs
from server.core.models import Job, JobState, OutboxEvent
from server.delivery.models import Suppression
from server.hygiene import jobs as hygiene_jobs
from server.hygiene.models import SunsetRule, SunsetRun, SunsetTouch
from server.hygiene.services import rules, runs
from server.notifications.models import Notification
from server.teams.models import Team
from tests.cast import Person
from tests.server.contacts.factories import make_contact, make_label
from tests.server.contacts.feeding import happen

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
RULE = {"months": 6, "leastSent": 3, "act": "suppress"}


@pytest.fixture(autouse=True)
def traveller() -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


def happened(contact: Contact, kind: str, *days_ago: int) -> None:
    """Adds a feed entry as the delivery triggers do."""
    moments = [int((NOW - timedelta(days=days)).timestamp() * 1_000_000) for days in days_ago]
    happen(contact.team_id, f"email.{kind}", [contact.pk] * len(moments), moments, [0] * len(moments))


def sleeper(team: Team, email: str, **fields: Any) -> Contact:
    """Creates a contact who got three emails in half a year without an open."""
    contact = make_contact(team, email, **fields)
    happened(contact, "sent", 10, 50, 100)
    return contact


def save_rule(person: Person, **fields: Any) -> dict[str, Any]:
    answer = person.api.put("contacts/hygiene/sunset", RULE | fields)
    assert answer.status_code == 200, answer.json()
    body: dict[str, Any] = answer.json()
    return body


def claimed(name: str) -> jobs.Claim:
    claim = jobs.claim(Job.objects.get(name=name, state=JobState.WAITING).pk)
    assert claim is not None
    return claim


def work(name: str = rules.RUN_JOB) -> None:
    jobs.run(claimed(name))


def later(traveller: Any, **time: float) -> None:
    """Advances the time and extends the sessions."""
    traveller.shift(timedelta(**time))
    Session.objects.update(last_seen_at=clock.now(), expires_at=clock.now() + timedelta(days=30))


def acted(person: Person, traveller: Any, **fields: Any) -> SunsetRun:
    """Sets the rule, runs its trial and its first day."""
    save_rule(person, **fields)
    work()
    later(traveller, days=1)
    rules.enqueue_due()
    work()
    return SunsetRun.objects.get(is_trial=False)


def undo(person: Person, run: SunsetRun) -> Any:
    return person.api.post(f"contacts/hygiene/sunset/runs/{run.pk}/undo")


def list_notices() -> list[tuple[str, int]]:
    rows = Notification.objects.order_by("created_at")
    return [(row.kind, row.params["count"]) for row in rows]


def test_it_finds_who_was_written_to_and_read_nothing(alice: Person, mallory: Person) -> None:
    sleeper(alice.team, "asleep@example.com")
    seldom = make_contact(alice.team, "seldom@example.com")
    happened(seldom, "sent", 10, 50)
    happened(seldom, "sent", 200)
    happened(sleeper(alice.team, "opened@example.com"), "opened", 100)
    happened(sleeper(alice.team, "clicked@example.com"), "clicked", 181)
    happened(sleeper(alice.team, "long-ago@example.com"), "opened", 182)
    sleeper(alice.team, "gone@example.com", state="unsubscribed")
    sleeper(mallory.team, "theirs@example.com")

    def count(**fields: Any) -> int:
        answer = alice.api.post("contacts/hygiene/sunset/preview", RULE | fields)
        assert answer.status_code == 200, answer.json()
        found: int = answer.json()["count"]
        return found

    assert count() == 2
    assert count(leastSent=2) == 3
    assert count(leastSent=4) == 0
    assert count(months=7, leastSent=2) == 2
    assert count(months=1, leastSent=1) == 5
    Suppression.objects.create(team=alice.team, email="asleep@example.com", reason="manual", created_at=NOW)
    assert count() == 1
    assert count(act="unsubscribe") == 2
    assert SunsetRun.objects.count() == 0


def test_the_first_run_only_counts_and_says_so(alice: Person, traveller: Any) -> None:
    sleeper(alice.team, "asleep@example.com")

    shown = save_rule(alice)
    work()

    assert (shown["enabled"], shown["announced"]) == (True, False)
    assert not Suppression.objects.exists()
    assert list_notices() == [("sunset.announced", 1)]
    hygiene = alice.api.get("contacts/hygiene").json()
    assert hygiene["sunset"] | {"announced": True, "nextAt": "2026-03-11T09:00:00Z"} == hygiene["sunset"]
    [run] = hygiene["runs"]
    assert (run["isTrial"], run["state"], run["found"], run["changed"], run["undoUntil"]) == (True, "DONE", 1, 0, None)
    later(traveller, hours=23)
    assert rules.enqueue_due() == 0


def test_an_expired_suppression_counts_as_none(alice: Person, traveller: Any) -> None:
    sleeper(alice.team, "asleep@example.com")
    Suppression.objects.create(
        team=alice.team,
        email="asleep@example.com",
        reason="manual",
        created_at=NOW - timedelta(days=2),
        expires_at=NOW - timedelta(days=1),
    )

    run = acted(alice, traveller)

    assert (run.found, run.changed) == (1, 1)
    row = Suppression.objects.get()
    assert (row.reason, row.expires_at, row.created_at) == ("sunset", None, clock.now())


def test_a_day_later_it_suppresses_and_tells(alice: Person, traveller: Any) -> None:
    sleeper(alice.team, "asleep@example.com")
    awake = make_contact(alice.team, "awake@example.com")

    run = acted(alice, traveller)

    rows = Suppression.objects.values_list("email", "reason", "source", "marketing_only", "is_told")
    assert list(rows) == [("asleep@example.com", "sunset", "rule", True, True)]
    assert (run.state, run.found, run.done, run.changed, bytes(run.keys)) == ("DONE", 1, 1, 1, b"")
    assert list_notices() == [("sunset.announced", 1), ("sunset.done", 1)]
    assert set(Contact.objects.values_list("state", flat=True)) == {"subscribed"}
    shown = alice.api.get("contacts/hygiene").json()["runs"][0]
    assert (shown["act"], shown["undoUntil"]) == ("suppress", "2026-03-12T09:00:00Z")
    assert awake.pk not in SunsetTouch.objects.get().contact_ids


def test_the_next_day_it_says_nothing_where_nobody_is_new(alice: Person, traveller: Any) -> None:
    sleeper(alice.team, "asleep@example.com")
    acted(alice, traveller)

    later(traveller, days=1)
    rules.enqueue_due()
    work()

    assert [(run.found, run.changed) for run in SunsetRun.objects.order_by("-at")] == [(0, 0), (1, 1), (1, 0)]
    assert len(list_notices()) == 2


def test_it_labels_who_does_not_carry_the_label_and_takes_only_those_off(alice: Person, traveller: Any) -> None:
    label = make_label(alice.team, "Asleep")
    asleep = sleeper(alice.team, "asleep@example.com")
    carries = sleeper(alice.team, "carries@example.com", label_ids=[label.pk])

    run = acted(alice, traveller, act="label", labelId=label.pk)

    asleep.refresh_from_db()
    assert (asleep.label_ids, run.found, run.changed) == ([label.pk], 1, 1)
    [entry] = alice.api.get(f"contacts/{asleep.pk}/timeline?kinds=labelled").json()["items"]
    assert (entry["labelsOn"], entry["fullname"]) == (["Asleep"], "Alice")

    assert undo(alice, run).json()["state"] == "UNDOING"
    work(runs.UNDO_JOB)

    asleep.refresh_from_db()
    carries.refresh_from_db()
    assert (asleep.label_ids, carries.label_ids) == ([], [label.pk])
    assert SunsetRun.objects.get(pk=run.pk).state == "UNDONE"


def test_it_unsubscribes_with_a_proof_and_undoing_leaves_who_has_decided_since(alice: Person, traveller: Any) -> None:
    back, decided = sleeper(alice.team, "back@example.com"), sleeper(alice.team, "decided@example.com")
    run = acted(alice, traveller, act="unsubscribe")
    assert set(Contact.objects.values_list("state", flat=True)) == {"unsubscribed"}
    assert list(ContactConsent.objects.values_list("given", "way", "fullname")) == [(False, "rule", "Alice")] * 2
    later(traveller, hours=1)
    subscriptions.resubscribe(team_id=alice.team.pk, contact_id=decided.pk)
    later(traveller, hours=1)
    subscriptions.unsubscribe(team_id=alice.team.pk, contact_id=decided.pk)

    undo(alice, run)
    work(runs.UNDO_JOB)

    assert dict(Contact.objects.values_list("pk", "state")) == {back.pk: "subscribed", decided.pk: "unsubscribed"}
    last = ContactConsent.objects.filter(contact_id=back.pk).latest("at")
    assert (last.given, last.way) == (True, "rule")


def test_undoing_takes_the_suppressions_back_but_not_what_was_said_since(alice: Person, traveller: Any) -> None:
    sleeper(alice.team, "back@example.com")
    sleeper(alice.team, "spam@example.com")
    run = acted(alice, traveller)
    Suppression.objects.filter(email="spam@example.com").update(reason="complaint")

    undo(alice, run)
    work(runs.UNDO_JOB)

    assert list(Suppression.objects.values_list("email", flat=True)) == ["spam@example.com"]
    assert not SunsetTouch.objects.exists()
    states = [row.payload["state"] for row in OutboxEvent.objects.filter(name="hygiene.sunset.changed").order_by("pk")]
    assert states == [None, "DONE", "RUNNING", "DONE", "UNDOING", "UNDONE"]


def test_an_undo_that_fails_can_be_requested_again(
    alice: Person, traveller: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeper(alice.team, "back@example.com")
    run = acted(alice, traveller)
    undo(alice, run)
    Job.objects.filter(name=runs.UNDO_JOB).update(most_attempts=1)
    with monkeypatch.context() as patched, pytest.raises(ZeroDivisionError):
        patched.setattr(runs, "_publish_lists", lambda row: 1 / 0)
        jobs.run(claimed(runs.UNDO_JOB))

    failed = SunsetRun.objects.get(pk=run.pk)
    assert (failed.state, failed.finished_at) == ("DONE", run.finished_at)
    assert undo(alice, run).json()["state"] == "UNDOING"
    work(runs.UNDO_JOB)

    assert SunsetRun.objects.get(pk=run.pk).state == "UNDONE"
    assert not Suppression.objects.exists()


def test_after_a_day_or_once_undone_it_can_not_be_undone(alice: Person, mallory: Person, traveller: Any) -> None:
    sleeper(alice.team, "asleep@example.com")
    run = acted(alice, traveller)

    assert undo(mallory, run).status_code == 404
    later(traveller, days=1)
    refused = undo(alice, run)

    assert (refused.status_code, refused.json()["code"]) == (409, "actionNotAllowed")
    assert Suppression.objects.count() == 1
    assert SunsetRun.objects.get(pk=run.pk).state == "DONE"


def test_a_changed_rule_counts_first_again_and_one_switched_off_does_nothing(alice: Person, traveller: Any) -> None:
    sleeper(alice.team, "asleep@example.com")
    save_rule(alice)
    work()

    assert save_rule(alice)["announced"] is True
    assert save_rule(alice, months=7)["announced"] is False
    assert save_rule(alice, enabled=False)["enabled"] is False
    later(traveller, days=2)
    assert rules.enqueue_due() == 0
    for job in Job.objects.filter(name=rules.RUN_JOB, state=JobState.WAITING):
        claim = jobs.claim(job.pk)
        assert claim is not None
        jobs.run(claim)

    assert not Suppression.objects.exists()
    assert not SunsetRun.objects.filter(is_trial=False).exists()


def test_a_killed_run_goes_on_where_it_was(alice: Person, traveller: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "BATCH_SIZE", 2)
    for number in range(5):
        sleeper(alice.team, f"c{number}@example.com")
    save_rule(alice)
    work()
    later(traveller, days=1)
    rules.enqueue_due()
    first = claimed(rules.RUN_JOB)
    monkeypatch.setattr(jobs.Claim, "renew", lambda self: (_ for _ in ()).throw(ConnectionError))
    with pytest.raises(ConnectionError):
        hygiene_jobs.run_sunset(claim=first, team_id=str(alice.team.pk))
    monkeypatch.undo()
    monkeypatch.setattr(runs, "BATCH_SIZE", 2)
    assert Suppression.objects.count() == 2
    later(traveller, hours=1)
    second = jobs.claim(first.job_id)
    assert second is not None

    hygiene_jobs.run_sunset(claim=second, team_id=str(alice.team.pk))

    run = SunsetRun.objects.get(is_trial=False)
    assert (run.state, run.found, run.done, run.changed) == ("DONE", 5, 5, 5)
    assert Suppression.objects.count() == 5
    with pytest.raises(jobs.LeaseLost):
        first.hold()


def test_a_failed_run_is_undone_like_another(alice: Person, traveller: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "BATCH_SIZE", 2)
    for number in range(3):
        sleeper(alice.team, f"c{number}@example.com")
    save_rule(alice)
    work()
    later(traveller, days=1)
    rules.enqueue_due()
    claim = claimed(rules.RUN_JOB)
    with monkeypatch.context() as broken:
        broken.setattr(jobs.Claim, "renew", lambda self: (_ for _ in ()).throw(ConnectionError))
        with pytest.raises(ConnectionError):
            runs.run_due(team_id=alice.team.pk, claim=claim)
    later(traveller, days=3)
    runs.fail_run(team_id=alice.team.pk)
    runs.purge_changes()

    run = SunsetRun.objects.get(is_trial=False)
    assert (run.state, run.done, run.changed, bytes(run.keys)) == ("FAILED", 2, 2, b"")
    told = OutboxEvent.objects.filter(name="contacts.contact.changed").latest("pk").payload
    assert (told["action"], told["count"]) == ("updated", 2)
    shown = alice.api.get("contacts/hygiene").json()["runs"][0]
    assert (shown["state"], shown["undoUntil"]) == ("FAILED", "2026-03-15T09:00:00Z")
    assert undo(alice, run).json()["state"] == "UNDOING"
    runs.fail_undo(team_id=alice.team.pk, run_id=run.pk)
    assert SunsetRun.objects.get(pk=run.pk).state == "FAILED"
    assert undo(alice, run).json()["state"] == "UNDOING"
    work(runs.UNDO_JOB)
    assert not Suppression.objects.exists()
    assert SunsetRun.objects.get(pk=run.pk).state == "UNDONE"


def test_an_expired_suppression_is_none(alice: Person, traveller: Any) -> None:
    sleeper(alice.team, "asleep@example.com")
    expired = {"reason": "manual", "created_at": NOW - timedelta(days=9), "expires_at": NOW - timedelta(days=1)}
    Suppression.objects.create(team=alice.team, email="asleep@example.com", **expired)

    run = acted(alice, traveller)

    assert list(Suppression.objects.values_list("email", "reason", "expires_at")) == [
        ("asleep@example.com", "sunset", None)
    ]
    assert (run.found, run.changed) == (1, 1)
    assert alice.api.post("contacts/hygiene/sunset/preview", RULE).json() == {"count": 0}


def test_a_label_of_the_rule_stays(alice: Person) -> None:
    label = make_label(alice.team, "Asleep")
    save_rule(alice, act="label", labelId=label.pk)

    refused = alice.api.delete(f"contacts/label/{label.pk}")

    assert (refused.status_code, refused.json()["code"]) == (409, "inUse")
    save_rule(alice, enabled=False)
    assert alice.api.delete(f"contacts/label/{label.pk}").status_code == 204


def test_a_rule_without_its_label_or_with_a_foreign_one_is_refused(alice: Person, mallory: Person) -> None:
    theirs = make_label(mallory.team, "Asleep")

    for fields in ({"act": "label"}, {"act": "label", "labelId": theirs.pk}, {"months": 0}, {"leastSent": 0}):
        assert alice.api.put("contacts/hygiene/sunset", RULE | fields).status_code == 400

    assert not SunsetRule.objects.exists()
    assert not Job.objects.filter(name=rules.RUN_JOB).exists()


def test_notes_of_what_can_not_be_undone_are_dropped(alice: Person, traveller: Any) -> None:
    sleeper(alice.team, "asleep@example.com")
    acted(alice, traveller)

    later(traveller, days=1)
    runs.purge_changes()
    assert SunsetTouch.objects.count() == 1
    later(traveller, days=1, seconds=1)
    runs.purge_changes()

    assert not SunsetTouch.objects.exists()
    assert SunsetRun.objects.count() == 2
