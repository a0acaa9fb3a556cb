"""Forwarding, replying, and calendar events, in a browser without scripts."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings

from server.campaigns.origins import CAMPAIGN
from server.contacts.models import Contact
from server.core import clock
from server.delivery import keys
from server.delivery.compiling import EmailContent, Setting
from server.delivery.content.starters import FooterLinks
from server.delivery.models import Mailing, Recipient, Suppression
from server.delivery.origins import SYSTEM, TEST
from server.delivery.pages import calendar
from server.delivery.sealed_fields import open_fields
from server.delivery.services import mailings
from server.delivery.services.mailings import MailingSender
from server.delivery.tokens import TOKEN_CHARACTERS
from server.identity.services import throttle
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.delivery.mailing_factory import KNOWN
from tests.server.delivery.pages.browsing import browse, nothing_written, path_of, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

EVENT = {
    "id": "e1",
    "title": "Cupping; beans, all day",
    "starts_at": "2026-12-01T02:00:00+00:00",
    "ends_at": "2026-12-01T04:30:00+00:00",
    "zone": "(GMT+07:00) Asia/Jakarta",
    "place": "Jl. Melati 1",
    "details": "First\nSecond",
}
BODY = "Hi {{ firstname }}, see [the shop](https://shop.example/x) and [leave]({{ unsubscribe_url }})"


@pytest.fixture
def ayu(alice: Person) -> Contact:
    return make_contact(alice.team, "ayu@example.com", firstname="Ayu", lastname="Lestari")


def mail(person: Person, contact: Contact, *, origin: str = CAMPAIGN, **fields: Any) -> tuple[Mailing, str]:
    """An email sent to the contact, and its token."""
    setting = Setting(
        origin=settings.PAGES_ORIGIN,
        company="Kopi",
        footer=FooterLinks(forward=True, reply=True, brand="Mailtarget"),
        event=EVENT,
    )
    made = mailings.create(
        team=person.team,
        origin=origin,
        content=EmailContent(subject="Hello {{ firstname }}, a new harvest", body=BODY),
        sender=MailingSender("Kopi", "news@kopi.example", **fields),
        known=KNOWN,
        setting=setting,
    )
    mailings.send_rows(mailing=made, rows=[(contact.pk, contact.email, {"firstname": contact.firstname})])
    return made, keys.get_key_ring().token(made.pk, 0)


@pytest.fixture
def token(alice: Person, ayu: Contact) -> str:
    return mail(alice, ayu)[1]


def notes() -> list[Recipient]:
    """System emails, oldest first, each with its fields."""
    rows = Recipient.objects.filter(mailing__origin=SYSTEM).select_related("mailing").order_by("mailing_id")
    notes = list(rows)
    for row in notes:
        row.fields = open_fields(bytes(row.sealed_fields), mailing_id=row.mailing_id)
    return notes


def friends(*emails: str, sender: str = "Ayu") -> dict[str, str]:
    return {"sender": sender} | {f"email{number}": email for number, email in enumerate(emails, 1)}


@pytest.mark.parametrize("name", ["email-forward", "email-reply", "add-to-calendar"])
def test_the_pages_bear_the_specified_names_and_getting_them_changes_nothing(name: str, token: str) -> None:
    with nothing_written():
        answer = browse(f"/{name}/{token}")
        indonesian = browse(f"/{name}/{token}", language="id")
    assert (answer.status_code, indonesian.status_code) == (200, 200)
    assert words(answer) != words(indonesian)
    assert "<script" not in answer.content.decode()
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert len(answer.content) < 14_000  # one round trip
    assert browse(f"/{name}").status_code == 404
    assert browse(f"/{name}/{'x' * TOKEN_CHARACTERS}").status_code == 404


def test_friends_get_a_note_each_and_are_put_on_no_list(alice: Person, ayu: Contact, token: str) -> None:
    form = friends("budi@example.com", "", "citra@example.com", "BUDI@example.com") | {"name1": "Budi"}

    answer = browse(f"/email-forward/{token}", post=form)

    assert (answer.status_code, answer["Location"]) == (303, f"/email-forward/{token}?done=sent")
    assert [(note.email, note.fields["friend"], note.fields["sender"]) for note in notes()] == [
        ("budi@example.com", "Budi", "Ayu"),
        ("citra@example.com", "", "Ayu"),
    ]
    [first, _] = notes()
    assert (first.mailing.follows, first.mailing.unsubscribes, first.mailing.from_name) == (
        False,
        False,
        alice.team.name,
    )
    assert first.fields["subject"] == "Hello , a new harvest"
    assert Contact.objects.for_team(alice.team).count() == 1


def test_a_friend_reads_the_mail_without_who_forwarded_it(token: str) -> None:
    browse(f"/email-forward/{token}", post=friends("budi@example.com"))
    [note] = notes()

    with nothing_written():
        answer = browse(path_of(note.fields["link"]))

    page = answer.content.decode()
    assert answer.status_code == 200
    assert "https://shop.example/x" in page
    assert answer["Content-Security-Policy"].startswith("sandbox ")
    for trace in ("Ayu", token, "/u/", "/manage-subscription/", "/email-forward/", "/v/", "/o/", "/c/", "forwarded-to"):
        assert trace not in page
    assert "Kopi" in page


def test_who_stands_on_the_list_gets_no_note_and_nobody_is_told(alice: Person, ayu: Contact, token: str) -> None:
    Suppression.objects.create(team=alice.team, email="budi@example.com", reason="unsubscribed", created_at=clock.now())

    answer = browse(f"/email-forward/{token}", post=friends("budi@example.com", ayu.email))

    assert (answer.status_code, answer["Location"]) == (303, f"/email-forward/{token}?done=sent")
    assert notes() == []


def test_a_friend_can_see_to_it_that_no_more_come(alice: Person, token: str) -> None:
    browse(f"/email-forward/{token}", post=friends("budi@example.com"))
    [note] = notes()
    stop = path_of(note.fields["stop"])

    with nothing_written():
        asked = browse(stop)
    stopped = browse(stop, post={"act": "confirm"})
    browse(f"/email-forward/{token}", post=friends("budi@example.com"))

    assert "budi@example.com" in words(asked)
    assert (stopped.status_code, stopped["Location"]) == (303, f"{stop}?done=stopped")
    assert browse(stopped["Location"]).status_code == 200
    [row] = Suppression.objects.for_team(alice.team)
    assert (row.email, row.reason, row.marketing_only) == ("budi@example.com", "unsubscribed", True)
    assert len(notes()) == 1


def test_a_friend_who_is_a_contact_is_unsubscribed_by_that(alice: Person, token: str) -> None:
    budi = make_contact(alice.team, "budi@example.com")
    browse(f"/email-forward/{token}", post=friends(budi.email))

    browse(path_of(notes()[0].fields["stop"]), post={"act": "confirm"})

    budi.refresh_from_db()
    assert budi.state == "unsubscribed"


@pytest.mark.parametrize(
    "form",
    [
        friends(),
        friends("no address"),
        friends("budi@example.com", sender=""),
        friends("budi@example.com", sender="www.win.example"),
        friends("budi@example.com", sender="See https://win"),
        friends("budi@example.com", sender="A" * 61),
        friends("budi@example.com") | {"name1": "win.example"},
        friends("budi@example.com") | {"name2": "Citra"},
    ],
)
def test_what_can_not_be_forwarded_is_said_and_nothing_is_sent(form: dict[str, str], token: str) -> None:
    with nothing_written():
        answer = browse(f"/email-forward/{token}", post=form)

    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()


def test_who_fills_in_what_nobody_sees_is_told_the_same_and_sends_nothing(token: str) -> None:
    with nothing_written():
        answer = browse(f"/email-forward/{token}", post=friends("budi@example.com") | {"website": "x"})

    assert answer.status_code == 303


def test_forwarding_and_being_forwarded_to_have_bounds(alice: Person, ayu: Contact, token: str) -> None:
    several = [browse(f"/email-forward/{token}", post=friends(f"f{number}@example.com")) for number in range(4)]

    assert [answer.status_code for answer in several] == [303, 303, 303, 429]
    assert len(notes()) == 3
    for number in range(4):
        other = make_contact(alice.team, f"o{number}@example.com")
        browse(f"/email-forward/{mail(alice, other)[1]}", post=friends("budi@example.com"))
    assert sum(note.email == "budi@example.com" for note in notes()) == 3


def test_one_friend_gets_so_many_notes_an_hour_from_all_teams_together(
    mallory: Person, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "MAX_STRANGER_EMAILS_PER_HOUR", 3)
    other = mail(mallory, make_contact(mallory.team, "dewi@example.com"))[1]

    answers = [browse(f"/email-forward/{key}", post=friends("budi@example.com")) for key in (token, other) * 2]

    assert [answer["Location"] for answer in answers] == [
        f"/email-forward/{key}?done=sent" for key in (token, other)
    ] * 2
    assert [note.email for note in notes()] == ["budi@example.com"] * 3


def test_forwards_share_the_limit_of_requested_emails_by_friend(
    token: str, time_machine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    time_machine.move_to(clock.now(), tick=False)
    monkeypatch.setattr(throttle, "MAX_EMAILS_PER_MINUTE", 2)

    answers = [
        browse(f"/email-forward/{token}", post=friends("budi@example.com", "citra@example.com")),
        browse(f"/email-forward/{token}", post=friends("dewi@example.com")),
    ]

    assert [answer.status_code for answer in answers] == [303, 429]
    assert [note.email for note in notes()] == ["budi@example.com", "citra@example.com"]


def test_from_a_test_mail_nothing_is_sent(alice: Person, ayu: Contact) -> None:
    _, token = mail(alice, ayu, origin=TEST)

    with nothing_written():
        forwarded = browse(f"/email-forward/{token}", post=friends("budi@example.com"))
        replied = browse(f"/email-reply/{token}", post={"words": "Hello"})

    assert (forwarded.status_code, replied.status_code) == (303, 303)
    assert "This link came from a test email" in words(browse(f"/email-reply/{token}"))


def test_an_answer_goes_to_the_sender_and_the_answer_to_that_back(ayu: Contact, token: str) -> None:
    answer = browse(f"/email-reply/{token}", post={"words": "First\r\n\r\n<b>Second</b>"})

    assert (answer.status_code, answer["Location"]) == (303, f"/email-reply/{token}?done=sent")
    [note] = notes()
    assert (note.email, note.mailing.reply_to) == ("news@kopi.example", ayu.email)
    assert note.fields["lines"] == ["First", "<b>Second</b>"]
    assert note.fields["name"] == "Ayu Lestari"
    assert note.fields["subject"] == "Hello Ayu, a new harvest"


def test_an_answer_goes_where_answers_shall_go(alice: Person, ayu: Contact) -> None:
    _, token = mail(alice, ayu, reply_to="desk@kopi.example")

    browse(f"/email-reply/{token}", post={"words": "Hello"})

    assert [note.email for note in notes()] == ["desk@kopi.example"]


@pytest.mark.parametrize("given", ["", "  \n ", "x" * 5001])
def test_an_empty_or_endless_answer_is_not_sent(given: str, token: str) -> None:
    with nothing_written():
        answer = browse(f"/email-reply/{token}", post={"words": given})

    assert answer.status_code == 422


def test_answers_have_a_bound(token: str) -> None:
    several = [browse(f"/email-reply/{token}", post={"words": "Hello"}).status_code for _ in range(4)]

    assert several == [303, 303, 303, 429]


def test_an_event_is_told_in_the_team_s_time_with_the_ways_into_a_calendar(token: str) -> None:
    page = browse(f"/add-to-calendar/{token}")

    assert "1 December 2026, 09:00 to 11:30 (Asia/Jakarta) Jl. Melati 1" in words(page)
    event = calendar.parse_event(EVENT)
    google, outlook = (
        parse_qs(urlsplit(make(event)).query) for make in (calendar.build_google_url, calendar.build_outlook_url)
    )
    assert google["dates"] == ["20261201T020000Z/20261201T043000Z"]
    assert (google["text"], google["location"]) == (["Cupping; beans, all day"], ["Jl. Melati 1"])
    assert (outlook["startdt"], outlook["enddt"]) == (["2026-12-01T02:00:00Z"], ["2026-12-01T04:30:00Z"])


def test_the_calendar_file_is_by_the_standard(token: str) -> None:
    file = browse(f"/add-to-calendar/{token}?file=ics")

    assert file["Content-Type"] == "text/calendar; charset=utf-8"
    assert file["Content-Disposition"] == 'attachment; filename="event.ics"'
    lines = file.content.decode().split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert {
        "UID:e1@127.0.0.1",
        "DTSTART:20261201T020000Z",
        "DTEND:20261201T043000Z",
        r"SUMMARY:Cupping\; beans\, all day",
        "LOCATION:Jl. Melati 1",
        r"DESCRIPTION:First\nSecond",
    } <= set(lines)


def test_long_lines_of_the_file_are_folded_between_letters() -> None:
    event = calendar.parse_event(EVENT | {"title": "ñ" * 100})

    file = calendar.build_file(event, host="x.example", made_at=datetime(2026, 11, 1, tzinfo=UTC))

    assert all(len(line.encode()) <= 75 for line in file.split("\r\n"))
    assert f"SUMMARY:{'ñ' * 100}\r\n" in file.replace("\r\n ", "")


def test_a_mail_without_an_event_has_no_such_page(alice: Person, ayu: Contact) -> None:
    made = mailings.create(
        team=alice.team,
        origin=CAMPAIGN,
        content=EmailContent(subject="s", body="x"),
        sender=MailingSender("Kopi", "news@kopi.example"),
        known=KNOWN,
    )
    mailings.send_rows(mailing=made, rows=[(ayu.pk, ayu.email, {})])

    assert browse(f"/add-to-calendar/{keys.get_key_ring().token(made.pk, 0)}").status_code == 404
