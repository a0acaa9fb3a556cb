"""The subscription pages, as a browser without scripts meets them."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.core import signing
from django.db import connection
from django.test import Client

from server.contacts import timeline
from server.contacts.models import Contact, ContactConsent, ContactEntry, ContactPreference, SubscriberSetting, Topic
from server.contacts.selectors import preferences
from server.core import clock, jobs
from server.core.models import Job, OutboxEvent
from server.delivery import keys
from server.delivery.models import Event, Mailing, MailingCounters, Origin, Recipient, Suppression
from server.delivery.pages import looks, sharing
from server.delivery.pages.urls import PAGES
from server.delivery.pages.words import _TEXTS
from server.delivery.services import mailings, signing_up, subscribers
from server.reports.sql import leaving
from server.teams.models import Team
from server.vendors.catalogue import VENDORS
from tasks.delivery import sign_up as job_of_delivery
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.delivery.mailing_factory import make_mailing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

WRITES = "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_xact_user_tables"
BROWSER = "Mozilla/5.0 Firefox/140.0"
# A page that says what was done, by the page that does it.
DONE_BY = {"email-success": "email-complaint", "success-unsubscribe-subscription": "unsubscribe-subscription"}


def browse(path: str, *, language: str = "en", post: dict[str, Any] | None = None, address: str = "203.0.113.9") -> Any:
    """A request as a browser makes it; it keeps no cookies and follows no redirects."""
    headers = {"host": settings.PAGES_HOST, "accept-language": language, "user-agent": BROWSER}
    if post is None:
        return Client().get(path, headers=headers, REMOTE_ADDR=address)
    return Client().post(path, post, headers=headers, REMOTE_ADDR=address)


def words(answer: Any) -> str:
    """What one reads on a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode().partition("<main>")[2])).split())


@contextmanager
def nothing_written() -> Iterator[None]:
    def writes() -> int:
        with connection.cursor() as cursor:
            cursor.execute(WRITES)
            return int(cursor.fetchone()[0])

    before = writes()
    yield
    assert writes() == before


@pytest.fixture
def ayu(alice: Person) -> Contact:
    return make_contact(alice.team, "ayu@example.com")


@pytest.fixture
def mailing(alice: Person, ayu: Contact) -> Mailing:
    """A campaign that Ayu got."""
    made = make_mailing(alice.team)
    mailings.send_rows(mailing=made, rows=[(ayu.pk, ayu.email, {})])
    return made


@pytest.fixture
def token(mailing: Mailing) -> str:
    return keys.ring().token(mailing.pk, 0)


@pytest.fixture
def news(alice: Person) -> Topic:
    return Topic.objects.create(
        team=alice.team, name="News", description="Once a month", is_default=True, created_at=clock.now()
    )


@pytest.fixture
def offers(alice: Person) -> Topic:
    return Topic.objects.create(team=alice.team, name="Offers", is_default=False, created_at=clock.now())


def kinds(contact: Contact) -> list[str]:
    page = timeline.page(team_id=contact.team_id, contact_id=contact.pk, wanted=[], after=None, size=50)
    return [entry.kind for _, entry in page.items]


def mailed() -> list[tuple[str, str, str]]:
    """System mail: address, subject, link."""
    rows = Recipient.objects.filter(mailing__origin=Origin.SYSTEM).select_related("mailing").order_by("mailing_id")
    return [(row.email, row.mailing.subject, row.fields["link"]) for row in rows]


def path_of(link: str) -> str:
    return link.removeprefix(settings.PAGES_ORIGIN)


def run_jobs() -> None:
    for job in Job.objects.filter(name=signing_up.JOB, state="waiting"):
        job_of_delivery(**job.arguments, claim=jobs.Claim(job.pk, job.name, job.arguments, 1))
        job.delete()


# --- what is the same for all --------------------------------------------------------------------------------------


def test_whoever_gets_every_page_changes_nothing(alice: Person, ayu: Contact, token: str, news: Topic) -> None:
    SubscriberSetting.objects.create(team=alice.team, is_open=True, updated_at=clock.now())
    waiting = make_contact(alice.team, "budi@example.com", state="waiting")
    reporter = make_contact(alice.team, "citra@example.com", state="complained")
    confirmation = signing_up.confirmation_of(waiting, signing_up.Wish(waiting.email))
    replacement = signing.dumps(
        [str(ayu.team_id), ayu.pk, ayu.email, "new@example.com"], salt="delivery.replace-address"
    )
    found = set()

    with nothing_written():
        for name in PAGES:
            tokens = (token, subscribers.token_of(ayu), subscribers.token_of(reporter), confirmation, replacement)
            for key in (*tokens, alice.team.slug, "x"):
                for query in ("", "?done=saved", "?act=leave&confirm=1", "?List-Unsubscribe=One-Click"):
                    answer = browse(f"/{name}/{key}{query}")
                    assert answer.status_code in (200, 303, 404), (name, key)
                    assert not answer.cookies
                    if answer.status_code == 200:
                        found.add(name)

    # No event is in that mail (test_sharing_pages.py).
    assert found == set(PAGES) - {sharing.CALENDAR}


@pytest.mark.parametrize(
    "name",
    [
        "email-complaint",
        "manage-subscription",
        "replace-subscription",
        "success-replace-subscription",
        "success-subscription",
        "unsubscribe-subscription",
    ],
)
def test_the_pages_bear_the_specified_names_and_end_in_the_token(name: str, token: str) -> None:
    assert browse(f"/{name}/{token}").status_code == 200
    assert browse(f"/{name}").status_code == 404


@pytest.mark.parametrize(("name", "of"), DONE_BY.items())
def test_a_page_that_says_what_was_done_is_opened_by_who_has_done_it(name: str, of: str, token: str) -> None:
    with nothing_written():
        asked = browse(f"/{name}/{token}?lang=id")
    done = browse(f"/{of}/{token}", post={"act": "leave"})

    assert (asked.status_code, asked["Location"]) == (303, f"/{of}/{token}?lang=id")
    assert done["Location"] == f"/{name}/{token}"
    assert browse(f"/{name}/{token}").status_code == 200
    assert browse(f"/{name}").status_code == 404


@pytest.mark.parametrize("name", PAGES)
def test_a_forged_address_is_told_plainly_and_changes_nothing(name: str, token: str) -> None:
    half = len(token) // 2
    forged = token[:half] + ("A" if token[half] != "A" else "B") + token[half + 1 :]

    with nothing_written():
        answers = [browse(f"/{name}/{key}") for key in (forged, "a.b.c", "x" * 31)]
        answers += [browse(f"/{name}/{forged}", post={"act": "leave"})]

    assert {answer.status_code for answer in answers} <= {404, 405}
    assert "This link is not valid" in words(answers[0])


@pytest.mark.parametrize("name", [name for name in PAGES if name != sharing.CALENDAR])
def test_a_page_runs_and_loads_nothing_and_tells_nobody(name: str, token: str) -> None:
    if name in DONE_BY:
        browse(f"/{DONE_BY[name]}/{token}", post={"act": "leave"})

    answer = browse(f"/{name}/{token}")

    assert b"<script" not in answer.content
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert (answer["Referrer-Policy"], answer["Cache-Control"]) == ("no-referrer", "private, no-store")
    assert len(answer.content) < 14_000  # one round trip


def test_the_app_s_own_host_has_no_such_pages(token: str) -> None:
    answer = Client().get(f"/manage-subscription/{token}", headers={"host": settings.APP_HOSTS[0]})

    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("accepted", "query", "title"),
    [
        ("id-ID,id;q=0.9,en;q=0.5", "", "Langganan Anda"),
        ("de,en;q=0.5", "", "Your subscription"),
        ("de", "", "Langganan Anda"),
        ("en", "?lang=id", "Langganan Anda"),
        ("id;q=0, en", "", "Your subscription"),
        ("en", "?lang=de", "Your subscription"),
    ],
)
def test_a_page_speaks_the_language_of_its_reader(
    alice: Person, token: str, accepted: str, query: str, title: str
) -> None:
    Team.objects.filter(pk=alice.team.pk).update(language="id")

    assert words(browse(f"/manage-subscription/{token}{query}", language=accepted)).startswith(title)


def test_a_language_that_was_chosen_goes_along(token: str) -> None:
    page = browse(f"/manage-subscription/{token}?lang=id").content.decode()
    saved = browse(f"/manage-subscription/{token}?lang=id", post={"act": "save", "follows": "1"})

    assert f'href="/unsubscribe-subscription/{token}?lang=id"' in page
    assert saved["Location"] == f"/manage-subscription/{token}?lang=id&done=saved"


def test_both_languages_say_the_same() -> None:
    english, indonesian = _TEXTS["en"], _TEXTS["id"]

    def names(text: object) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", str(text)))

    assert english.keys() == indonesian.keys()
    assert [key for key in english if names(english[key]) != names(indonesian[key])] == []


def test_a_page_bears_the_team_s_name_logo_and_colour(alice: Person, token: str) -> None:
    Team.objects.filter(pk=alice.team.pk).update(logo="https://kopi.example/<logo>.png", name="Kopi & Teh")
    SubscriberSetting.objects.create(team=alice.team, color="#ffe27a", updated_at=clock.now())

    text = browse(f"/manage-subscription/{token}").content.decode()

    assert '<img src="https://kopi.example/&lt;logo&gt;.png" alt="Kopi &amp; Teh">' in text
    assert "--accent:#ffe27a;--on-accent:#000000" in text
    assert "Sent with Dashboard SMTP" in text


@pytest.mark.parametrize("color", [*(vendor.color for vendor in VENDORS), "#ffffff", "#000000", "#ffff00", "#777777"])
def test_any_colour_is_legible(color: str) -> None:
    lower = color.lower()
    on_accent = re.search(r"--on-accent:(#\w{6})", looks.sheet(color))

    assert looks.contrast(looks.legible(lower, looks.LIGHT_GROUND), looks.LIGHT_GROUND) >= 4.5
    assert looks.contrast(looks.legible(lower, looks.DARK_GROUND), looks.DARK_GROUND) >= 4.5
    assert on_accent
    assert looks.contrast(on_accent[1], lower) >= 4.5


def test_a_colour_that_is_legible_stays_as_it_is() -> None:
    assert looks.legible("#2f54c8", looks.LIGHT_GROUND) == "#2f54c8"


def test_a_flood_of_posts_is_refused(ayu: Contact, token: str) -> None:
    with time_machine.travel(datetime(2027, 3, 1, 9, tzinfo=UTC), tick=False):
        for _ in range(30):
            assert browse(f"/manage-subscription/{token}", post={"act": "resume"}).status_code == 303
        refused = browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})
        elsewhere = browse(f"/manage-subscription/{token}", post={"act": "resume"}, address="198.51.100.1")

    assert (refused.status_code, elsewhere.status_code) == (429, 303)
    assert "Too many tries" in words(refused)
    ayu.refresh_from_db()
    assert ayu.state == "subscribed"


# --- leaving -------------------------------------------------------------------------------------------------------


def test_leaving_with_a_reason_is_kept_counted_and_shown(
    alice: Person, ayu: Contact, mailing: Mailing, token: str
) -> None:
    answer = browse(
        f"/unsubscribe-subscription/{token}", post={"act": "leave", "reason": "tooMany", "words": " Every\tday! "}
    )

    assert (answer.status_code, answer["Location"]) == (303, f"/success-unsubscribe-subscription/{token}")
    assert "ayu@example.com gets no more marketing mail of Kopi" in words(browse(answer["Location"]))
    ayu.refresh_from_db()
    assert ayu.state == "unsubscribed"
    [consent] = ContactConsent.objects.for_team(alice.team)
    assert (consent.given, consent.reason, consent.words, consent.page) == (
        False,
        "tooMany",
        "Every day!",
        "unsubscribe-subscription",
    )
    assert (consent.ip, consent.user_agent) == ("203.0.113.9", BROWSER)
    [event] = Event.objects.for_team(alice.team)
    assert (event.kind, event.why, event.contact_id) == ("unsubscribe", "tooMany", ayu.pk)
    assert MailingCounters.objects.get(mailing=mailing).unsubscribed == 1
    assert [row.reason for row in Suppression.objects.for_team(alice.team)] == ["unsubscribed"]
    assert leaving.by_reason(alice.team.pk, mailing_id=mailing.pk) == [("tooMany", 1)]
    assert leaving.by_reason(uuid4(), mailing_id=mailing.pk) == []
    items = alice.api.get(f"contacts/{ayu.pk}/timeline").json()["items"]
    assert [(item["kind"], item["reason"]) for item in items] == [("unsubscribed", "tooMany"), ("added", None)]
    consents = alice.api.get(f"contacts/{ayu.pk}/consents").json()["items"]
    assert (consents[0]["reason"], consents[0]["page"]) == ("tooMany", "unsubscribe-subscription")


def test_who_looks_at_the_contact_hears_of_it(ayu: Contact, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []
    monkeypatch.setattr(timeline, "grew", heard.extend)

    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})

    assert set(heard) == {ayu.pk}
    assert [event.payload["ids"] for event in OutboxEvent.objects.filter(name="contacts.contact.changed")] == [[ayu.pk]]


def test_a_reason_that_is_none_is_passed_over(alice: Person, token: str) -> None:
    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave", "reason": "<script>"})

    assert ContactConsent.objects.for_team(alice.team).get().reason == ""


def test_leaving_a_topic_alone_keeps_the_others(
    alice: Person, ayu: Contact, mailing: Mailing, token: str, news: Topic, offers: Topic
) -> None:
    Mailing.objects.filter(pk=mailing.pk).update(topic_id=news.pk)
    assert "Only stop “News”" in words(browse(f"/unsubscribe-subscription/{token}"))

    answer = browse(f"/unsubscribe-subscription/{token}", post={"act": "leaveTopic"})

    assert answer["Location"] == f"/manage-subscription/{token}?done=saved"
    row = ContactPreference.objects.for_team(alice.team).get()
    assert (row.topics_on, row.topics_off) == ([], [news.pk, offers.pk])
    ayu.refresh_from_db()
    assert ayu.state == "subscribed"
    [entry] = ContactEntry.objects.for_team(alice.team)
    assert (entry.kind, entry.details) == ("preferred", {"preferred": {"topicsOff": ["News"]}})
    assert "Only stop" not in words(browse(f"/unsubscribe-subscription/{token}"))


def test_who_left_by_mistake_comes_back(alice: Person, ayu: Contact, token: str) -> None:
    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})
    assert "Was that a mistake?" in words(browse(f"/success-unsubscribe-subscription/{token}"))

    answer = browse(f"/manage-subscription/{token}", post={"act": "comeBack"})

    assert answer["Location"] == f"/success-subscription/{token}"
    ayu.refresh_from_db()
    assert ayu.state == "subscribed"
    assert not Suppression.objects.for_team(alice.team).exists()
    given = ContactConsent.objects.for_team(alice.team).get(given=True)
    assert (given.way, given.words, given.page) == ("page", "Subscribe again", "manage-subscription")
    # And leaves once more by the same mail: told by the consent, for the mail counts once.
    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})
    assert kinds(ayu) == ["withdrew", "agreed", "unsubscribed", "added"]


@pytest.mark.parametrize(
    ("state", "suppression", "way"),
    [
        ("bounced", "hardBounce", None),
        ("complained", "complaint", None),
        ("unsubscribed", "complaint", "mail"),
        ("unsubscribed", "manual", "mail"),
        ("unsubscribed", None, "person"),
    ],
)
def test_what_was_not_the_person_s_own_leaving_is_not_lifted(
    alice: Person, ayu: Contact, token: str, state: str, suppression: str | None, way: str | None
) -> None:
    Contact.objects.for_team(alice.team).update(state=state)
    if suppression:
        Suppression.objects.create(team=alice.team, email=ayu.email, reason=suppression, created_at=clock.now())
    if way:
        ContactConsent.objects.create(team_id=alice.team.pk, contact_id=ayu.pk, at=clock.now(), given=False, way=way)

    with nothing_written():
        answer = browse(f"/manage-subscription/{token}", post={"act": "comeBack"})

    assert answer.status_code == 409
    assert "Subscribe again" not in words(browse(f"/manage-subscription/{token}"))


@pytest.mark.parametrize("state", ["waiting", "unsubscribed", "bounced"])
@pytest.mark.parametrize("name", ["success-subscription", "success-replace-subscription"])
def test_nobody_is_told_to_be_subscribed_who_is_not(ayu: Contact, token: str, state: str, name: str) -> None:
    Contact.objects.for_team(ayu.team_id).update(state=state)

    with nothing_written():
        answer = browse(f"/{name}/{token}")

    assert (answer.status_code, answer["Location"]) == (303, f"/manage-subscription/{token}")


@pytest.mark.parametrize(
    ("of_contact", "suppression", "days", "is_away"),
    [
        ("subscribed", None, 0, False),
        ("waiting", None, 0, False),
        ("unsubscribed", None, 0, True),
        ("bounced", None, 0, True),
        ("subscribed", "manual", 0, True),
        ("subscribed", "softBounce", 1, True),
        ("subscribed", "softBounce", -1, False),
    ],
)
def test_who_gets_mail_is_asked_instead_of_told_to_have_left(
    alice: Person, ayu: Contact, token: str, of_contact: str, suppression: str | None, days: int, *, is_away: bool
) -> None:
    Contact.objects.for_team(alice.team).update(state=of_contact)
    if suppression:
        until = clock.now() + timedelta(days=days) if days else None
        Suppression.objects.create(
            team=alice.team, email=ayu.email, reason=suppression, expires_at=until, created_at=clock.now()
        )

    with nothing_written():
        answer = browse(f"/success-unsubscribe-subscription/{token}")

    assert answer.status_code == (200 if is_away else 303)
    if not is_away:
        assert answer["Location"] == f"/unsubscribe-subscription/{token}"


def test_from_a_test_mail_nothing_follows(alice: Person, news: Topic) -> None:
    made = make_mailing(alice.team, origin=Origin.TEST)
    mailings.send_rows(mailing=made, rows=[(None, "boss@kopi.example", {})])
    key = keys.ring().token(made.pk, 0)

    with nothing_written():
        shown = words(browse(f"/manage-subscription/{key}"))
        answers = [
            browse(f"/manage-subscription/{key}", post={"act": "save"}),
            browse(f"/unsubscribe-subscription/{key}", post={"act": "leave"}),
            browse(f"/email-complaint/{key}", post={"act": "complain"}),
            browse(f"/replace-subscription/{key}", post={"email": "new@example.com"}),
        ]

    assert "nothing is changed" in shown
    assert "News" in shown
    assert [answer.status_code for answer in answers] == [303] * 4


def test_an_address_that_is_the_contact_s_no_more_may_only_leave(ayu: Contact, token: str) -> None:
    Contact.objects.for_team(ayu.team_id).update(email="other@example.com")

    with nothing_written():
        managed = browse(f"/manage-subscription/{token}", post={"act": "save", "follows": "1"})
        replaced = browse(f"/replace-subscription/{token}", post={"email": "evil@example.com"})

    assert (managed.status_code, managed["Location"]) == (303, f"/unsubscribe-subscription/{token}")
    assert replaced.status_code == 404
    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})
    ayu.refresh_from_db()
    assert ayu.state == "unsubscribed"


# --- complaints ----------------------------------------------------------------------------------------------------


def test_reporting_spam_stops_mail_for_good(alice: Person, ayu: Contact, mailing: Mailing, token: str) -> None:
    for _ in range(2):
        answer = browse(f"/email-complaint/{token}", post={"act": "complain"})

    assert answer["Location"] == f"/email-success/{token}"
    assert "it was reported" in words(browse(answer["Location"]))
    ayu.refresh_from_db()
    assert ayu.state == "complained"
    assert [(row.email, row.reason) for row in Suppression.objects.for_team(alice.team)] == [(ayu.email, "complaint")]
    assert MailingCounters.objects.get(mailing=mailing).complained == 1
    assert kinds(ayu) == ["complained", "added"]


def test_a_complaint_weakens_no_dead_address(alice: Person, ayu: Contact, token: str) -> None:
    Suppression.objects.create(
        team=alice.team, email=ayu.email, reason="hardBounce", marketing_only=False, created_at=clock.now()
    )

    browse(f"/email-complaint/{token}", post={"act": "complain"})

    assert Suppression.objects.for_team(alice.team).get().marketing_only is False


# --- what one gets -------------------------------------------------------------------------------------------------


def test_choosing_topics_is_kept_shown_and_told(
    alice: Person, ayu: Contact, token: str, news: Topic, offers: Topic
) -> None:
    page = browse(f"/manage-subscription/{token}").content.decode()
    assert re.findall(r'name="topic" value="(\d+)"( checked)?', page) == [
        (str(news.pk), " checked"),
        (str(offers.pk), ""),
    ]

    answer = browse(f"/manage-subscription/{token}", post={"act": "save", "topic": [offers.pk, 999_999], "follows": ""})

    assert "Saved." in words(browse(answer["Location"]))
    seen = alice.api.get(f"contacts/{ayu.pk}/preferences").json()
    assert seen == {
        "topics": [
            {"id": news.pk, "name": "News", "taken": False},
            {"id": offers.pk, "name": "Offers", "taken": True},
        ],
        "pausedUntil": None,
        "follows": False,
    }
    [item] = [
        item for item in alice.api.get(f"contacts/{ayu.pk}/timeline").json()["items"] if item["kind"] == "preferred"
    ]
    assert item["preferred"] == {
        "topicsOn": ["Offers"],
        "topicsOff": ["News"],
        "paused": None,
        "pausedUntil": None,
        "follows": False,
    }
    # Saved as it is, nothing more is told.
    browse(f"/manage-subscription/{token}", post={"act": "save", "topic": [offers.pk]})
    assert ContactEntry.objects.for_team(alice.team).count() == 1


def test_a_pause_ends_by_itself(ayu: Contact, token: str) -> None:
    with time_machine.travel(datetime(2027, 3, 1, 20, tzinfo=UTC), tick=False):
        browse(f"/manage-subscription/{token}", post={"act": "pause", "days": "30"})
        page = words(browse(f"/manage-subscription/{token}"))
        shown = preferences.of_contact(team_id=ayu.team_id, contact_id=ayu.pk)
    # Jakarta is seven hours ahead.
    assert "Paused until 1 April 2027" in page
    assert shown.paused_until == datetime(2027, 3, 31, 20, tzinfo=UTC)
    with time_machine.travel(datetime(2027, 3, 31, 20, 1, tzinfo=UTC), tick=False):
        assert "30 days 60 days 90 days" in words(browse(f"/manage-subscription/{token}"))


def test_a_pause_is_ended_by_hand(alice: Person, ayu: Contact, token: str) -> None:
    browse(f"/manage-subscription/{token}", post={"act": "pause", "days": "90"})

    answer = browse(f"/manage-subscription/{token}", post={"act": "resume"})

    assert "The break is over" in words(browse(answer["Location"]))
    assert ContactPreference.objects.for_team(alice.team).get().paused_until is None
    assert [entry.details["preferred"]["paused"] for entry in ContactEntry.objects.for_team(alice.team)] == [
        True,
        False,
    ]


@pytest.mark.parametrize("days", ["31", "", "-30", "30.5", "999999999999"])
def test_other_pauses_than_those_offered_are_refused(token: str, days: str) -> None:
    with nothing_written():
        assert browse(f"/manage-subscription/{token}", post={"act": "pause", "days": days}).status_code == 400


# --- another address -----------------------------------------------------------------------------------------------


def test_an_address_changes_when_its_mailbox_has_answered(alice: Person, ayu: Contact, token: str) -> None:
    asked = browse(f"/replace-subscription/{token}", post={"email": " Ayu@New.example "})

    assert "a link is on its way" in words(browse(asked["Location"])).lower()
    [(email, _, link)] = mailed()
    assert email == "ayu@new.example"
    ayu.refresh_from_db()
    assert ayu.email == "ayu@example.com"
    assert "Mail of Kopi that went to ayu@example.com will go to ayu@new.example" in words(browse(path_of(link)))

    answer = browse(path_of(link), post={"act": "confirm"})

    assert answer["Location"].startswith("/success-replace-subscription/")
    assert "goes to ayu@new.example from now on" in words(browse(answer["Location"]))
    ayu.refresh_from_db()
    assert (ayu.email, ayu.state) == ("ayu@new.example", "subscribed")
    assert kinds(ayu) == ["changed", "added"]
    # The link works once.
    assert browse(path_of(link), post={"act": "confirm"}).status_code == 404


@pytest.mark.parametrize(
    ("given", "fault"), [("nothing", "Give an email address"), ("AYU@example.com", "the address you have")]
)
def test_a_wrong_new_address_is_told_at_its_field(token: str, given: str, fault: str) -> None:
    with nothing_written():
        answer = browse(f"/replace-subscription/{token}", post={"email": given})

    assert answer.status_code == 422
    assert fault in words(answer)
    assert b'aria-describedby="email-fault"' in answer.content


def test_the_link_to_a_new_address_lasts_two_days(ayu: Contact, token: str) -> None:
    browse(f"/replace-subscription/{token}", post={"email": "ayu@new.example"})
    [(_, _, link)] = mailed()

    with time_machine.travel(clock.now() + timedelta(days=2, minutes=1)):
        assert browse(path_of(link), post={"act": "confirm"}).status_code == 404

    ayu.refresh_from_db()
    assert ayu.email == "ayu@example.com"


def test_an_address_that_another_contact_has_takes_over(alice: Person, ayu: Contact, token: str) -> None:
    other = make_contact(alice.team, "ayu@new.example", state="unsubscribed")
    browse(f"/replace-subscription/{token}", post={"email": other.email})
    [(_, _, link)] = mailed()

    answer = browse(path_of(link), post={"act": "confirm"})

    assert "goes to ayu@new.example" in words(browse(answer["Location"]))
    states = dict(Contact.objects.for_team(alice.team).values_list("email", "state"))
    assert states == {"ayu@example.com": "unsubscribed", "ayu@new.example": "subscribed"}
    assert [row.email for row in Suppression.objects.for_team(alice.team)] == ["ayu@example.com"]


def test_one_mailbox_gets_three_links_an_hour(token: str) -> None:
    answers = [browse(f"/replace-subscription/{token}", post={"email": "victim@example.com"}) for _ in range(5)]

    assert {answer["Location"] for answer in answers} == {f"/replace-subscription/{token}?done=mailed"}
    assert len(mailed()) == 3


# --- subscribing ---------------------------------------------------------------------------------------------------


@pytest.fixture
def open_page(alice: Person) -> Callable[..., Any]:
    """The team's page, open; posts a form."""
    SubscriberSetting.objects.create(team=alice.team, is_open=True, words="Mail about coffee", updated_at=clock.now())

    def post(email: str, **fields: Any) -> Any:
        answer = browse(f"/subscribe/{alice.team.slug}", post={"email": email, "agree": "1", **fields})
        run_jobs()
        return answer

    return post


def test_double_opt_in_subscribes_who_confirms(
    alice: Person, open_page: Callable[..., Any], news: Topic, offers: Topic
) -> None:
    asked = open_page("Budi@Example.com", firstname="Budi", topic=[offers.pk])

    assert "Look into your mailbox" in words(browse(asked["Location"]))
    budi = Contact.objects.for_team(alice.team).get()
    assert (budi.email, budi.firstname, budi.state) == ("budi@example.com", "Budi", "waiting")
    assert not ContactConsent.objects.for_team(alice.team).exists()
    [(email, subject, link)] = mailed()
    assert (email, subject) == ("budi@example.com", "Confirm your subscription to {{ team }}")
    assert "Kopi will send mail to budi@example.com" in words(browse(path_of(link)))

    answer = browse(path_of(link), post={"act": "confirm"}, address="198.51.100.7")

    assert "You are subscribed" in words(browse(answer["Location"]))
    budi.refresh_from_db()
    assert budi.state == "subscribed"
    [consent] = ContactConsent.objects.for_team(alice.team)
    assert (consent.given, consent.way, consent.words, consent.page, consent.ip) == (
        True,
        "page",
        "Mail about coffee",
        "confirm-subscription",
        "198.51.100.7",
    )
    row = ContactPreference.objects.for_team(alice.team).get()
    assert (row.topics_on, row.topics_off) == ([offers.pk], [news.pk])
    assert browse(path_of(link), post={"act": "confirm"}).status_code == 303
    assert ContactConsent.objects.for_team(alice.team).count() == 1


def test_known_and_unknown_addresses_are_answered_the_same(
    alice: Person, ayu: Contact, open_page: Callable[..., Any]
) -> None:
    for state in ("bounced", "complained"):
        make_contact(alice.team, f"{state}@example.com", state=state)

    answers = [open_page(email) for email in ("ayu@example.com", "new@example.com", "bounced@example.com")]
    answers += [open_page("complained@example.com"), open_page("bot@example.com", website="https://spam.example")]

    assert {(answer.status_code, answer["Location"]) for answer in answers} == {
        (303, f"/subscribe/{alice.team.slug}?done=asked")
    }
    assert [(email, subject) for email, subject, _ in mailed()] == [
        ("ayu@example.com", "You are subscribed to {{ team }}"),
        ("new@example.com", "Confirm your subscription to {{ team }}"),
    ]
    assert not Contact.objects.for_team(alice.team).filter(email="bot@example.com").exists()


def test_without_double_opt_in_one_is_subscribed_at_once(alice: Person, open_page: Callable[..., Any]) -> None:
    SubscriberSetting.objects.for_team(alice.team).update(double_optin=False)

    answer = open_page("budi@example.com")

    assert "You are on the list" in words(browse(answer["Location"]))
    assert Contact.objects.for_team(alice.team).get().state == "subscribed"
    [consent] = ContactConsent.objects.for_team(alice.team)
    assert (consent.words, consent.page, consent.ip) == ("Mail about coffee", "subscribe", "203.0.113.9")
    assert mailed() == []


def test_who_has_left_is_not_brought_back_by_a_form_alone(
    alice: Person, ayu: Contact, open_page: Callable[..., Any], token: str
) -> None:
    SubscriberSetting.objects.for_team(alice.team).update(double_optin=False)
    browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})

    open_page(ayu.email)

    ayu.refresh_from_db()
    assert ayu.state == "unsubscribed"
    [(_, subject, link)] = mailed()
    assert subject == "Confirm your subscription to {{ team }}"
    browse(path_of(link), post={"act": "confirm"})
    ayu.refresh_from_db()
    assert ayu.state == "subscribed"
    assert not Suppression.objects.for_team(alice.team).exists()


@pytest.mark.parametrize(
    ("fields", "fault"), [({"email": "x"}, "Give an email address"), ({"agree": ""}, "Tick the box to agree")]
)
def test_a_form_that_lacks_something_keeps_what_was_written(
    open_page: Callable[..., Any], fields: dict[str, str], fault: str
) -> None:
    given = {"email": "budi@example.com", "firstname": "<Budi>"} | fields
    with nothing_written():
        answer = open_page(**given)

    assert answer.status_code == 422
    assert fault in words(answer)
    assert b'value="&lt;Budi&gt;"' in answer.content


@pytest.mark.parametrize("change", [{"suspended_at": datetime(2027, 1, 1, tzinfo=UTC)}, {"slug": "another"}])
def test_a_team_that_takes_none_has_no_such_page(
    alice: Person, open_page: Callable[..., Any], change: dict[str, Any]
) -> None:
    Team.objects.filter(pk=alice.team.pk).update(**change)

    with nothing_written():
        assert open_page("budi@example.com").status_code == 404


def test_a_closed_page_is_none(alice: Person) -> None:
    with nothing_written():
        assert browse(f"/subscribe/{alice.team.slug}", post={"email": "a@b.co", "agree": "1"}).status_code == 404
