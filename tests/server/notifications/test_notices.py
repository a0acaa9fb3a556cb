"""The recipients of notifications, their texts, and the events for the screens."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from server.accounts.models import User
from server.core import clock
from server.core.models import OutboxEvent
from server.notifications import quota_names
from server.notifications.kinds import KINDS, NotificationKind
from server.notifications.models import Notification
from server.notifications.services.creation import notify
from server.notifications.texts import LANGUAGES, NotificationText
from server.teams.models import Member, Role
from tests.cast import Person, make_person, make_team

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, 0, 123_456, tzinfo=UTC)
DOMAIN_ID = "01a1fc58-1228-70b6-8c80-05f1fa898dfd"
SAMPLE: dict[str, str | int] = {
    "host": "hooks.example.com",
    "webhook_id": "01a1fc3d-0000-7000-8000-000000000001",
    "days": 5,
    "path": "campaigns/1/edit",
    "words": "Bigger, please",
    "rows": 12_000,
    "count": 12_000,
    "months": 6,
    "file": "guests.csv",
    "added": 12_000,
    "updated": 3,
    "failed": 1,
    "emptied": 2,
    "removed": 7,
    "restored": 2,
    "kept": 1,
    "done": 40,
    "total": 90,
    "name": "May news",
    "label": "Read it",
    "format": "PDF",
    "report": "campaigns/01a1fc58-1228-70b6-8c80-05f1fa898dfd",
    "campaign_id": "01a1fc58-1228-70b6-8c80-05f1fa898dfd",
    "screen": "ab-tests",
    "sent": 1_200,
    "reason": "emptyRecipient",
    "recipients": 900,
    "email": "news@kopi.example",
    "quota": "contactManagement.contact",
    "used": 12_000,
    "limit": 15_000,
    "counted": 60,
    "campaigns": 2,
    "variant": "B",
    "plan": "Growth",
    "day": "2026-11-28",
    "team": "Kopi",
    "device": "Firefox (Linux)",
    "domain": "kopi.example",
    "domain_id": "01a1fc58-1228-70b6-8c80-05f1fa898dfd",
}


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)


def sender_validated(person: Person, email: str = "news@kopi.example") -> UUID | None:
    return notify("sender.validated", team_id=person.team.pk, email=email)


def readers(notice_id: UUID | None) -> set[str]:
    assert notice_id is not None
    return set(Notification.objects.filter(notice_id=notice_id).values_list("user__firstname", flat=True))


def list_created_events() -> list[OutboxEvent]:
    return list(OutboxEvent.objects.filter(name="notifications.notification.created").order_by("id"))


def test_everybody_of_the_team_gets_a_row_of_the_same_notice(alice: Person, bob: Person, mallory: Person) -> None:
    gone = make_person("Carol", alice.team)
    Member.objects.filter(user=gone.user).update(active=False)

    notice_id = sender_validated(alice)

    assert readers(notice_id) == {"Alice", "Bob"}
    assert mallory.api.get("notifications").json() == {"items": [], "total": 0}


def test_the_event_carries_what_the_item_of_the_list_carries(alice: Person) -> None:
    sender_validated(alice)

    item = alice.api.get("notifications").json()["items"][0]
    [event] = list_created_events()

    assert event.rooms == [f"user:{alice.user.pk}"]
    assert event.payload == item | {"companyId": str(alice.team.pk)}
    assert item == {
        "notificationId": item["notificationId"],
        "kind": "sender.validated",
        "title": "news@kopi.example is verified",
        "message": "You can now send campaigns from this address.",
        "link": "/senders",
        "level": "success",
        "read": False,
        "createdAt": "2026-11-21T09:30:00.123000Z",
    }


def test_each_reads_it_in_their_own_language(alice: Person, bob: Person) -> None:
    User.objects.filter(pk=bob.user.pk).update(language="id")

    sender_validated(alice)

    assert alice.api.get("notifications").json()["items"][0]["title"] == "news@kopi.example is verified"
    assert bob.api.get("notifications").json()["items"][0]["title"] == "news@kopi.example sudah terverifikasi"
    heard = {tuple(event.rooms): event.payload["title"] for event in list_created_events()}
    assert heard == {
        (f"user:{alice.user.pk}",): "news@kopi.example is verified",
        (f"user:{bob.user.pk}",): "news@kopi.example sudah terverifikasi",
    }


def test_another_language_chosen_later_counts_for_what_was_told_before(alice: Person) -> None:
    sender_validated(alice)

    User.objects.filter(pk=alice.user.pk).update(language="id")

    assert alice.api.get("notifications").json()["items"][0]["title"] == "news@kopi.example sudah terverifikasi"


def test_one_statement_tells_a_whole_team(alice: Person, django_assert_num_queries: Any) -> None:
    for number in range(20):
        make_person(f"Member{number}", alice.team)

    with django_assert_num_queries(4):  # savepoint, the rows, the event, release
        notice_id = sender_validated(alice)

    assert len(readers(notice_id)) == 21
    assert [len(event.rooms) for event in list_created_events()] == [21]


@pytest.mark.parametrize(("held", "hears"), [(["sender.view"], True), (["contact.view"], False), ([], False)])
def test_a_custom_role_hears_of_what_it_may_see(alice: Person, held: list[str], hears: bool) -> None:
    dina = make_person("Dina", alice.team)
    role = Role.objects.create(team=alice.team, name="Some", permissions=held)
    Member.objects.filter(user=dina.user).update(role="custom", custom_role=role)

    assert ("Dina" in readers(sender_validated(alice))) is hears


def test_what_is_for_admins_is_for_no_other(alice: Person, bob: Person) -> None:
    notice_id = notify("plan.expiring", team_id=alice.team.pk, plan="Growth", day="2026-11-28")

    assert readers(notice_id) == {"Alice"}


def test_what_is_for_a_person_is_for_no_other(alice: Person, bob: Person) -> None:
    notice_id = notify("session.new-device", team_id=alice.team.pk, user_id=bob.user.pk, device="Safari (macOS)")

    assert readers(notice_id) == {"Bob"}


def test_the_same_is_told_once_within_its_time(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(quota: str) -> UUID | None:
        return notify("quota.out", team_id=alice.team.pk, subject=quota, quota=quota, limit=15_000)

    first = full("contactManagement.contact")
    again = full("contactManagement.contact")
    other = full("emailMarketing.emailSent")
    monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(days=1))
    next_day = full("contactManagement.contact")

    assert [bool(first), again, bool(other), bool(next_day)] == [True, None, True, True]
    assert len(list_created_events()) == 3


def test_what_is_rolled_back_was_not_told(alice: Person) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        sender_validated(alice)
        raise RuntimeError

    assert (Notification.objects.for_team(alice.team).count(), list_created_events()) == (0, [])


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("sender.lost", {"email": "a@kopi.example"}),
        ("sender.validated", {}),
        ("sender.validated", {"email": "a@kopi.example", "name": "Kopi"}),
        ("session.new-device", {"device": "Safari"}),
    ],
)
def test_what_does_not_fit_the_table_is_a_slip(alice: Person, kind: str, given: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"does not take|is for"):
        notify(kind, team_id=alice.team.pk, **given)  # type: ignore[arg-type]

    assert Notification.objects.for_team(alice.team).count() == 0


def test_a_long_name_is_cut_and_the_link_is_not(alice: Person) -> None:
    sender_validated(alice, "a" * 300)

    item = alice.api.get("notifications").json()["items"][0]
    assert item["title"] == "a" * 119 + "… is verified"
    assert item["link"] == "/senders"


def test_a_long_path_in_a_link_is_complete(alice: Person) -> None:
    path = f"campaigns/{'a' * 120}?comment={DOMAIN_ID}"
    notify("document.mentioned", team_id=alice.team.pk, user_id=alice.user.pk, name="Bob", words="b" * 300, path=path)

    item = alice.api.get("notifications").json()["items"][0]
    assert item["link"] == f"/{path}"
    assert item["message"] == f"“{'b' * 119}…”"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_words_in_both_languages(kind: str, language: str) -> None:
    params = {name: SAMPLE[name] for name in KINDS[kind].params}

    text = KINDS[kind].render(params, language=language)

    shown = [text.title, text.message, KINDS[kind].link.format_map(params)]
    assert all(shown[:2])
    assert "{" not in "".join(shown)
    other = next(each for each in LANGUAGES if each != language)
    assert text.title != KINDS[kind].render(params, language=other).title


@pytest.mark.parametrize("kind", KINDS)
def test_both_languages_use_the_same_parameters(kind: str) -> None:
    in_english = replace(KINDS[kind], indonesian=KINDS[kind].english)
    in_indonesian = replace(KINDS[kind], english=KINDS[kind].indonesian)

    assert in_english.params == in_indonesian.params
    assert KINDS[kind].formats.keys() <= KINDS[kind].params


def test_params_are_those_of_the_texts_and_the_link() -> None:
    kind = NotificationKind(
        "tree.planted",
        level="info",
        english=NotificationText("{tree} is planted", "It grows {height} a year."),
        indonesian=NotificationText("{tree} ditanam", "Tumbuh {height} setahun."),
        link="/trees/{tree_id}",
    )

    assert kind.params == {"tree", "height", "tree_id"}


def test_numbers_and_days_are_written_as_the_reader_writes_them() -> None:
    quota: dict[str, str | int] = {"quota": "contactManagement.contact", "used": 12_000, "limit": 15_000}
    bounces: dict[str, str | int] = {"counted": 2_691, "sent": 897_000, "limit": "0.3", "campaigns": 1}
    plan: dict[str, str | int] = {"plan": "Growth", "day": "2026-08-03"}

    shown = {
        language: (
            KINDS["quota.near"].render(quota, language=language).message,
            KINDS["sending.bounces"].render(bounces, language=language).message,
            KINDS["plan.expiring"].render(plan, language=language).title,
        )
        for language in (*LANGUAGES, "fr")
    }

    english = (
        "You have used 12,000 of 15,000 contacts.",
        "2,691 of 897,000 emails hard bounced. The limit is 0.3%. Campaigns paused: 1.",
        "Your Growth plan ends on 3 August 2026",
    )
    assert shown == {
        "en": english,
        "id": (
            "Anda sudah memakai 12.000 dari 15.000 kontak.",
            "2.691 dari 897.000 email terpental permanen. Batasnya 0,3%. Kampanye yang dijeda: 1.",
            "Paket Growth berakhir pada 3 Agustus 2026",
        ),
        "fr": english,
    }


def test_limits_have_the_names_that_their_apps_register() -> None:
    names = {
        quota: tuple(quota_names.format_quota(quota, language) for language in LANGUAGES) for quota in quota_names.NAMES
    }

    assert names == {
        "contactManagement.contact": ("contacts", "kontak"),
        "emailMarketing.emailSent": ("emails this month", "email bulan ini"),
        "transactionalEmail.transactionalEmailSent": (
            "transactional emails this month",
            "email transaksional bulan ini",
        ),
    }


def test_a_notice_ends_those_that_it_makes_untrue(alice: Person) -> None:
    bagus = make_person("Bagus", alice.team)
    other = make_person("Mallory", make_team("Teh"))
    suspended = notify("team.suspended", team_id=alice.team.pk, team="Kopi")
    notify("team.suspended", team_id=other.team.pk, team="Teh")
    for domain in ("kopi.example", "teh.example"):
        notify("domain.broken", team_id=alice.team.pk, subject=domain, domain=domain, domain_id=DOMAIN_ID)
    OutboxEvent.objects.all().delete()

    notify("team.restored", team_id=alice.team.pk, team="Kopi")
    notify("domain.restored", team_id=alice.team.pk, subject="teh.example", domain="teh.example", domain_id=DOMAIN_ID)

    unread = Notification.objects.filter(read_at__isnull=True).values_list("team__name", "kind", "subject").distinct()
    assert sorted(unread) == [
        ("Kopi", "domain.broken", "kopi.example"),
        ("Kopi", "domain.restored", "teh.example"),
        ("Kopi", "team.restored", ""),
        ("Teh", "team.suspended", ""),
    ]
    told = OutboxEvent.objects.filter(name="notifications.notification.read").order_by("pk")
    ended = [(row.rooms, row.payload["notificationIds"]) for row in told]
    assert sorted(ended[:2]) == sorted(([f"user:{person.user.pk}"], [str(suspended)]) for person in (alice, bagus))
