import io
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from server.contacts.models import Contact, ContactLabel, ContactSlots, ImportJob
from server.contacts.services import import_runs
from server.core import jobs
from server.core.broker import celery
from server.core.models import Job, OutboxEvent
from server.plans import quota
from server.plans.features import CONTACT
from tests.cast import Person
from tests.server.contacts.factories import make_contact, make_label

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(celery, "send_task", lambda *args, **kwargs: None)
    monkeypatch.setattr(settings, "UPLOAD_FOLDER", tmp_path)


def prepare(person: Person, content: bytes | str, name: str = "people.csv") -> Any:
    data = content.encode() if isinstance(content, str) else content
    client = person.api._client
    return client.post(
        "/api/contacts/import/prepare", {"file": SimpleUploadedFile(name, data)}, headers=person.api._headers
    )


def start(person: Person, prepared: Any, **body: Any) -> Any:
    return person.api.post("contacts/import/start", {"importId": prepared.json()["importId"], "consent": True} | body)


def work() -> None:
    """Does the waiting imports, as a worker would."""
    for job in Job.objects.filter(name="contacts.run_import", state="waiting"):
        claim = jobs.claim(job.pk)
        assert claim is not None
        import_runs.run(import_id=claim.arguments["import_id"], claim=claim)
        jobs._close(claim, state="done")


def imported(person: Person, content: bytes | str, name: str = "people.csv", **body: Any) -> dict[str, Any]:
    prepared = prepare(person, content, name)
    assert prepared.status_code == 200, prepared.json()
    started = start(person, prepared, **body)
    assert started.status_code == 200, started.json()
    work()
    return person.api.get("contacts/import/status").json()["item"]


def rows_of(person: Person) -> list[tuple[str, str]]:
    return list(Contact.objects.for_team(person.team).order_by("id").values_list("email", "firstname"))


def test_the_way_of_an_import(alice: Person, bob: Person) -> None:
    prepared = prepare(alice, "Email;Nama;Kota;Whatever\nAYU@x.com;Ayu;Depok;1\nbad;Bagas;;2\nayu@x.com;;Bogor;3\n")

    assert prepared.status_code == 200
    told = prepared.json()
    assert (told["state"], told["total"], told["delimiter"], told["encoding"]) == ("PREPARED", 3, ";", "utf-8")
    assert [(column["heading"], column["target"]) for column in told["columns"]] == [
        ("Email", "email"),
        ("Nama", "firstname"),
        ("Kota", "city"),
        ("Whatever", None),
    ]
    assert told["columns"][1]["cells"] == ["Ayu", "Bagas", ""]
    assert told["forecast"] == {"new": 1, "existing": 0, "duplicates": 1, "bad": 1, "rows": 3, "exact": True}
    assert told["consentNeeded"] is True
    assert alice.api.get("contacts/import/status").json() == {"item": None}

    assert start(alice, prepared, consent=False).json()["code"] == "importConsentMissing"
    started = start(alice, prepared)
    assert (started.status_code, started.json()["state"]) == (200, "RUNNING")
    assert OutboxEvent.objects.filter(name="contacts.import.started").count() == 1
    work()

    done = bob.api.get("contacts/import/status", **{"X-Requested-With": "interval"}).json()["item"]
    counted = {key: done[key] for key in ("state", "total", "done", "added", "updated", "failed")}
    assert counted == {"state": "DONE", "total": 3, "done": 3, "added": 1, "updated": 1, "failed": 1}
    contact = Contact.objects.for_team(alice.team).get()
    assert (contact.email, contact.firstname, contact.city) == ("ayu@x.com", "Ayu", "Bogor")
    assert quota.standing(team_id=alice.team.pk, limit=CONTACT).used == 1
    assert quota.standing(team_id=alice.team.pk, limit=CONTACT).reserved == 0
    errors = alice.api.get(f"contacts/import/{done['importId']}/errors")
    assert b"".join(errors.streaming_content).decode() == (
        "Email,Nama,Kota,Whatever,Reason,Row\nbad,Bagas,,2,Email: not an email address,3\n"
    )
    finished = OutboxEvent.objects.get(name="contacts.import.finished").payload
    times = ("createdAt", "startedAt", "finishedAt")
    assert {key: finished[key] for key in done if key not in times} == {
        key: done[key] for key in done if key not in times
    }
    assert [finished[key][:23] for key in times] == [done[key][:23] for key in times]
    assert bob.api.get("contacts/import/history").json()["items"] == [done]
