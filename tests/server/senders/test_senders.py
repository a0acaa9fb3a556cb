"""Senders: permitted addresses and their verification."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.activity.models import Activity
from server.core import clock, in_use, jobs
from server.core.callers import hash_token
from server.core.models import Job, OutboxEvent
from server.delivery.models import Recipient
from server.delivery.sealed_fields import open_fields
from server.identity.services import validation
from server.plans import quota
from server.plans.features import SENDER
from server.senders.models import Sender, Validation
from server.senders.services import senders as services
from server.teams.models import Member
from tests.cast import Person
from tests.conftest import ApiClient
from tests.server.senders.conftest import Postbox

pytestmark = pytest.mark.django_db

NEWS = {"name": "Kopi News", "email": "News@Kopi.example"}
START = "2026-11-21T03:00:00Z"


def deliver(postbox: Postbox) -> str:
    """Runs the newest verification job and returns the token in its email."""
    job = Job.objects.filter(name=services.VALIDATE_JOB).order_by("-pk")[0]
    services.send_validation(validation_id=job.arguments["validation_id"])
    return postbox.token()


def make_sender(person: Person, email: str, *, validated: bool = True) -> Sender:
    has_default = Sender.objects.for_team(person.team).filter(is_default=True).exists()
    quota.use(team_id=person.team.pk, limit=SENDER)
    return Sender.objects.create(
        team=person.team,
        name="Kopi",
        email=email,
        domain=email.rpartition("@")[2],
        validated_at=clock.now() if validated else None,
        is_default=validated and not has_default,
        created_at=clock.now(),
    )


def changes() -> list[str]:
    rows = OutboxEvent.objects.filter(name="senders.sender.changed").order_by("pk")
    return [row.payload["change"] for row in rows]


def used(person: Person) -> int:
    return quota.get_state(team_id=person.team.pk, limit=SENDER).used


def test_a_new_sender_waits_for_its_owner_to_confirm(alice: Person, postbox: Postbox) -> None:
    answer = alice.api.post("senders", NEWS)

    assert answer.status_code == 200
    body = answer.json()
    sender = Sender.objects.for_team(alice.team).get()
    assert body == {
        "senderId": str(sender.pk),
        "name": "Kopi News",
        "email": "news@kopi.example",
        "domain": "kopi.example",
        "validated": False,
        "default": False,
        "createdAt": body["createdAt"],
        "authentication": "none",
    }
    assert used(alice) == 1
    assert [(row.reference, row.action, row.name) for row in Activity.objects.all()] == [
        ("sender", "CREATED", "news@kopi.example")
    ]
    event = OutboxEvent.objects.get(name="senders.sender.changed")
    assert event.rooms == [f"team:{alice.team.pk}"]
    assert event.payload == {"senderId": str(sender.pk), "change": "created"}
    deliver(postbox)
    assert [(letter.to, letter.template) for letter in postbox.letters] == [("news@kopi.example", "validate-sender")]


def test_the_link_validates_once_for_all_and_only_its_hash_is_kept(
    alice: Person, anonymous: Any, postbox: Postbox
) -> None:
    alice.api.post("senders", NEWS)
    token = deliver(postbox)

    answers = [anonymous.post("senders/validate", {"token": token}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == {"email": "news@kopi.example"}
    sender = Sender.objects.for_team(alice.team).get()
    assert sender.validated_at is not None
    assert sender.is_default
    assert bytes(Validation.objects.get().token_hash or b"") == hash_token(token)
    assert changes() == ["created", "validated"]


def test_the_link_says_who_wants_to_send_as_which_address_and_changes_nothing(
    alice: Person, mallory: Person, anonymous: Any, postbox: Postbox
) -> None:
    mallory.api.post("senders", {"name": "Teh", "email": "news@teh.example"})
    alice.api.post("senders", NEWS)
    token = deliver(postbox)

    before = anonymous.post("senders/validate/check", {"token": token})
    confirmed = Sender.objects.for_team(alice.team).get().validated_at
    anonymous.post("senders/validate", {"token": token})
    after = anonymous.post("senders/validate/check", {"token": token})

    # The same information as in the email.
    assert before.json() == {"team": str(alice.team), "email": "news@kopi.example"}
    assert (confirmed, after.json()) == (None, before.json())


@pytest.mark.parametrize("fault", ["old", "made up", "changed"])
def test_a_link_that_confirms_nothing_says_nothing(alice: Person, anonymous: Any, postbox: Postbox, fault: str) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        sender_id = alice.api.post("senders", NEWS).json()["senderId"]
        token = deliver(postbox)
        match fault:
            case "old":
                traveller.shift(timedelta(days=3))
            case "made up":
                token = "x" * 43
            case "changed":
                alice.api.put(f"senders/{sender_id}", {"name": "Kopi", "email": "ceo@elsewhere.example"})

        answer = anonymous.post("senders/validate/check", {"token": token})

    assert (answer.status_code, answer.json()["code"]) == (410, "tokenExpired")


def test_an_old_link_is_refused_and_changes_nothing(alice: Person, anonymous: Any, postbox: Postbox) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        alice.api.post("senders", NEWS)
        token = deliver(postbox)
        traveller.shift(timedelta(days=3))

        answer = anonymous.post("senders/validate", {"token": token})

    assert (answer.status_code, answer.json()["code"]) == (410, "tokenExpired")
    assert answer.json()["message"] == "Your token is expired, please revalidate"
    assert Sender.objects.for_team(alice.team).get().validated_at is None


def test_a_made_up_token_is_refused(anonymous: Any) -> None:
    answer = anonymous.post("senders/validate", {"token": "x" * 43})

    assert (answer.status_code, answer.json()["code"]) == (410, "tokenExpired")


def test_a_link_does_not_validate_an_address_it_was_not_mailed_to(
    alice: Person, anonymous: Any, postbox: Postbox
) -> None:
    sender_id = alice.api.post("senders", NEWS).json()["senderId"]
    token = deliver(postbox)
    alice.api.put(f"senders/{sender_id}", {"name": "Kopi", "email": "ceo@elsewhere.example"})

    answer = anonymous.post("senders/validate", {"token": token})

    assert answer.status_code == 410
    assert Sender.objects.for_team(alice.team).get().validated_at is None


def test_the_own_validated_address_needs_no_mail(alice: Person) -> None:
    body = alice.api.post("senders", {"name": "Alice", "email": alice.user.email}).json()

    assert (body["validated"], body["default"]) == (True, True)
    assert not Job.objects.filter(name=services.VALIDATE_JOB).exists()


@pytest.mark.parametrize(
    ("field", "body"),
    [
        ("email", {"name": "Kopi", "email": "news"}),
        ("email", {"name": "Kopi", "email": "news@kopi"}),
        ("email", {"name": "Kopi", "email": "news@[127.0.0.1]"}),
        ("email", {"name": "Kopi", "email": "kofé@kopi.example"}),
        ("email", {"name": "Kopi", "email": "news@kopi.example\r\nBcc: x@y.example"}),
        ("name", {"name": "Kopi\r\nBcc: x@y.example", "email": "news@kopi.example"}),
        ("name", {"name": "=?utf-8?q?Kopi=0d=0aBcc:_x?=", "email": "news@kopi.example"}),
        ("name", {"name": "   ", "email": "news@kopi.example"}),
    ],
)
def test_what_could_break_a_header_is_refused(alice: Person, field: str, body: dict[str, str]) -> None:
    answer = alice.api.post("senders", body)

    assert (answer.status_code, answer.json()["number"]) == (400, 123)
    assert answer.json()["payload"]["field"] == field
    assert used(alice) == 0
    assert not Sender.objects.for_team(alice.team).exists()


def test_the_same_address_twice_is_refused(alice: Person, mallory: Person) -> None:
    make_sender(alice, "news@kopi.example")

    again, elsewhere = alice.api.post("senders", NEWS), mallory.api.post("senders", NEWS)

    assert (again.status_code, again.json()["code"]) == (409, "senderExists")
    assert used(alice) == 1
    assert elsewhere.status_code == 200


def test_more_senders_than_the_plan_has_are_refused(alice: Person) -> None:
    for number in range(5):
        make_sender(alice, f"news{number}@kopi.example")

    answer = alice.api.post("senders", NEWS)

    assert (answer.status_code, answer.json()["code"], answer.json()["number"]) == (403, "senderUsageExceeded", 52)
    assert answer.json()["payload"] == {"feature": "emailSender", "subfeature": "sender", "limit": 5, "left": 0}
    assert Sender.objects.for_team(alice.team).count() == 5
    assert used(alice) == 5


def test_a_repeated_create_makes_one(alice: Person) -> None:
    headers = {"Idempotency-Key": "one"}

    first, second = alice.api.post("senders", NEWS, **headers), alice.api.post("senders", NEWS, **headers)

    assert first.json() == second.json()
    assert Sender.objects.for_team(alice.team).count() == 1


def test_a_new_address_has_to_be_confirmed_and_loses_the_default(alice: Person) -> None:
    heir = make_sender(alice, "old@kopi.example")
    Sender.objects.for_team(alice.team).update(is_default=False)
    sender = make_sender(alice, "news@kopi.example")

    answer = alice.api.put(f"senders/{sender.pk}", {"name": "Kopi", "email": "hello@kopi.example"})

    assert (answer.json()["validated"], answer.json()["default"]) == (False, False)
    heir.refresh_from_db()
    assert heir.is_default
    assert Job.objects.filter(name=services.VALIDATE_JOB).count() == 1


def test_a_new_name_leaves_the_address_confirmed(alice: Person) -> None:
    sender = make_sender(alice, "news@kopi.example")

    answer = alice.api.put(f"senders/{sender.pk}", {"name": "Kopi Selatan", "email": "news@kopi.example"})

    assert (answer.json()["name"], answer.json()["validated"], answer.json()["default"]) == ("Kopi Selatan", True, True)


def test_the_default_moves(alice: Person) -> None:
    first, second = make_sender(alice, "a@kopi.example"), make_sender(alice, "b@kopi.example")

    answer = alice.api.put(f"senders/{second.pk}", {"name": "Kopi", "email": "b@kopi.example", "default": True})

    assert answer.json()["default"] is True
    first.refresh_from_db()
    assert not first.is_default


def test_an_unconfirmed_sender_is_no_default(alice: Person) -> None:
    first, second = make_sender(alice, "a@kopi.example"), make_sender(alice, "b@kopi.example", validated=False)

    answer = alice.api.put(f"senders/{second.pk}", {"name": "Kopi", "email": "b@kopi.example", "default": True})

    assert (answer.status_code, answer.json()["code"]) == (409, "senderNotValidated")
    first.refresh_from_db()
    assert first.is_default


def test_deleting_gives_the_quota_back_and_passes_the_default_on(alice: Person) -> None:
    first, second = make_sender(alice, "a@kopi.example"), make_sender(alice, "b@kopi.example")

    answer = alice.api.delete(f"senders/{first.pk}")

    assert answer.status_code == 204
    assert [row.pk for row in Sender.objects.for_team(alice.team).filter(is_default=True)] == [second.pk]
    assert used(alice) == 1
    assert Activity.objects.get().action == "DELETED"


def test_a_sender_in_use_keeps_its_address_and_stays(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    sender = make_sender(alice, "a@kopi.example")
    monkeypatch.setattr(
        in_use.GUARDS, "entries", {services.NOUN: (in_use.Guard("campaign", lambda team_id, ids: ["May"]),)}
    )

    gone = alice.api.delete(f"senders/{sender.pk}")
    moved = alice.api.put(f"senders/{sender.pk}", {"name": "Kopi", "email": "b@kopi.example"})
    renamed = alice.api.put(f"senders/{sender.pk}", {"name": "Kopi 2", "email": "a@kopi.example"})

    assert (gone.status_code, gone.json()["code"], gone.json()["payload"]) == (
        409,
        "inUse",
        {"uses": [{"kind": "campaign", "name": "May"}]},
    )
    assert moved.status_code == 409
    assert renamed.status_code == 200
    sender.refresh_from_db()
    assert sender.email == "a@kopi.example"


def test_the_mail_is_sent_again_after_a_minute(alice: Person) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        sender_id = alice.api.post("senders", NEWS).json()["senderId"]

        early = alice.api.post(f"senders/{sender_id}/revalidate")
        traveller.shift(timedelta(seconds=60))
        late = alice.api.post(f"senders/{sender_id}/revalidate")

    assert (early.status_code, early.json()["payload"]) == (429, {"retryAfterSeconds": 60})
    assert late.status_code == 204
    assert Job.objects.filter(name=services.VALIDATE_JOB).count() == 2


def test_a_validated_sender_is_not_asked_again(alice: Person) -> None:
    sender = make_sender(alice, "a@kopi.example")

    answer = alice.api.post(f"senders/{sender.pk}/revalidate")

    assert (answer.status_code, answer.json()["code"]) == (409, "senderAlreadyValidated")


def test_adding_and_deleting_does_not_write_to_strangers_without_end(alice: Person) -> None:
    with time_machine.travel(START, tick=False):
        for number in range(services.MAX_EMAILS_PER_DAY):
            sender_id = alice.api.post("senders", {"name": "K", "email": f"x{number}@kopi.example"}).json()["senderId"]
            alice.api.delete(f"senders/{sender_id}")

        answer = alice.api.post("senders", NEWS)

    assert (answer.status_code, answer.json()["payload"]) == (429, {"retryAfterSeconds": 86400})
    assert used(alice) == 0
    assert not Sender.objects.for_team(alice.team).exists()


def test_an_owner_who_validates_has_a_first_sender(alice: Person) -> None:
    Member.objects.for_team(alice.team).update(is_owner=True)

    services.adopt_owner(user_id=alice.user.pk)
    services.adopt_owner(user_id=alice.user.pk)

    sender = Sender.objects.for_team(alice.team).get()
    assert (sender.email, sender.name, sender.is_default) == (alice.user.email, "Kopi", True)
    assert used(alice) == 1


def test_a_member_or_an_unvalidated_owner_brings_no_sender(alice: Person, bob: Person) -> None:
    Member.objects.for_team(alice.team).filter(user=alice.user).update(is_owner=True)
    type(alice.user).objects.filter(pk=alice.user.pk).update(validated_at=None)

    services.adopt_owner(user_id=alice.user.pk)
    services.adopt_owner(user_id=bob.user.pk)

    assert not Sender.objects.for_team(alice.team).exists()


def test_the_list_is_the_teams_own_and_takes_as_many_queries_for_more_rows(alice: Person, mallory: Person) -> None:
    make_sender(mallory, "z@teh.example")
    make_sender(alice, "a@kopi.example")
    with CaptureQueriesContext(
        connection,
    ) as one:
        alice.api.get("senders")
    make_sender(alice, "b@toko.example")

    with CaptureQueriesContext(connection) as two:
        answer = alice.api.get("senders?sort=-email")

    assert [row["email"] for row in answer.json()["items"]] == ["b@toko.example", "a@kopi.example"]
    assert answer.json()["total"] == 2
    assert len(one) == len(two)
    assert [row["email"] for row in alice.api.get("senders?search=toko").json()["items"]] == ["b@toko.example"]


def test_domains_count_their_senders(alice: Person) -> None:
    make_sender(alice, "a@kopi.example")
    make_sender(alice, "b@kopi.example", validated=False)
    make_sender(alice, "a@toko.example")

    answer = alice.api.get("senders/domain")

    assert answer.json() == {
        "items": [
            {"domain": "kopi.example", "senders": 2, "validated": 1},
            {"domain": "toko.example", "senders": 1, "validated": 1},
        ]
    }


def test_suggestions_are_people_of_the_team_then_usual_mailboxes(alice: Person, bob: Person, mallory: Person) -> None:
    make_sender(alice, "hello@kopi.example")

    items = alice.api.get("senders/suggestion").json()["items"]

    assert [(row["email"], row["confirmed"]) for row in items] == [
        (alice.user.email, True),
        (bob.user.email, False),
        ("news@kopi.example", False),
        ("info@kopi.example", False),
    ]


def test_another_teams_sender_is_not_found(alice: Person, mallory: Person) -> None:
    sender = make_sender(alice, "a@kopi.example")
    body = {"name": "Teh", "email": "t@teh.example"}

    answers = [
        mallory.api.get(f"senders/{sender.pk}"),
        mallory.api.put(f"senders/{sender.pk}", body),
        mallory.api.delete(f"senders/{sender.pk}"),
        mallory.api.post(f"senders/{sender.pk}/revalidate"),
    ]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "noEntity")}
    sender.refresh_from_db()
    assert (sender.name, sender.email) == ("Kopi", "a@kopi.example")


def test_the_jobs_are_handled(alice: Person, postbox: Postbox) -> None:
    alice.api.post("senders", NEWS)
    claimed = jobs.claim(Job.objects.get(name=services.VALIDATE_JOB).pk)
    assert claimed is not None

    jobs.run(claimed)

    assert postbox.letters[0].to == "news@kopi.example"
    assert Job.objects.get(pk=claimed.job_id).state == "done"


def test_validating_the_own_address_brings_the_first_sender(
    alice: Person, anonymous: ApiClient, postbox: Postbox
) -> None:
    Member.objects.for_team(alice.team).update(is_owner=True)
    type(alice.user).objects.filter(pk=alice.user.pk).update(validated_at=None)
    validation.send(user_id=alice.user.pk)

    anonymous.post("users/validate", {"token": postbox.token()})
    claimed = jobs.claim(Job.objects.get(name=services.ADOPT_JOB).pk)
    assert claimed is not None
    jobs.run(claimed)

    sender = Sender.objects.for_team(alice.team).get()
    assert (sender.email, sender.is_default, sender.validated_at is not None) == (alice.user.email, True, True)


def test_the_validation_mail_is_one_that_delivery_can_send(alice: Person) -> None:
    alice.api.post("senders", NEWS)
    job = Job.objects.get(name=services.VALIDATE_JOB)

    services.send_validation(validation_id=job.arguments["validation_id"])

    recipient = Recipient.objects.get()
    assert recipient.email == "news@kopi.example"
    fields = open_fields(bytes(recipient.sealed_fields), mailing_id=recipient.mailing_id)
    assert fields["team"] == "Kopi"
    assert fields["link"].startswith(f"{settings.APP_ORIGINS[0]}/senders/validate#")
    assert (recipient.mailing.origin, recipient.mailing.state, recipient.mailing.team_id) == ("system", "sending", None)
