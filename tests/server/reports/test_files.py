"""Report files: requested, created once by a job, announced and downloaded by URL."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import time_machine
from django.conf import settings

from server.activity.models import Activity
from server.campaigns.models import Campaign
from server.contacts.filters import ContactFilter
from server.contacts.models import BulkAction, Contact, ContactLabel
from server.contacts.services import bulk
from server.contacts.states import BulkState
from server.core import jobs, unfinished
from server.core.broker import celery
from server.core.exports.lifecycle import RETENTION
from server.core.models import Job, JobState, OutboxEvent
from server.delivery.models import SendLog
from server.notifications.models import Notification
from server.reports.models import ReportFile
from server.reports.services import generating, labelling
from server.reports.services.downloads import FILES
from server.reports.states import ReportFormat
from server.reports.writing import pdf, recipients_csv, writers
from server.teams.models import Team
from tests.cast import Person, sign_in
from tests.conftest import ApiClient
from tests.server.reports.history import Deed, act, count, finish, log, send_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("uploads")]

START = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)


@pytest.fixture
def uploads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Uses a temporary folder, and wakes no worker for jobs."""
    monkeypatch.setattr(celery, "send_task", lambda *args, **kwargs: None)
    monkeypatch.setattr(settings, "UPLOAD_FOLDER", tmp_path)
    return tmp_path


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as coordinates:
        yield coordinates


@pytest.fixture
def campaign(alice: Person, traveller: time_machine.Traveller) -> Campaign:
    """An ended campaign with four recipients; one of them opened and clicked."""
    made = send_campaign(alice, recipients=4, name="=May/news")
    log(made, [("sent", "")] * 3 + [("failed", "hard")])
    act(made, [Deed(0, "open", 1), Deed(0, "click", 2, link=1), Deed(1, "click", 2, link=1, machine=True)])
    SendLog.objects.for_team(alice.team).filter(position=3).update(reply="=cmd|' /C calc'!A0")
    count(made)
    finish(made)
    traveller.shift(timedelta(hours=1))
    return made


def ask(person: Person, campaign: Campaign, wanted: str) -> Any:
    return person.api.post("email-marketing/reports/generate", {"id": str(campaign.pk), "format": wanted})


def claimed(name: str = ReportFile.job) -> jobs.Claim:
    claim = jobs.claim(Job.objects.get(name=name, state=JobState.WAITING).pk)
    assert claim is not None
    return claim


def export(person: Person, campaign: Campaign, wanted: str) -> Any:
    return person.api.get(f"email-marketing/reports/export?id={campaign.pk}&format={wanted}")


def create_file(person: Person, campaign: Campaign, wanted: str) -> bytes:
    assert ask(person, campaign, wanted).status_code == 202
    jobs.run(claimed())
    answer = export(person, campaign, wanted)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)


def test_it_is_accepted_made_told_of_and_had(alice: Person, campaign: Campaign) -> None:
    asked = ask(alice, campaign, "csv")

    assert (asked.status_code, asked.json()["code"]) == (202, "accepted")
    file_id = asked.json()["payload"]["fileId"]
    waiting = export(alice, campaign, "csv")
    assert waiting.status_code == 202
    assert waiting.json() == {
        "code": "accepted",
        "message": "Your report is being prepared. You will be notified when it is ready.",
        "payload": {"fileId": file_id},
    }
    jobs.run(claimed())
    [item] = alice.api.get(f"email-marketing/reports/files?id={campaign.pk}").json()["items"]
    assert (item["fileId"], item["state"], item["format"], item["expiresAt"]) == (
        file_id,
        "DONE",
        "csv",
        "2026-11-22T04:00:00Z",
    )
    got = ApiClient().get(item["downloadUrl"].removeprefix("/api/"))
    assert (got.status_code, got["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert got["Content-Disposition"] == 'attachment; filename="May-news-2026-11-21.csv"'
    notice = Notification.objects.get(kind="report.finished")
    assert (notice.user_id, notice.params["format"]) == (alice.user.pk, "CSV")
    assert notice.link == f"/campaigns/{campaign.pk}?files=1"
    told = OutboxEvent.objects.filter(name="reports.file.changed").order_by("pk")
    assert [event.payload["state"] for event in told] == ["RUNNING", "DONE"]
    assert Activity.objects.filter(reference="campaign", action="EXPORT").count() == 1


def test_a_csv_is_of_recipients_and_runs_nothing(alice: Person, campaign: Campaign) -> None:
    rows = list(csv.reader(io.StringIO(create_file(alice, campaign, "csv").decode("utf-8-sig"))))

    assert rows[0][:6] == ["Email", "Status", "Time", "Bounce type", "Server response", "Opens"]
    assert [row[0] for row in rows[1:]] == [f"r{number}@x.example" for number in range(4)]
    assert rows[1][1:3] == ["Sent", "2026-11-21 10:00:00"]
    assert rows[4][3:5] == ["Hard bounce", "'=cmd|' /C calc'!A0"]


def test_a_workbook_has_a_sheet_for_every_part(alice: Person, campaign: Campaign) -> None:
    book = openpyxl.load_workbook(io.BytesIO(create_file(alice, campaign, "xlsx")))

    assert book.sheetnames == [
        *("Overview", "Links", "Devices", "Email clients", "Operating systems", "Domains", "Bounces and rejections"),
        *("Over time", "Recipients"),
    ]
    overview = {row[0]: row[1:3] for row in book["Overview"].values}
    assert (overview["Recipients"], overview["Opened"]) == ((4, None), (1, 0.333333))
    assert book["Overview"]["A1"].value == "=May/news"
    assert book["Overview"]["A1"].data_type == "s"
    assert [row[0].data_type for row in book["Links"].iter_rows(min_row=2)] == ["s", "s", "s"]
    assert book["Recipients"]["E5"].value == "=cmd|' /C calc'!A0"
    assert book["Recipients"]["E5"].data_type == "s"


@pytest.mark.parametrize("language", ["en", "id"])
def test_a_pdf_is_laid_out_in_both_languages(alice: Person, campaign: Campaign, language: str) -> None:
    Team.objects.filter(pk=alice.team.pk).update(language=language)

    data = create_file(alice, campaign, "pdf")

    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert len(data) > 10_000


@pytest.mark.parametrize(("color", "words"), [("#FFE27A", "#14161b"), ("#2F54C8", "#ffffff"), ("#1FA37A", "#14161b")])
def test_words_on_the_brands_colour_can_be_read(color: str, words: str) -> None:
    assert pdf.choose_text_color(color) == words


def test_one_of_a_form_is_made_at_a_time(alice: Person, bob: Person, campaign: Campaign) -> None:
    ask(alice, campaign, "csv")

    again = ask(bob, campaign, "csv")

    assert (again.status_code, again.json()["code"]) == (409, "waitDownloadReport")
    assert ReportFile.objects.count() == 1
    assert ask(bob, campaign, "pdf").status_code == 202


def test_so_many_files_of_a_team_wait_and_one_more_is_refused(
    alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MAX_UNFINISHED", 1)
    ask(alice, campaign, "csv")

    refused = ask(alice, campaign, "pdf")

    assert (refused.status_code, refused.json()["code"]) == (409, "tooManyUnfinished")
    assert refused.json()["payload"] == {"most": 1}
    assert list(ReportFile.objects.values_list("format", flat=True)) == ["csv"]
    assert Job.objects.filter(name=ReportFile.job).count() == 1


def test_without_one_there_is_nothing_to_have(alice: Person, campaign: Campaign) -> None:
    answer = export(alice, campaign, "pdf")

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")


def test_its_address_ends(alice: Person, campaign: Campaign, traveller: time_machine.Traveller) -> None:
    create_file(alice, campaign, "csv")
    address = alice.api.get(f"email-marketing/reports/files?id={campaign.pk}").json()["items"][0]["downloadUrl"]
    row = ReportFile.objects.get()
    traveller.shift(RETENTION + timedelta(seconds=1))

    assert ApiClient().get(address.removeprefix("/api/")).status_code == 404
    assert export(sign_in(alice.user, alice.team), campaign, "csv").status_code == 404
    generating.EXPORTS.purge_expired()
    assert not FILES.folder_of(row.pk).exists()


def test_killed_while_it_is_made_it_is_made_once(
    alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(alice, campaign, "csv")

    def dying(found: Any, row: Any, target: Path, renew: Any) -> None:
        target.write_text("half a file")
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(writers, "WRITERS", dict(writers.WRITERS) | {ReportFormat.CSV: dying})
        with pytest.raises(MemoryError):
            jobs.run(claimed())
    row = ReportFile.objects.get()
    assert (row.state, FILES.path_of(row).exists()) == ("RUNNING", False)
    Job.objects.update(due_at=START)
    jobs.run(claimed())

    row.refresh_from_db()
    assert (row.state, row.revision) == ("DONE", 2)
    assert [path.name for path in FILES.folder_of(row.pk).iterdir()] == ["report.csv"]
    assert Notification.objects.filter(kind="report.finished").count() == 1


def test_a_file_of_a_worker_that_lost_its_lease_at_the_end_is_not_put_in_place(
    alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(alice, campaign, "csv")

    def overtaken(found: Any, row: Any, target: Path, renew: Any) -> None:
        target.write_text("Email\n")
        Job.objects.update(attempts=2)

    monkeypatch.setattr(writers, "WRITERS", dict(writers.WRITERS) | {ReportFormat.CSV: overtaken})
    ids = {"team_id": alice.team.pk, "export_id": ReportFile.objects.get().pk}
    with pytest.raises(jobs.LeaseLost):
        generating.run(**ids, claim=claimed())

    row = ReportFile.objects.get()
    assert (row.state, FILES.path_of(row).exists()) == ("RUNNING", False)


def test_a_worker_that_lost_its_lease_ends_nothing(alice: Person, campaign: Campaign) -> None:
    ask(alice, campaign, "csv")
    slow = claimed()
    Job.objects.update(lease_until=START)
    quick = jobs.claim(slow.job_id)
    assert quick is not None

    ids = {"team_id": alice.team.pk, "export_id": ReportFile.objects.get().pk}
    with pytest.raises(jobs.LeaseLost):
        generating.run(**ids, claim=slow)

    assert ReportFile.objects.get().state == "RUNNING"
    generating.run(**ids, claim=quick)
    assert ReportFile.objects.get().state == "DONE"
    assert Notification.objects.filter(kind="report.finished").count() == 1


def test_of_an_ab_test_it_is_told_at_the_tests_own_report(alice: Person, campaign: Campaign) -> None:
    ask(alice, campaign, "csv")
    ReportFile.objects.update(type="ab-test")

    generating.EXPORTS.fail(team_id=alice.team.pk, export_id=ReportFile.objects.get().pk, reason="x")

    assert Notification.objects.get(kind="report.failed").link == f"/ab-tests/{campaign.pk}/report?files=1"


def test_after_the_last_try_it_has_failed(alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        recipients_csv, "iterate_recipients", lambda *_: (_ for _ in ()).throw(OSError("The disk is full"))
    )
    ask(alice, campaign, "csv")
    Job.objects.update(attempts=4)

    with pytest.raises(OSError, match="disk"):
        jobs.run(claimed())

    row = ReportFile.objects.get()
    assert (row.state, row.reason) == ("FAILED", "OSError")
    assert Notification.objects.filter(kind="report.failed").count() == 1
    assert ask(alice, campaign, "csv").status_code == 202


def test_nobody_else_has_it(alice: Person, mallory: Person, campaign: Campaign) -> None:
    create_file(alice, campaign, "csv")

    assert export(mallory, campaign, "csv").status_code == 404
    assert ask(mallory, campaign, "csv").status_code == 404
    assert ReportFile.objects.count() == 1


def label(person: Person, campaign: Campaign, **wanted: Any) -> Any:
    return person.api.post("email-marketing/reports/label", {"id": str(campaign.pk), **wanted})


def labelled() -> list[str]:
    """Runs the waiting jobs. Returns the contacts with the new label."""
    jobs.run(claimed(labelling.JOB))
    jobs.run(claimed(bulk.RUN_JOB))
    row = BulkAction.objects.get()
    assert row.state == "DONE"
    [new] = row.options["add"]
    return sorted(Contact.objects.filter(label_ids__contains=[new]).values_list("email", flat=True))


@pytest.mark.parametrize(
    ("wanted", "emails"),
    [
        ({"state": "opened"}, ["r0@x.example"]),
        ({"state": "opened", "machines": "include"}, ["r0@x.example", "r1@x.example"]),
        ({"link": 1}, ["r0@x.example"]),
        ({"link": 1, "machines": "include"}, ["r0@x.example", "r1@x.example"]),
        ({"state": "notOpened"}, ["r1@x.example", "r2@x.example"]),
        ({"state": "bounced"}, ["r3@x.example"]),
        ({}, [f"r{number}@x.example" for number in range(4)]),
    ],
)
def test_an_outcome_becomes_a_label(
    alice: Person, campaign: Campaign, wanted: dict[str, Any], emails: list[str]
) -> None:
    answer = label(alice, campaign, name="Readers of May", **wanted)

    assert answer.status_code == 200
    assert (answer.json()["name"], answer.json()["count"]) == ("Readers of May", len(emails))
    assert labelled() == emails


def test_so_many_labels_wait_and_one_more_is_refused(
    alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MAX_UNFINISHED", 2)
    label(alice, campaign, name="Readers", state="opened")
    jobs.run(claimed(labelling.JOB))
    label(alice, campaign, name="Clickers", state="clicked")

    # One action is waiting, and one job that will start another.
    refused = label(alice, campaign, name="Others", state="opened")

    assert (refused.status_code, refused.json()["code"]) == (409, "tooManyUnfinished")
    assert not ContactLabel.objects.filter(name="Others").exists()
    assert BulkAction.objects.count() == 1
    assert Job.objects.filter(name=labelling.JOB, state=JobState.WAITING).count() == 1


def test_actions_that_start_meanwhile_do_not_prevent_a_label(
    alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MAX_UNFINISHED", 2)
    label(alice, campaign, name="Readers", state="opened")
    label(alice, campaign, name="Clickers", state="clicked")
    first, second = Job.objects.filter(name=labelling.JOB).order_by("pk")
    for _ in range(2):
        wanted = ContactFilter.of_stored({})
        nothing: dict[str, list[int]] = {"add": [], "remove": []}
        bulk.start(team_id=alice.team.pk, kind="label", wanted=wanted, options=nothing, by=alice.caller)

    for job in (first, second):
        claim = jobs.claim(job.pk)
        assert claim is not None
        jobs.run(claim)

    assert BulkAction.objects.filter(state=BulkState.RUNNING).count() == 4


def test_a_label_of_that_name_is_used_again(alice: Person, campaign: Campaign) -> None:
    first = label(alice, campaign, name="Readers", state="opened").json()
    again = label(alice, campaign, name="readers", state="clicked").json()

    assert again["labelId"] == first["labelId"]


def test_a_job_that_is_done_again_starts_no_second_act(alice: Person, campaign: Campaign) -> None:
    label(alice, campaign, name="Readers", state="opened")
    claim = claimed(labelling.JOB)
    jobs.run(claim)

    jobs.run(claim)

    assert BulkAction.objects.count() == 1


def test_after_the_last_try_who_asked_is_told_once(
    alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    label(alice, campaign, name="Readers", state="opened")
    Job.objects.update(attempts=3)
    monkeypatch.setattr(bulk, "start_on_ids", lambda **_: (_ for _ in ()).throw(OSError("The disk is full")))

    with pytest.raises(OSError, match="disk"):
        jobs.run(claimed(labelling.JOB))
    assert not Notification.objects.filter(kind="report.notLabelled").exists()
    Job.objects.update(due_at=START)
    with pytest.raises(OSError, match="disk"):
        jobs.run(claimed(labelling.JOB))

    told = Notification.objects.get(kind="report.notLabelled")
    assert (told.user_id, told.link) == (alice.user.pk, f"/campaigns/{campaign.pk}/recipients")
    assert told.params["label"] == "Readers"
    assert not BulkAction.objects.exists()


def test_labels_of_others_are_not_found(alice: Person, mallory: Person, campaign: Campaign) -> None:
    foreign = label(alice, campaign, name="Readers", state="opened").json()["labelId"]
    own = send_campaign(mallory, recipients=1, domain="m")

    answers = [
        label(mallory, campaign, name="Mine", state="opened"),
        label(mallory, own, labelId=foreign),
        label(alice, campaign, link=77, name="None"),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(404, "noEntity")] * 3
    assert Job.objects.filter(name=labelling.JOB).count() == 1


def test_it_says_which_label(alice: Person, campaign: Campaign) -> None:
    answer = label(alice, campaign, state="opened")

    assert answer.status_code in (400, 422)
    assert not Job.objects.filter(name=labelling.JOB).exists()
