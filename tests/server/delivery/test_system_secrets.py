"""Links and codes of system emails are nowhere readable in the database, before or after sending."""

import quopri
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connections
from pytest_django import Settings

from bench.sink import Sink, read_messages, running
from server.accounts.models import User
from server.accounts.services import passwords
from server.core import clock, jobs, system_email
from server.core.models import Job, JobState
from server.delivery.models import Mailing, MailingCounters, MailingState, Recipient, SendLog
from server.delivery.origins import SYSTEM
from server.delivery.services import system
from server.identity.services import captcha
from server.teams.models import Team
from tests.cast import Person, make_person, make_team
from tests.conftest import ApiClient
from tests.proof_of_work import solved
from tests.server.delivery.mailing_factory import in_thread, make_mailing, sending, start, until, until_done
from tests.stored import everything, holds

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"
LINK = {"name": "Ani", "link": "https://app.example/validate#x"}


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None, redis_client: object) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


def request_every_email() -> Person:
    """Requests a reset link, a sign-in code, a validation link and a change of address, and runs their jobs."""
    person = make_person("Alice", make_team("Kopi"), role="admin")
    User.objects.filter(pk=person.user.pk).update(password=passwords.hash_password(PASSWORD))
    Team.objects.update(enable_2fa=True)
    anonymous = ApiClient()
    asked = [
        anonymous.post("forget-password", {"email": person.user.email, "captcha": solved(anonymous)}),
        anonymous.post(
            "register",
            {
                "email": "dewi@example.com",
                "password": PASSWORD,
                "company": "Teh",
                "phone": "+62 811 222",
                "g-recaptcha-response": solved(anonymous),
            },
        ),
        person.api.put("users/change-email", {"email": "alice@new.example", "password": PASSWORD}),
        anonymous.post(
            "signin",
            {
                "email": person.user.email,
                "password": PASSWORD,
                "logoutFromOthers": False,
                "captcha": solved(anonymous),
            },
        ),
    ]
    assert [answer.status_code for answer in asked] == [200] * 4, [answer.content for answer in asked]
    ApiClient(asked[-1].json()["token2fa"]).post("checkToken-2FA")
    for job_id in Job.objects.filter(state=JobState.WAITING, name__startswith="identity.").values_list("pk", flat=True):
        claimed = jobs.claim(job_id)
        assert claimed is not None
        jobs.run(claimed)
    return person


def secrets_of(folder: Path) -> dict[str, str]:
    """The secret of each received email, by kind."""
    found: dict[str, str] = {}
    for _, _, _, data in read_messages(folder):
        text = quopri.decodestring(data).decode()
        for kind, pattern in {
            "reset": r"/reset-password[/#]([A-Za-z0-9_-]{43})",
            "validate": r"/validate[/#]([A-Za-z0-9_-]{43})",
            "code": r"Subject: (\d{6}) ",
        }.items():
            if match := re.search(pattern, text):
                found[f"{kind} {len(found)}"] = match[1]
    return found


async def test_no_secret_of_an_email_is_in_the_database_before_or_after_it_is_sent(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(captcha, "ITERATIONS", 5)
    person = await in_thread(request_every_email)()
    before = await in_thread(everything)()

    async with running(Sink(keep=tmp_path)) as port, sending(port):
        await until(_all_done)
    after = await in_thread(everything)()

    secrets = await in_thread(secrets_of)(tmp_path)
    assert sorted(kind.split()[0] for kind in secrets) == ["code", "reset", "validate", "validate"]
    assert person.user.email in before  # proves that the search finds stored text
    for kind, secret in secrets.items():
        assert not holds(before, secret), kind
        assert not holds(after, secret), kind
    assert not await Recipient.objects.filter(sealed_fields__isnull=False).aexists()


async def _all_done() -> bool:
    return not await Mailing.objects.filter(origin=SYSTEM).exclude(state=MailingState.DONE).aexists()


async def test_an_email_that_no_key_opens_any_more_fails_and_says_why(settings: Settings) -> None:
    await in_thread(system_email.send)(to="ani@example.com", template="validate-email", context=LINK, language="en")
    settings.SECRET_KEY = "another secret key of more than 32 characters"
    sink = Sink()

    async with running(sink) as port, sending(port):
        done = await until_done(await Mailing.objects.aget())

    assert (done.counters.sent, done.counters.failed, sink.counts["received"]) == (0, 1, 0)
    log = await SendLog.objects.filter(mailing_id=done.pk).aget()
    assert (log.state, log.code, log.reply) == ("failed", 554, "The content of the email cannot be decrypted")


@pytest.mark.parametrize(("days", "left"), [(6, 1), (8, 0)])
def test_own_emails_are_deleted_some_days_after_they_were_sent(days: int, left: int) -> None:
    campaign = make_mailing(make_team("Kopi"))
    start(campaign, ["budi@example.com"])
    unsent, sent = (
        system.send(to="ani@example.com", template="validate-email", context=LINK, language="en") for _ in range(2)
    )
    at = clock.now() - timedelta(days=days)
    Mailing.objects.filter(pk__in=[sent.pk, campaign.pk]).update(state=MailingState.DONE, finished_at=at)

    purged = system.purge_finished()

    assert purged == 1 - left
    assert set(Mailing.objects.values_list("pk", flat=True)) == {campaign.pk, unsent.pk, *([sent.pk] * left)}
    for rows in (Recipient.objects, MailingCounters.objects):
        assert rows.filter(mailing_id=sent.pk).count() == left
        assert rows.filter(mailing_id=campaign.pk).count() == 1
