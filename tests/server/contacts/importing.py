"""Import helpers: upload, start and the job of a worker."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from server.contacts import jobs as contact_jobs
from server.contacts.services.importing import undos
from server.core import jobs
from server.core.models import Job, JobState
from tests.cast import Person


def prepare(person: Person, content: bytes | str, name: str = "people.csv", *, encoding: str | None = None) -> Any:
    """Uploads a file and returns the response."""
    data = content.encode() if isinstance(content, str) else content
    upload = SimpleUploadedFile(name, data)
    form = {"file": upload} | ({"encoding": encoding} if encoding else {})
    return person.api._client.post("/api/contacts/import/prepare", form, headers=person.api._headers)


def start(person: Person, prepared: Any, **body: Any) -> Any:
    """Starts a prepared import with consent and returns the response."""
    return person.api.post("contacts/import/start", {"importId": prepared.json()["importId"], "consent": True} | body)


def work() -> None:
    """Runs the waiting imports."""
    for job in Job.objects.filter(name="contacts.run_import", state=JobState.WAITING):
        claim = jobs.claim(job.pk)
        assert claim is not None
        contact_jobs.run_import(claim=claim, **claim.arguments)
        Job.objects.filter(pk=job.pk).update(state=JobState.DONE)


def claimed_undo() -> jobs.Claim:
    """Claims the waiting undo."""
    claim = jobs.claim(Job.objects.get(name=undos.UNDO_JOB, state=JobState.WAITING).pk)
    assert claim is not None
    return claim


def undo(person: Person, done: dict[str, Any]) -> dict[str, Any]:
    """Undoes an import and returns its final state."""
    answer = person.api.post(f"contacts/import/{done['importId']}/undo")
    assert answer.status_code == 200, answer.json()
    jobs.run(claimed_undo())
    last: dict[str, Any] = person.api.get(f"contacts/import/status?importId={done['importId']}").json()["item"]
    return last


def imported(
    person: Person, content: bytes | str, name: str = "people.csv", *, encoding: str | None = None, **body: Any
) -> dict[str, Any]:
    """Prepares, starts and runs an import. Returns its final state."""
    prepared = prepare(person, content, name, encoding=encoding)
    assert prepared.status_code == 200, prepared.json()
    started = start(person, prepared, **body)
    assert started.status_code == 200, started.json()
    work()
    answer = person.api.get(f"contacts/import/status?importId={started.json()['importId']}")
    last: dict[str, Any] = answer.json()["item"]
    return last


def errors(person: Person, done: dict[str, Any]) -> str:
    answer = person.api.get(f"contacts/import/{done['importId']}/errors")
    return b"".join(answer.streaming_content).decode()


def read_retained_report(person: Person, done: dict[str, Any]) -> str:
    """Returns the report of contacts that an undo retained."""
    answer = person.api.get(f"contacts/import/{done['importId']}/kept")
    return b"".join(answer.streaming_content).decode()
