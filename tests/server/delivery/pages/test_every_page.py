"""Common behavior of all subscription pages, in a browser without scripts."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.conf import settings
from django.core import signing
from django.test import Client

from server.contacts.models import Contact, SubscriberSetting, Topic
from server.core import clock
from server.delivery.pages import appearance, sharing
from server.delivery.pages.page_texts import _TEXTS
from server.delivery.pages.urls import PAGE_VIEWS
from server.delivery.services import signing_up, subscribers
from server.teams.models import Team
from server.vendors.catalogue import VENDORS
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.delivery.pages.browsing import browse, nothing_written, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


# Success pages, with the page that leads to each.
DONE_BY = {"email-success": "email-complaint", "success-unsubscribe-subscription": "unsubscribe-subscription"}


def test_whoever_gets_every_page_changes_nothing(alice: Person, ayu: Contact, token: str, news: Topic) -> None:
    SubscriberSetting.objects.create(team=alice.team, is_open=True, updated_at=clock.now())
    waiting = make_contact(alice.team, "budi@example.com", state="waiting")
    reporter = make_contact(alice.team, "citra@example.com", state="complained")
    confirmation = signing_up.create_confirmation_token(waiting, signing_up.SignUpRequest(waiting.email))
    replacement = signing.dumps(
        [str(ayu.team_id), ayu.pk, ayu.email, "new@example.com"], salt="delivery.replace-address"
    )
    found = set()

    with nothing_written():
        for name in PAGE_VIEWS:
            tokens = (
                token,
                subscribers.create_token(ayu),
                subscribers.create_token(reporter),
                confirmation,
                replacement,
            )
            for key in (*tokens, alice.team.slug, "x"):
                for query in ("", "?done=saved", "?act=leave&confirm=1", "?List-Unsubscribe=One-Click"):
                    answer = browse(f"/{name}/{key}{query}")
                    assert answer.status_code in (200, 303, 404), (name, key)
                    assert not answer.cookies
                    if answer.status_code == 200:
                        found.add(name)

    # That email has no event (test_sharing.py).
    assert found == set(PAGE_VIEWS) - {sharing.CALENDAR}


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


@pytest.mark.parametrize("name", PAGE_VIEWS)
def test_a_forged_address_is_told_plainly_and_changes_nothing(name: str, token: str) -> None:
    half = len(token) // 2
    forged = token[:half] + ("A" if token[half] != "A" else "B") + token[half + 1 :]

    with nothing_written():
        answers = [browse(f"/{name}/{key}") for key in (forged, "a.b.c", "x" * 31)]
        answers += [browse(f"/{name}/{forged}", post={"act": "leave"})]

    assert {answer.status_code for answer in answers} <= {404, 405}
    assert "This link is not valid" in words(answers[0])


@pytest.mark.parametrize("name", [name for name in PAGE_VIEWS if name != sharing.CALENDAR])
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
    on_accent = re.search(r"--on-accent:(#\w{6})", appearance.build_style_sheet(color))

    assert (
        appearance.contrast(appearance.adjust_color(lower, appearance.LIGHT_BACKGROUND), appearance.LIGHT_BACKGROUND)
        >= 4.5
    )
    assert (
        appearance.contrast(appearance.adjust_color(lower, appearance.DARK_BACKGROUND), appearance.DARK_BACKGROUND)
        >= 4.5
    )
    assert on_accent
    assert appearance.contrast(on_accent[1], lower) >= 4.5


def test_a_colour_that_is_legible_stays_as_it_is() -> None:
    assert appearance.adjust_color("#2f54c8", appearance.LIGHT_BACKGROUND) == "#2f54c8"


def test_a_flood_of_posts_is_refused(ayu: Contact, token: str) -> None:
    with time_machine.travel(datetime(2027, 3, 1, 9, tzinfo=UTC), tick=False):
        for _ in range(30):
            assert browse(f"/manage-subscription/{token}", post={"act": "resume"}).status_code == 303
        refused = browse(f"/unsubscribe-subscription/{token}", post={"act": "leave"})
        elsewhere = browse(f"/manage-subscription/{token}", post={"act": "resume"}, address="198.51.100.1")

    assert (refused.status_code, elsewhere.status_code) == (429, 303)
    assert "Too many attempts" in words(refused)
    ayu.refresh_from_db()
    assert ayu.state == "subscribed"
