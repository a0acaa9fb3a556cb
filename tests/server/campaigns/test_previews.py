"""Previews for one contact, and the page that shows them."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from server.campaigns.models import Campaign
from server.contacts.models import Contact, ContactLabel, CustomField
from server.core import clock
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_contact, make_sender

pytestmark = pytest.mark.django_db

HTML = (
    '<h1>Hi {{ firstname | fallback: "you" }}</h1><script>alert(1)</script>'
    '<a href="https://kopi.example/{{ city }}" onclick="x()">Go</a>'
)


def preview(person: Person, campaign: Campaign, query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = person.api.get(f"email-marketing/{campaign.pk}/preview{query}").json()
    return found


def fetch(address: str, host: str = settings.PAGES_HOST) -> Any:
    return Client().get(urlsplit(address).path, headers={"host": host})


def test_it_is_filled_for_the_chosen_contact(alice: Person, newsletter: ContactLabel) -> None:
    field = CustomField.objects.create(
        team=alice.team, name="Coffee", tag="coffee", type="text", created_at=clock.now()
    )
    contact = make_contact(alice.team, "dewi@x.example", firstname="Dewi", custom_field={str(field.pk): "Gayo"})
    campaign = make_campaign(alice.team, sender=make_sender(alice.team), body="Your **{{ coffee }}**, {{ firstname }}")

    made = preview(alice, campaign, f"?contactId={contact.pk}")

    assert (made["contactId"], made["email"], made["subject"]) == (contact.pk, "dewi@x.example", "Hello Dewi")
    assert (made["fromName"], made["fromEmail"]) == ("Kopi", "news@kopi.example")
    assert "Your Gayo, Dewi" in made["text"]
    assert "<strong>Gayo</strong>, Dewi" in fetch(made["htmlUrl"]).content.decode()


def test_without_a_choice_it_is_the_newest_recipient(alice: Person, newsletter: ContactLabel) -> None:
    make_contact(alice.team, "zul@elsewhere.example", firstname="Zul")
    campaign = make_campaign(alice.team, label_ids=[newsletter.pk])

    made = preview(alice, campaign)

    assert (made["email"], made["subject"]) == ("budi@pelanggan.example", "Hello Budi")


def test_without_any_contact_fallbacks_show(alice: Person) -> None:
    campaign = make_campaign(alice.team, subject='Hello {{ firstname | fallback: "friend" }}')

    made = preview(alice, campaign)

    assert (made["contactId"], made["email"], made["subject"]) == (None, "", "Hello friend")


def test_another_teams_contact_is_not_found(alice: Person, mallory: Person, newsletter: ContactLabel) -> None:
    campaign = make_campaign(mallory.team)
    contact = Contact.objects.for_team(alice.team).earliest("pk")

    answer = mallory.api.get(f"email-marketing/{campaign.pk}/preview?contactId={contact.pk}")

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")


def test_the_page_is_locked_in_and_only_on_the_pages_origin(alice: Person, newsletter: ContactLabel) -> None:
    campaign = make_campaign(alice.team, content_kind="html", body=HTML, label_ids=[newsletter.pk])
    ani = Contact.objects.for_team(alice.team).get(email="ani@pelanggan.example")
    address = preview(alice, campaign, f"?contactId={ani.pk}")["htmlUrl"]

    page, on_the_app = fetch(address), fetch(address, settings.APP_HOSTS[0])

    assert address.startswith(f"{settings.PAGES_ORIGIN}/preview/")
    assert (page.status_code, on_the_app.status_code) == (200, 404)
    html = page.content.decode()
    assert "<h1>Hi Ani</h1>" in html
    assert 'href="https://kopi.example/Medan"' in html  # the target itself, not tracked
    assert '<base target="_blank">' in html
    assert "<script" not in html
    assert "onclick" not in html
    policy = page["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';")
    assert policy.endswith(f"frame-ancestors {' '.join(settings.APP_ORIGINS)}")
    assert page["Cache-Control"] == "private, no-store"


def test_the_address_lasts_minutes_and_can_not_be_forged(alice: Person) -> None:
    campaign = make_campaign(alice.team)
    with time_machine.travel("2026-11-21T03:00:00Z", tick=False) as traveller:
        address = preview(alice, campaign)["htmlUrl"]
        young = fetch(address)
        forged = fetch(address[:-1] + ("A" if address[-1] != "A" else "B"))
        traveller.shift(timedelta(minutes=15, seconds=1))
        old = fetch(address)

    assert (young.status_code, forged.status_code, old.status_code) == (200, 404, 404)
    assert old.content == b"Data not found."
    assert old["Content-Type"] == "text/plain; charset=utf-8"


def test_it_is_shown_in_the_colours_that_are_asked_for(alice: Person) -> None:
    made = preview(alice, make_campaign(alice.team))
    path = urlsplit(made["htmlUrl"]).path

    dark, light, odd = (
        Client().get(f"{path}?scheme={scheme}", headers={"host": settings.PAGES_HOST}).content.decode()
        for scheme in ("dark", "light", "x")
    )

    assert ("@media all" in dark, "color-scheme: dark !important" in dark) == (True, True)
    assert ("@media not all" in light, "color-scheme: light !important" in light) == (True, True)
    assert odd == fetch(made["htmlUrl"]).content.decode()


def test_values_are_escaped_where_they_stand(alice: Person) -> None:
    contact = make_contact(alice.team, "x@x.example", firstname="<b>A&B</b>", city='a b/../?x="1"')
    campaign = make_campaign(alice.team, content_kind="html", body=HTML)

    html = fetch(preview(alice, campaign, f"?contactId={contact.pk}")["htmlUrl"]).content.decode()

    assert "Hi &lt;b&gt;A&amp;B&lt;/b&gt;" in html
    assert 'href="https://kopi.example/a%20b%2F..%2F%3Fx%3D%221%22"' in html
