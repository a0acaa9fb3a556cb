"""events: pages, the timeline of a message, saved searches, and exports."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID, uuid4

import openpyxl
import pytest
import time_machine
from django.conf import settings
from django.test import Client

from server.activity.models import Activity
from server.core import jobs
from server.core.broker import celery
from server.core.ids import to_milliseconds, uuid7
from server.core.models import Job, JobState, OutboxEvent
from server.delivery.models import Suppression
from server.plans.models import Plan
from server.teams.models import Member, Role
from server.transactional.intake import acceptance
from server.transactional.models import EventExport, MessageEvent, SavedSearch
from server.transactional.services import exports, recording
from server.transactional.states import EventType
from tests.cast import Person
from tests.server.transactional.asking import Asker, asker
from tests.server.transactional.factories import make_domain, make_identity, make_key, make_submission
from tests.server.transactional.happenings import by_chance, event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client", "uploads")]

NOW = datetime(2026, 3, 10, 5, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def trx(alice: Person) -> Asker:
    """Alice, admin of Kopi, in transactional email."""
    return asker(alice)


@pytest.fixture
def other_trx(mallory: Person) -> Asker:
    """Mallory, admin of another team."""
    return asker(mallory)


@pytest.fixture
def key_trx(alice: Person) -> Asker:
    """An application with a key of Kopi."""
    return Asker(make_key(alice.team)[1])


@pytest.fixture
def uploads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Stores files in a separate folder, and wakes no worker for the jobs."""
    monkeypatch.setattr(celery, "send_task", lambda *args, **kwargs: None)
    monkeypatch.setattr(settings, "UPLOAD_FOLDER", tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def frozen() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def types(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [item["type"] for item in answer.json()["items"]]


class TestPages:
    def test_newest_first_page_by_page(self, alice: Person, trx: Asker) -> None:
        made = by_chance(Random(3), 60, end=NOW, over=3 * 24 * HOUR)
        recording.append(alice.team.pk, made)
        order = [str(e.id) for e in sorted(made, key=lambda e: (e.at, e.id.int), reverse=True)]

        found: list[str] = []
        asked: dict[str, Any] = {"size": 25}
        while True:
            page = trx.get("events", **asked).json()
            found += [item["id"] for item in page["items"]]
            if page["before"] is None:
                break
            asked["before"] = page["before"]

        assert found == order
        assert (page["from"], page["to"]) == ("2026-03-03T05:20:00Z", "2026-03-10T05:20:00Z")

    def test_the_usual_window_is_seven_days_and_another_may_be_asked_for(self, alice: Person, trx: Asker) -> None:
        recording.append(alice.team.pk, [event(NOW - 7 * 24 * HOUR - HOUR), event(NOW - HOUR, EventType.OPENED)])

        assert types(trx.get("events")) == ["opened"]
        assert types(trx.get("events", from_="2026-03-01T00:00:00Z")) == ["opened", "delivered"]
        assert types(trx.get("events", from_="2026-03-01T00:00:00Z", to="2026-03-05T00:00:00Z")) == ["delivered"]

    def test_what_the_plan_no_longer_keeps_is_not_shown(self, alice: Person, trx: Asker) -> None:
        recording.append(alice.team.pk, [event(NOW - 5 * 24 * HOUR), event(NOW - HOUR, EventType.OPENED)])
        plan = Plan.objects.get(code="SAMPLE")
        for group in plan.features:
            for sub in group["subFeatures"]:
                if sub["name"] == "retentionDays":
                    sub["limit"] = 3
        plan.save()

        page = trx.get("events", from_="2026-03-01T00:00:00Z").json()

        assert [item["type"] for item in page["items"]] == ["opened"]
        assert (page["from"], page["retentionDays"]) == ("2026-03-07T05:20:00Z", 3)

    def test_an_event_is_told_whole(self, alice: Person, key_trx: Asker) -> None:
        made = event(NOW - HOUR, EventType.DELIVERED, tag="otp", detail={"code": 250, "latencyMs": 80})
        recording.append(alice.team.pk, [made])

        [item] = key_trx.get("events", q="tag:otp").json()["items"]

        assert item == {
            "id": str(made.id),
            "at": "2026-03-10T04:20:00Z",
            "type": "delivered",
            "messageId": str(made.message_id),
            "time": to_milliseconds(made.accepted_at),
            "position": 0,
            "recipient": "ani@kopi.example",
            "sender": "shop@kopi.example",
            "subject": "Hello",
            "tag": "otp",
            "domain": "kopi.example",
            "keyId": str(made.key_id),
            "detail": {"code": 250, "latencyMs": 80},
        }

    def test_a_key_is_meant_by_its_name_or_how_its_prefix_begins(self, alice: Person, trx: Asker) -> None:
        key, _ = make_key(alice.team, name="Toko")
        recording.append(alice.team.pk, [event(NOW, key_id=key.pk), event(NOW, EventType.OPENED)])

        assert types(trx.get("events", q="key:toko")) == ["delivered"]
        assert types(trx.get("events", q=f"key:{key.prefix}")) == ["delivered"]
        assert types(trx.get("events", q="-key:toko")) == ["opened"]
        assert types(trx.get("events", q="key:other")) == []

    def test_another_team_sees_none_of_it(self, alice: Person, other_trx: Asker) -> None:
        made = event(NOW - HOUR, detail={"metadata": {"order": "1"}}, kind=EventType.ACCEPTED)
        recording.append(alice.team.pk, [made])
        key, _ = make_key(alice.team, name="Toko")

        for words in ("", f"message:{made.message_id}", "metadata.order:1", "ani", f"key:{key.prefix}"):
            assert types(other_trx.get("events", q=words)) == []

    @pytest.mark.parametrize(
        ("asked", "code"),
        [
            ({"q": "typ:x"}, "trxSearchInvalid"),
            ({"before": "yesterday"}, "invalidData"),
            ({"before": f"2026-03-10T05:20:00_{UUID(int=1).hex}"}, "invalidData"),
            ({"from_": "2026-03-01T00:00:00"}, "invalidData"),
            ({"from_": "2026-03-02T00:00:00Z", "to": "2026-03-01T00:00:00Z"}, "invalidData"),
            ({"from_": "2020-03-02T00:00:00Z"}, "invalidData"),
            ({"size": 101}, "invalidData"),
            ({"size": 0}, "invalidData"),
        ],
    )
    def test_bad_questions(self, trx: Asker, asked: dict[str, Any], code: str) -> None:
        assert refused(trx.get("events", **asked)) == (400, code)

    def test_a_search_that_is_not_understood_names_the_place(self, trx: Asker) -> None:
        payload = trx.get("events", q="budi typ:x").json()["payload"]

        assert payload == {"field": "q", "word": "typ", "at": 5, "length": 3, "problem": "key"}


class TestStories:
    def accepted(self, alice: Person, *to: str, **fields: Any) -> tuple[UUID, int]:
        make_domain(alice.team)
        found = acceptance.accept(make_identity(alice.team), make_submission(*to, **fields))
        return found.id, to_milliseconds(found.accepted_at)

    def test_the_whole_story(self, alice: Person, trx: Asker) -> None:
        Suppression.objects.create(
            team=alice.team, email="budi@example.com", reason="bounce", marketing_only=False, created_at=NOW
        )
        message, time = self.accepted(
            alice, "ani@example.com", "budi@example.com", subject="Pesanan", metadata={"order": "4711"}
        )
        delivered = event(
            NOW, EventType.DELIVERED, message_id=message, accepted_at=NOW, recipient="ani@example.com", tag=""
        )
        recording.append(alice.team.pk, [delivered])

        story = trx.get(f"events/{message}/{time}").json()

        assert story["message"]["subject"] == "Pesanan"
        assert story["message"]["from"] == {"name": "Toko Kopi", "email": "toko@kopi.example"}
        assert (story["message"]["metadata"], story["message"]["domain"]) == ({"order": "4711"}, "kopi.example")
        assert story["message"]["keyName"] == "Toko"
        assert story["message"]["bodyUntil"] is not None
        assert story["message"]["may"] == {"resend": False, "release": False, "cancel": True}
        found = [(row["email"], row["state"], row["suppressed"]) for row in story["recipients"]]
        assert found == [("ani@example.com", "queued", False), ("budi@example.com", "suppressed", True)]
        assert sorted((row["type"], row["recipient"]) for row in story["events"]) == [
            ("accepted", "ani@example.com"),
            ("accepted", "budi@example.com"),
            ("delivered", "ani@example.com"),
            ("suppressed", "budi@example.com"),
        ]
        checks = {check["name"]: check["result"] for check in story["checks"]}
        assert checks["suppression"] == "skip"
        assert set(checks.values()) == {"pass", "skip"}

    def test_of_another_team_and_of_another_time_it_is_not_found(
        self, alice: Person, trx: Asker, other_trx: Asker
    ) -> None:
        message, time = self.accepted(alice)

        assert refused(other_trx.get(f"events/{message}/{time}")) == (404, "noEntity")
        assert refused(trx.get(f"events/{message}/{time + 1}")) == (404, "noEntity")
        assert refused(trx.get(f"events/{message}/{10**30}")) == (404, "noEntity")
        assert refused(trx.get(f"events/{uuid4()}/{time}")) == (404, "noEntity")


class TestSearches:
    def test_kept_for_the_team_and_dropped(self, alice: Person, trx: Asker, other_trx: Asker) -> None:
        answer = trx.post("events/searches", {"name": " Bounces  of otp ", "q": "type:bounced tag:otp"})

        assert answer.status_code == 201
        kept = answer.json()
        assert (kept["name"], kept["q"]) == ("Bounces of otp", "type:bounced tag:otp")
        assert [row["id"] for row in trx.get("events/searches").json()["items"]] == [kept["id"]]
        assert other_trx.get("events/searches").json()["items"] == []
        assert refused(other_trx.delete(f"events/searches/{kept['id']}")) == (404, "noEntity")
        assert SavedSearch.objects.for_team(alice.team).count() == 1

        assert trx.delete(f"events/searches/{kept['id']}").status_code == 204
        assert not SavedSearch.objects.for_team(alice.team).exists()

    @pytest.mark.parametrize(
        ("name", "q", "code"),
        [
            ("bounces", "ani", "invalidData"),
            ("   ", "ani", "invalidData"),
            ("new", "typ:x", "trxSearchInvalid"),
            ("x" * 61, "ani", "invalidData"),
        ],
    )
    def test_refused(self, alice: Person, trx: Asker, name: str, q: str, code: str) -> None:
        trx.post("events/searches", {"name": "Bounces", "q": "type:bounced"})

        assert refused(trx.post("events/searches", {"name": name, "q": q})) == (400, code)
        assert SavedSearch.objects.for_team(alice.team).count() == 1


def work() -> None:
    """Runs the waiting job like a worker."""
    claim = jobs.claim(Job.objects.get(name=EventExport.job, state=JobState.WAITING).pk)
    assert claim is not None
    jobs.run(claim)


def download(trx: Asker) -> bytes:
    [file, *_] = trx.get("events/exports").json()["items"]
    answer = Client().get(file["downloadUrl"], headers={"host": settings.APP_HOSTS[0]})
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content)  # type: ignore[attr-defined]


class TestFiles:
    def make(self, alice: Person) -> None:
        detail = {"code": 550, "enhanced": "5.1.1", "reply": "=cmd|' /C calc'!A0", "class": "hard"}
        told = [
            event(NOW - 2 * HOUR, EventType.BOUNCED, detail=detail, subject='=1+1, "so"'),
            event(NOW - HOUR, EventType.DELIVERED, detail={"latencyMs": 480}),
        ]
        recording.append(alice.team.pk, told)

    def test_a_csv_of_what_a_search_finds(self, alice: Person, trx: Asker, other_trx: Asker) -> None:
        self.make(alice)
        answer = trx.post("events/export", {"q": "ani", "format": "csv"})
        assert (answer.status_code, answer.json()["state"], answer.json()["downloadUrl"]) == (202, "RUNNING", None)

        work()

        text = download(trx).decode("utf-8-sig")
        heading, *rows = list(csv.reader(io.StringIO(text)))
        assert heading[:3] == ["Time", "Event", "Recipient"]
        # In the team's time zone, Jakarta.
        assert [row[:2] for row in rows] == [["2026-03-10 11:20:00", "delivered"], ["2026-03-10 10:20:00", "bounced"]]
        assert rows[1][4] == '\'=1+1, "so"'
        assert rows[1][11].startswith("'=cmd")
        [told] = OutboxEvent.objects.filter(name="transactional.export.finished")
        assert (told.payload["state"], told.payload["total"]) == ("DONE", 2)
        [entry] = Activity.objects.for_team(alice.team).filter(action="EXPORT")
        assert (entry.reference, entry.name, entry.user_id) == (
            "transactional-message",
            "events-2026-03-10.csv",
            alice.user.pk,
        )
        assert other_trx.get("events/exports").json()["items"] == []

    def test_a_workbook_of_recipients(self, alice: Person, trx: Asker) -> None:
        self.make(alice)
        assert trx.post("stats/recipients/export").status_code == 202

        work()

        sheet = openpyxl.load_workbook(io.BytesIO(download(trx))).worksheets[0]
        heading, row = [[cell.value for cell in line] for line in sheet.iter_rows()]
        assert dict(zip(heading, row, strict=True)) == {
            "Recipient": "ani@kopi.example",
            "Accepted": 0,
            "Delivered": 1,
            "Bounced": 1,
            "Failed": 0,
            "Suppressed": 0,
            "Opened": 0,
            "Clicked": 0,
            "Spam complaints": 0,
            "Last event": "2026-03-10 11:20:00",
        }

    def test_headings_in_the_team_s_language(self, alice: Person, trx: Asker) -> None:
        alice.team.language = "id"
        alice.team.save()
        self.make(alice)
        trx.post("events/export", {"format": "csv"})
        work()

        assert download(trx).decode("utf-8-sig").startswith("Waktu,Event,Penerima")

    def test_one_at_a_time(self, alice: Person, trx: Asker) -> None:
        trx.post("events/export")

        assert trx.post("events/export").status_code == 409
        assert EventExport.objects.for_team(alice.team).count() == 1
        # An export of recipients is another kind.
        assert trx.post("stats/recipients/export").status_code == 202

    def test_a_bad_search_makes_no_file(self, alice: Person, trx: Asker) -> None:
        assert refused(trx.post("events/export", {"q": "typ:x"})) == (400, "trxSearchInvalid")
        assert not EventExport.objects.for_team(alice.team).exists()

    def test_after_its_day_it_is_gone(
        self, alice: Person, trx: Asker, uploads: Path, frozen: time_machine.Traveller
    ) -> None:
        trx.post("events/export")
        work()
        url = trx.get("events/exports").json()["items"][0]["downloadUrl"]
        frozen.shift(timedelta(hours=25))

        exports.EXPORTS.purge_expired()

        assert Client().get(url, headers={"host": settings.APP_HOSTS[0]}).status_code == 404
        assert not any(path.is_file() for path in uploads.rglob("*"))
        # The test's session has expired as well.
        assert asker(alice).get("events/exports").json()["items"][0]["downloadUrl"] is None

    def test_a_job_that_comes_twice_makes_it_once(self, alice: Person, trx: Asker) -> None:
        self.make(alice)
        trx.post("events/export")
        work()
        row = EventExport.objects.for_team(alice.team).get()

        exports.run(team_id=alice.team.pk, export_id=row.pk, claim=jobs.Claim(1, EventExport.job, {}, 2))
        exports.EXPORTS.fail(team_id=alice.team.pk, export_id=row.pk, reason="Late")

        row.refresh_from_db()
        assert (row.state, row.rows, row.revision) == ("DONE", 2, 2)


def test_a_key_that_may_read_takes_nothing_out(alice: Person) -> None:
    reading = Asker(make_key(alice.team, scopes=["read"])[1])
    sending = Asker(make_key(alice.team, scopes=["send"])[1])

    assert reading.get("events").status_code == 200
    assert refused(sending.get("events")) == (403, "scopeMissing")
    assert refused(reading.post("events/export")) == (403, "scopeMissing")
    assert refused(reading.get("events/exports")) == (403, "scopeMissing")
    assert refused(reading.post("events/searches", {"name": "a", "q": "b"})) == (403, "scopeMissing")
    assert not EventExport.objects.for_team(alice.team).exists()
    assert not SavedSearch.objects.for_team(alice.team).exists()


def test_a_role_that_may_not_export_sees_no_files(alice: Person, bob: Person, trx: Asker) -> None:
    role = Role.objects.create(team=alice.team, name="Support", permissions=["transactional.view"])
    Member.objects.filter(user=bob.user).update(role="custom", custom_role=role)
    assert trx.post("events/export").status_code == 202

    assert refused(asker(bob).get("events/exports")) == (403, "notAuthorized")
    assert len(trx.get("events/exports").json()["items"]) == 1


def test_events_of_a_message_follow_it_for_weeks(alice: Person, trx: Asker) -> None:
    accepted_at = NOW - 30 * 24 * HOUR
    message = uuid7(accepted_at)
    detail = {"metadata": {"order": "9"}}
    common: dict[str, Any] = {"accepted_at": accepted_at, "message_id": message}
    recording.append(alice.team.pk, [event(accepted_at, EventType.ACCEPTED, detail=detail, **common)])
    recording.append(alice.team.pk, [event(NOW - HOUR, EventType.CLICKED, **common)])

    assert types(trx.get("events", q="metadata.order:9")) == ["clicked"]
    assert MessageEvent.objects.for_team(alice.team).count() == 2
