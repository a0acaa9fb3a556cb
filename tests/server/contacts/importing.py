"""Imports for the tests: the upload, the start and the work of a worker."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from server.core import jobs
from server.core.models import Job, JobState
from tasks import contacts as contact_tasks
from tests.cast import Person


def prepare(person: Person, content: bytes | str, name: str = "people.csv") -> Any:
    """The answer to an upload."""
    data = content.encode() if isinstance(content, str) else content
    upload = SimpleUploadedFile(name, data)
    return person.api._client.post("/api/contacts/import/prepare", {"file": upload}, headers=person.api._headers)


def start(person: Person, prepared: Any, **body: Any) -> Any:
    """The answer to starting a prepared import, with the consent given."""
    return person.api.post("contacts/import/start", {"importId": prepared.json()["importId"], "consent": True} | body)


def work() -> None:
    """Does the waiting imports, as a worker would."""
    for job in Job.objects.filter(name="contacts.run_import", state=JobState.WAITING):
        claim = jobs.claim(job.pk)
        assert claim is not None
        contact_tasks.run_import(claim=claim, **claim.arguments)
        Job.objects.filter(pk=job.pk).update(state=JobState.DONE)


def imported(person: Person, content: bytes | str, name: str = "people.csv", **body: Any) -> dict[str, Any]:
    """The whole way; answers the import's last state."""
    prepared = prepare(person, content, name)
    assert prepared.status_code == 200, prepared.json()
    started = start(person, prepared, **body)
    assert started.status_code == 200, started.json()
    work()
    answer = person.api.get(f"contacts/import/status?importId={started.json()['importId']}")
    last: dict[str, Any] = answer.json()["item"]
    return last


def errors(person: Person, done: dict[str, Any]) -> str:
    """The error file of an import."""
    answer = person.api.get(f"contacts/import/{done['importId']}/errors")
    return b"".join(answer.streaming_content).decode()
