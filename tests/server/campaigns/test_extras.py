"""Plain text, UTM parameters, footer and calendar event of a campaign, and the team's defaults."""

from typing import Any

import pytest
from pytest_django import Settings

from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.contacts.models import ContactLabel
from server.delivery.compiling import CompiledEmail
from server.delivery.mime.filling import fill_text
from server.delivery.models import Mailing, Recipient
from server.delivery.origins import TEST
from server.teams.models import Team
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_contact, make_sender
from tests.server.campaigns.test_previews import fetch, preview

pytestmark = pytest.mark.django_db

OFF = {"on": False, "source": "", "medium": "", "campaign": "", "content": "", "term": ""}
BODY = "[Shop](https://kopi.example/a)"
EVENT = {
    "title": "Cupping",
    "startsAt": "2026-12-01T02:00:00Z",
    "endsAt": "2026-12-01T04:00:00Z",
    "place": "Bandung",
    "details": "",
}


def change(person: Person, campaign: Campaign, **fields: Any) -> Any:
    return person.api.put(f"email-marketing/{campaign.pk}", fields)


def html(person: Person, campaign: Campaign) -> str:
    page: str = fetch(preview(person, campaign)["htmlUrl"]).content.decode()
    return page.replace("&amp;", "&")


def brand_of(person: Person, campaign: Campaign) -> str:
    brand: str = person.api.get(f"email-marketing/{campaign.pk}").json()["brand"]
    return brand


def test_empty_values_take_the_team_s_name_email_and_the_campaign_s_name(alice: Person) -> None:
    Team.objects.filter(pk=alice.team.pk).update(slug="kopi-tua")
    campaign = make_campaign(alice.team, name="Musim panen: édition 2", body=BODY)

    saved = change(alice, campaign, utm={"on": True, "term": "a b"}).json()

    assert saved["utm"] == OFF | {"on": True, "term": "a b"}
    assert saved["utmDefaults"] == {"source": "kopi-tua", "medium": "email", "campaign": "musim-panen-edition-2"}
    query = "utm_source=kopi-tua&utm_medium=email&utm_campaign=musim-panen-edition-2&utm_term=a%20b"
    assert f'href="https://kopi.example/a?{query}"' in html(alice, campaign)
    assert f"https://kopi.example/a?{query}" in preview(alice, campaign)["text"]


def test_switched_off_links_stay_as_they_are(alice: Person) -> None:
    campaign = make_campaign(alice.team, body=BODY, utm={"on": False, "source": "x"})

    assert 'href="https://kopi.example/a"' in html(alice, campaign)


def test_a_sent_campaign_and_a_test_lead_with_them(alice: Person, newsletter: ContactLabel) -> None:
    campaign = make_campaign(
        alice.team,
        sender=make_sender(alice.team),
        label_ids=[newsletter.pk],
        body=BODY,
        plain_text="Own words: https://kopi.example/a",
        utm={"on": True, "source": "{{ city | lower }}", "campaign": "mei"},
    )
    path = f"email-marketing/{campaign.pk}"

    assert alice.api.post(f"{path}/send-test", {"emails": ["ani@pelanggan.example"]}).status_code == 200
    assert alice.api.post(f"{path}/send").status_code == 200

    for origin in (TEST, CAMPAIGN):
        mailing = Mailing.objects.for_team(alice.team).get(origin=origin)
        [link] = CompiledEmail.from_data(mailing.compiled).links
        assert fill_text(link.target, {"city": "Medan"}) == (
            "https://kopi.example/a?utm_source=medan&utm_medium=email&utm_campaign=mei"
        )
        # Fields used by a tag are frozen with the recipient.
    recipients = mailing_fields(campaign)
    assert {"city": "Medan"} in recipients


def mailing_fields(campaign: Campaign) -> list[dict[str, Any]]:
    rows = Recipient.objects.filter(mailing__origin_id=campaign.pk).values_list("fields", flat=True)
    return [{"city": row.get("city")} for row in rows]


def test_own_text_is_the_plain_part(alice: Person) -> None:
    make_contact(alice.team, "dewi@x.example", firstname="Dewi")
    campaign = make_campaign(alice.team)

    saved = change(alice, campaign, plainText="Hi {{ firstname }}\r\nbye").json()

    assert saved["plainText"] == "Hi {{ firstname }}\nbye"
    text = preview(alice, campaign)["text"]
    assert text.startswith("Hi Dewi\nbye\n\n-- \n")
    assert "Unsubscribe: " in text


@pytest.mark.parametrize(
    ("fields", "field", "line", "column"),
    [
        ({"plainText": "one\ntwo {{ nope }}"}, "plainText", 2, 5),
        ({"plainText": "{{ calendar_url }}"}, "plainText", 1, 1),
        ({"utm": {"on": True, "term": "a {{ firstname | shout }}"}}, "utm.term", 1, 3),
        ({"utm": {"on": True, "source": "{{ unsubscribe_url }}"}}, "utm.source", 1, 1),
    ],
)
def test_a_fault_names_its_place_and_nothing_changes(
    alice: Person, fields: dict[str, Any], field: str, line: int, column: int
) -> None:
    campaign = make_campaign(alice.team, plain_text="before")

    refused = change(alice, campaign, **fields)

    assert (refused.status_code, refused.json()["code"]) == (400, "invalidTag")
    payload = refused.json()["payload"]
    assert (payload["field"], payload["line"], payload["column"]) == (field, line, column)
    campaign.refresh_from_db()
    assert (campaign.plain_text, campaign.utm, campaign.revision) == ("before", {}, 1)


def test_the_footer_shows_what_is_switched_on_and_always_the_way_out(alice: Person) -> None:
    campaign = make_campaign(alice.team)
    everything = html(alice, campaign)
    change(alice, campaign, footer={"preferences": False, "view": False, "forward": True, "reply": True})

    page = html(alice, campaign)

    assert ("/manage-subscription/" in everything, "/v/" in everything, "/email-forward/" in everything) == (
        True,
        True,
        False,
    )
    assert [name for name in ("/manage-subscription/", "/v/") if name in page] == []
    assert [name for name in ("/u/", "/email-forward/", "/email-reply/") if name in page] == [
        "/u/",
        "/email-forward/",
        "/email-reply/",
    ]


def test_the_brand_line_goes_for_companies_that_the_configuration_names(alice: Person, settings: Settings) -> None:
    campaign = make_campaign(alice.team)
    shown, told = html(alice, campaign), brand_of(alice, campaign)
    settings.HIDE_FOOTER_COMPANIES = frozenset({str(alice.team.pk)})

    hidden = html(alice, campaign)

    assert (f"Sent with {told}" in shown, told != "", brand_of(alice, campaign)) == (True, True, "")
    assert ("Sent with " in shown, "Sent with " in hidden, "/u/" in hidden) == (True, False, True)


def test_an_event_gives_its_tag_and_can_be_taken_away(alice: Person) -> None:
    campaign = make_campaign(alice.team)

    early = change(alice, campaign, content={"body": "[Add]({{ calendar_url }})"})
    saved = change(alice, campaign, event=EVENT, content={"body": "[Add]({{ calendar_url }})"})
    backwards = change(alice, campaign, event=EVENT | {"endsAt": EVENT["startsAt"]})

    assert (early.status_code, early.json()["payload"]["field"]) == (400, "content")
    assert saved.json()["event"] == EVENT
    assert "/add-to-calendar/" in html(alice, campaign)
    assert backwards.status_code == 400
    assert change(alice, campaign, event=None).status_code == 400  # the tag would have no target
    assert change(alice, campaign, event=None, content={"body": "x"}).json()["event"] is None


def test_new_campaigns_begin_with_the_team_s_defaults(alice: Person, mallory: Person) -> None:
    first = alice.api.post("email-marketing", {"name": "One"}).json()
    footer = {"preferences": True, "view": False, "forward": True, "reply": False}
    utm = OFF | {"on": True, "source": "kopi"}

    put = alice.api.put("email-marketing/default", {"utm": utm})
    put = alice.api.put("email-marketing/default", {"footer": footer})
    second = alice.api.post("email-marketing", {"name": "Two"}).json()
    own = alice.api.post("email-marketing", {"name": "Three", "utm": {"on": False}}).json()

    assert (first["utm"], first["footer"]["forward"]) == (OFF, False)
    assert put.json() == alice.api.get("email-marketing/default").json() == {"utm": utm, "footer": footer}
    assert (second["utm"], second["footer"]) == (utm, footer)
    assert (own["utm"], own["footer"]) == (OFF, footer)
    assert Team.objects.get(pk=alice.team.pk).auto_link_utm
    assert mallory.api.get("email-marketing/default").json()["utm"] == OFF


def test_a_copy_has_all_of_it(alice: Person) -> None:
    campaign = make_campaign(alice.team)
    said = {"plainText": "own", "utm": OFF | {"on": True}, "event": EVENT}
    change(alice, campaign, **said, footer={"view": False})

    copy = alice.api.post(f"email-marketing/{campaign.pk}/duplicate").json()

    assert {name: copy[name] for name in said} == said
    assert copy["footer"]["view"] is False


def test_own_words_begin_with_what_would_be_made(alice: Person) -> None:
    shop = "{% if city %}\n[Shop](https://kopi.example/{{ city }})\n{% endif %}"
    body = 'Hi **{{ firstname | fallback: "you" }}**\n\n' + shop
    campaign = make_campaign(alice.team, body=body, utm={"on": True})

    text = alice.api.get(f"email-marketing/{campaign.pk}/plain-text").json()["text"]

    assert text.startswith('Hi {{ firstname | fallback: "you" }}\n\n{% if city %}')
    assert "Shop (https://kopi.example/{{ city }})" in text
    assert change(alice, campaign, plainText=text).status_code == 200
