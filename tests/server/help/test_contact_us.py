"""The contact form: stored, emailed once, limited, and no message lost."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import pytest
from django.conf import settings

from server.core import clock, system_email
from server.core.errors import TooManyRequests
from server.core.models import Job
from server.help import services
from server.help.models import ContactMessage
from tests.conftest import ApiClient
from tests.plugs import provide, unplug

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

BODY = {
    "name": "Sari",
    "email": " Sari@Kopi.example ",
    "company": "Kopi",
    "phone": "+62 811",
    "message": "Where do I find my invoices?\n\nThank you",
}


class Postbox:
    def __init__(self) -> None:
        self.mails: list[tuple[str, str, Mapping[str, str]]] = []

    def send(self, *, to: str, template: str, context: Mapping[str, str], language: str) -> None:
        self.mails.append((to, template, context))


@pytest.fixture
def postbox(monkeypatch: pytest.MonkeyPatch) -> Postbox:
    box = Postbox()
    provide(monkeypatch, system_email.TRANSPORT, box)
    return box


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """The clock is frozen."""
    moment = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: moment)
    return moment


def test_a_message_is_kept_and_its_mail_asked_for(anonymous: ApiClient) -> None:
    answer = anonymous.post("message/contact-us", BODY)

    assert (answer.status_code, answer.json()) == (200, {"done": True})
    kept = ContactMessage.objects.get()
    assert (kept.name, kept.email, kept.company, kept.phone) == ("Sari", "sari@kopi.example", "Kopi", "+62 811")
    assert kept.message == "Where do I find my invoices?\n\nThank you"
    assert kept.mailed_at is None
    assert Job.objects.get(name=services.EMAIL_JOB).arguments == {"message_id": str(kept.pk)}


def test_it_is_mailed_to_support_once(anonymous: ApiClient, postbox: Postbox) -> None:
    anonymous.post("message/contact-us", BODY)
    message = ContactMessage.objects.get()

    services.email_message(message_id=message.pk)
    services.email_message(message_id=message.pk)

    assert [(to, template) for to, template, _ in postbox.mails] == [(settings.SUPPORT_ADDRESS, "contact-us")]
    assert postbox.mails[0][2]["address"] == "sari@kopi.example"
    assert postbox.mails[0][2]["message"] == "Where do I find my invoices?\n\nThank you"
    message.refresh_from_db()
    assert message.mailed_at is not None


def test_a_flood_of_messages_delays_their_emails_and_loses_none(
    anonymous: ApiClient, postbox: Postbox, frozen: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_EMAILS_PER_HOUR", 2)
    for _ in range(3):
        anonymous.post("message/contact-us", BODY)
    Job.objects.all().delete()
    for message in ContactMessage.objects.order_by("pk"):
        services.email_message(message_id=message.pk)

    assert len(postbox.mails) == 2
    left = ContactMessage.objects.get(mailed_at=None)
    job = Job.objects.get()
    assert (job.arguments, job.due_at) == ({"message_id": str(left.pk)}, frozen + timedelta(hours=1))


def test_a_site_with_many_networks_writes_at_most_as_much_as_sixteen(
    anonymous: ApiClient, frozen: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_MESSAGES_PER_DAY", 1)
    for number in range(16):
        services.contact_us(**BODY, address=ip_address(f"2001:db8:7:{number:x}::1"))

    with pytest.raises(TooManyRequests):
        services.contact_us(**BODY, address=ip_address("2001:db8:7:20::1"))

    assert ContactMessage.objects.count() == 16
    services.contact_us(**BODY, address=ip_address("2001:db8:8:20::1"))


def test_what_cannot_be_mailed_stays_to_be_mailed(anonymous: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    anonymous.post("message/contact-us", BODY)
    message = ContactMessage.objects.get()
    unplug(monkeypatch, system_email.TRANSPORT)

    with pytest.raises(system_email.TransportMissing):
        services.email_message(message_id=message.pk)

    message.refresh_from_db()
    assert message.mailed_at is None


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"message": "   "}, "message"),
        ({"message": "x" * 5001}, "message"),
        ({"name": ""}, "name"),
        ({"email": "nobody"}, "email"),
        ({"email": "a@b\r\nBcc: x@y.example"}, "email"),
    ],
)
def test_what_nobody_could_answer_is_refused_and_not_kept(
    anonymous: ApiClient, changed: dict[str, str], field: str
) -> None:
    answer = anonymous.post("message/contact-us", BODY | changed)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")
    assert answer.json()["payload"]["field"] == field
    assert not ContactMessage.objects.exists()
    assert not Job.objects.exists()


def test_a_network_writes_five_a_minute(anonymous: ApiClient, frozen: datetime) -> None:
    answers = [anonymous.post("message/contact-us", BODY).status_code for _ in range(6)]

    assert answers == [200] * 5 + [429]
    assert ContactMessage.objects.count() == 5


def test_a_network_writes_twenty_a_day(anonymous: ApiClient, frozen: datetime) -> None:
    ContactMessage.objects.bulk_create(
        ContactMessage(
            name="S",
            email="s@s.example",
            message="Hi",
            network="127.0.0.0/24",
            created_at=frozen - timedelta(hours=23, minutes=minute),
        )
        for minute in range(20)
    )

    answer = anonymous.post("message/contact-us", BODY)

    assert (answer.status_code, answer.json()["code"]) == (429, "tooManyRequests")
    assert answer.json()["payload"]["retryAfterSeconds"] == 41 * 60
    assert ContactMessage.objects.count() == 20
    ContactMessage.objects.update(network="10.0.0.0/24")
    assert anonymous.post("message/contact-us", BODY).status_code == 200
    assert clock.now() == frozen
