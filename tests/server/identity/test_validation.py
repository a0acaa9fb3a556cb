from typing import Any

import pytest

from server.accounts.models import User
from server.core import jobs, system_email
from server.core.models import Job, JobState, OutboxEvent
from server.identity.models import EmailedToken
from server.identity.services import validation
from tests.cast import Person
from tests.conftest import ApiClient
from tests.plugs import unplug
from tests.server.identity.conftest import Postbox

pytestmark = pytest.mark.django_db


@pytest.fixture
def unvalidated(alice: Person) -> Person:
    User.objects.filter(pk=alice.user.pk).update(validated_at=None)
    return alice


def mailed_token(postbox: Postbox) -> str:
    return postbox.mails[-1][2]["link"].rsplit("#", 1)[1]


def test_the_mailed_link_validates_once(unvalidated: Person, anonymous: ApiClient, postbox: Postbox) -> None:
    validation.send(user_id=unvalidated.user.pk)
    to, template, context, language = postbox.mails[0]
    assert (to, template, language) == (unvalidated.user.email, "validate-email", "en")
    assert context["link"].startswith("http://localhost:8000/validate#")

    answer = anonymous.post("users/validate", {"token": mailed_token(postbox)})

    assert answer.status_code == 200
    assert unvalidated.api.get("me").json()["user"]["validate"] is True
    assert OutboxEvent.objects.get().rooms == [f"user:{unvalidated.user.pk}"]
    again = anonymous.post("users/validate", {"token": mailed_token(postbox)})
    assert (again.status_code, again.json()["code"]) == (410, "tokenExpired")
    assert again.json()["message"] == "Your token is expired, please revalidate"


def test_a_link_is_good_for_a_day(unvalidated: Person, anonymous: ApiClient, postbox: Postbox, clock: Any) -> None:
    validation.send(user_id=unvalidated.user.pk)
    clock.shift(86_401)

    answer = anonymous.post("users/validate", {"token": mailed_token(postbox)})

    assert answer.json()["code"] == "tokenExpired"
    assert User.objects.get().validated_at is None


def test_only_the_hash_of_the_token_is_kept(unvalidated: Person, postbox: Postbox) -> None:
    validation.send(user_id=unvalidated.user.pk)

    assert mailed_token(postbox).encode() not in bytes(EmailedToken.objects.get().token_hash)


def test_without_a_way_to_send_nothing_is_kept(unvalidated: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    unplug(monkeypatch, system_email.TRANSPORT)

    with pytest.raises(system_email.TransportMissing):
        validation.send(user_id=unvalidated.user.pk)

    assert not EmailedToken.objects.exists()


def test_another_link_is_asked_for_at_most_once_a_minute(unvalidated: Person, postbox: Postbox, clock: Any) -> None:
    validation.send(user_id=unvalidated.user.pk)

    soon = unvalidated.api.post("users/revalidate")
    clock.shift(61)
    later = unvalidated.api.post("users/revalidate")

    assert (soon.status_code, later.status_code) == (429, 200)
    assert Job.objects.get().name == "identity.send_validation"


def test_who_is_validated_gets_no_mail(alice: Person, postbox: Postbox) -> None:
    validation.send(user_id=alice.user.pk)

    assert postbox.mails == []


def test_an_email_that_nothing_can_send_is_tried_again(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    unplug(monkeypatch, system_email.TRANSPORT)
    type(alice.user).objects.update(validated_at=None)
    jobs.enqueue("identity.send_validation", user_id=str(alice.user.pk))
    claimed = jobs.claim(Job.objects.get().pk)
    assert claimed is not None

    with pytest.raises(system_email.TransportMissing):
        jobs.run(claimed)

    job = Job.objects.get()
    assert (job.state, job.attempts) == (JobState.WAITING, 1)
