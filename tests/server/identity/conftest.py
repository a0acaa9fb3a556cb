from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from server.accounts.models import User
from server.accounts.services import passwords
from server.core import jobs, system_email
from server.core.models import Job, JobState
from server.identity.services import captcha
from tests.cast import Person
from tests.conftest import ApiClient
from tests.plugs import provide
from tests.proof_of_work import solved

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _cheap_captcha(monkeypatch: pytest.MonkeyPatch, redis_client: object) -> None:
    """The same proof of work in fewer rounds, to save a second per test."""
    monkeypatch.setattr(captcha, "ITERATIONS", 5)


@pytest.fixture
def alice_with_password(alice: Person) -> Person:
    """Alice, who can sign in with PASSWORD."""
    User.objects.filter(pk=alice.user.pk).update(password=passwords.hash_password(PASSWORD))
    alice.user.refresh_from_db()
    return alice


@pytest.fixture
def clock(time_machine: Any) -> Any:
    """Frozen until the test shifts it."""
    time_machine.move_to(datetime.now(UTC), tick=False)
    return time_machine


class Postbox:
    """Records the emails that would be sent: address, template, context and language."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, str, Mapping[str, str], str]] = []

    def send(self, *, to: str, template: str, context: Mapping[str, str], language: str) -> None:
        self.mails.append((to, template, context, language))

    def work(self) -> None:
        """Runs waiting sign-in jobs, as a worker would."""
        for job_id in Job.objects.filter(state=JobState.WAITING, name__startswith="identity.").values_list("pk"):
            claimed = jobs.claim(*job_id)
            assert claimed is not None
            jobs.run(claimed)

    def newest(self, template: str) -> Mapping[str, str]:
        """The context of the newest email of a template, after running waiting jobs."""
        self.work()
        return [context for _, name, context, _ in self.mails if name == template][-1]

    def count(self, template: str) -> int:
        """The number of emails of a template, after running waiting jobs."""
        self.work()
        return [name for _, name, _, _ in self.mails].count(template)


@pytest.fixture
def postbox(monkeypatch: pytest.MonkeyPatch) -> Postbox:
    """Receives the product's own emails instead of the sender."""
    box = Postbox()
    provide(monkeypatch, system_email.TRANSPORT, box)
    return box


def post_signin(api: ApiClient, email: str, password: str = PASSWORD, **fields: Any) -> Any:
    """The sign-in call with a solved captcha; `headers` are the request's."""
    headers = fields.pop("headers", {})
    body = {"email": email, "password": password, "logoutFromOthers": False, "captcha": solved(api)} | fields
    return api.post("signin", body, **headers)


def half_way(api: ApiClient, person: Person, **fields: Any) -> ApiClient:
    """A client with the two-factor token of the user's sign-in."""
    answer = post_signin(api, person.user.email, **fields)
    assert answer.status_code == 200, answer.content
    return ApiClient(answer.json()["token2fa"])
