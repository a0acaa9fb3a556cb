"""Topics, subscription settings, and recipients of campaigns on a topic."""

from datetime import timedelta

import pytest

from server.campaigns import recipients
from server.campaigns.models import Campaign
from server.contacts.models import Contact, ContactPreference, SubscriberSetting, Topic
from server.contacts.selectors import preferences
from server.contacts.services import preferences as wishes
from server.contacts.services import topics
from server.core import clock
from server.core.models import OutboxEvent
from server.delivery.models import Mailing
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_sender
from tests.server.contacts.factories import make_contact

pytestmark = pytest.mark.django_db


def make_topic(person: Person, name: str = "News", *, is_default: bool = True) -> Topic:
    return Topic.objects.create(team=person.team, name=name, is_default=is_default, created_at=clock.now())


def say(contact: Contact, *taken: Topic) -> None:
    wishes.set_preferences(team_id=contact.team_id, contact_id=contact.pk, topic_ids=[topic.pk for topic in taken])


def test_a_topic_is_made_changed_and_taken_away(alice: Person, mallory: Person) -> None:
    made = alice.api.post("contacts/topic", {"name": "  Offers ", "description": "Weekly", "isDefault": False}).json()
    key = made["id"]
    assert (made["name"], made["description"], made["isDefault"], made["said"]) == ("Offers", "Weekly", False, 0)

    changed = alice.api.put(f"contacts/topic/{key}", {"name": "Deals"}).json()

    assert (changed["name"], changed["description"], changed["isDefault"]) == ("Deals", "Weekly", False)
    assert mallory.api.get("contacts/topic").json() == []
    assert alice.api.delete(f"contacts/topic/{key}").status_code == 204
    assert alice.api.get("contacts/topic").json() == []
    told = OutboxEvent.objects.filter(name="contacts.topic.changed").order_by("pk")
    assert [event.payload["action"] for event in told] == ["created", "updated", "deleted"]


def test_a_topic_s_name_is_once_in_a_team(alice: Person, mallory: Person) -> None:
    make_topic(mallory, "News")
    make_topic(alice, "News")

    answer = alice.api.post("contacts/topic", {"name": "NEWS"})

    assert (answer.status_code, answer.json()["code"]) == (409, "topicExists")
    assert Topic.objects.for_team(alice.team).count() == 1


def test_a_team_has_as_many_topics_as_fit_on_a_page(alice: Person) -> None:
    for number in range(topics.MAX_TOPICS):
        make_topic(alice, f"Topic {number}")

    answer = alice.api.post("contacts/topic", {"name": "One more"})

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "name")
    assert Topic.objects.for_team(alice.team).count() == topics.MAX_TOPICS


def test_a_topic_of_a_scheduled_campaign_stays(alice: Person) -> None:
    news = make_topic(alice)
    make_campaign(alice.team, topic_id=news.pk, status="SCHEDULED", name="Spring")

    answer = alice.api.delete(f"contacts/topic/{news.pk}")

    assert (answer.status_code, answer.json()["payload"]["uses"]) == (409, [{"kind": "campaign", "name": "Spring"}])
    assert Topic.objects.for_team(alice.team).exists()


def test_the_list_says_how_many_have_spoken(alice: Person) -> None:
    news, offers = make_topic(alice), make_topic(alice, "Offers", is_default=False)
    say(make_contact(alice.team, "a@x.com"), news, offers)
    say(make_contact(alice.team, "b@x.com"), offers)
    make_contact(alice.team, "c@x.com")

    listed = {row["name"]: row["said"] for row in alice.api.get("contacts/topic").json()}

    assert listed == {"News": 1, "Offers": 2}


def test_a_campaign_on_a_topic_goes_to_who_takes_it(alice: Person) -> None:
    news, offers = make_topic(alice), make_topic(alice, "Offers", is_default=False)
    people = {name: make_contact(alice.team, f"{name}@x.com") for name in ("silent", "both", "none", "offers")}
    say(people["both"], news, offers)
    say(people["none"])
    say(people["offers"], offers)

    def reached(topic: Topic | None) -> set[str]:
        campaign = make_campaign(alice.team, to_all=True, topic_id=topic.pk if topic else None)
        found = recipients.select_reachable(campaign)
        assert recipients.count(campaign).count == found.count()
        # The rule for one contact and the query agree.
        for contact in Contact.objects.for_team(alice.team):
            said = ContactPreference.objects.for_team(alice.team).filter(pk=contact.pk).first()
            assert topic is None or preferences.is_subscribed(said, topic) == (contact in found)
        return {contact.email.partition("@")[0] for contact in found}

    assert reached(None) == {"silent", "both", "none", "offers"}
    assert reached(news) == {"silent", "both"}
    assert reached(offers) == {"both", "offers"}


def test_who_takes_a_break_is_left_out_and_counted(alice: Person) -> None:
    paused, over = make_contact(alice.team, "a@x.com"), make_contact(alice.team, "b@x.com")
    wishes.pause(team_id=alice.team.pk, contact_id=paused.pk, days=30)
    wishes.pause(team_id=alice.team.pk, contact_id=over.pk, days=30)
    ContactPreference.objects.for_team(alice.team).filter(pk=over.pk).update(
        paused_until=clock.now() - timedelta(seconds=1)
    )
    campaign = make_campaign(alice.team, to_all=True)

    found = recipients.count(campaign)

    assert (found.count, found.paused, found.suppressed) == (1, 1, 0)
    assert [contact.pk for contact in recipients.select_reachable(campaign)] == [over.pk]


def test_a_campaign_names_a_topic_and_its_mailing_does(alice: Person, mallory: Person) -> None:
    news, other = make_topic(alice), make_topic(mallory)
    make_contact(alice.team, "a@x.com")
    campaign = make_campaign(alice.team, sender=make_sender(alice.team))
    path = f"email-marketing/{campaign.pk}"

    wrong = alice.api.put(path, {"recipients": {"all": True, "topicId": other.pk}})
    assert (wrong.status_code, wrong.json()["payload"]["field"]) == (400, "recipients.topicId")
    right = alice.api.put(path, {"recipients": {"all": True, "topicId": news.pk}})
    assert right.json()["recipients"]["topicId"] == news.pk

    assert alice.api.post(f"{path}/send").status_code == 200
    assert Mailing.objects.for_team(alice.team).get().topic_id == news.pk


def test_a_topic_that_has_gone_sends_to_nobody(alice: Person) -> None:
    make_contact(alice.team, "a@x.com")
    campaign = make_campaign(alice.team, to_all=True, topic_id=999_999, sender=make_sender(alice.team))

    assert recipients.count(campaign).count == 0
    answer = alice.api.post(f"email-marketing/{campaign.pk}/send")

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "recipients.topicId")
    assert Campaign.objects.for_team(alice.team).get().status == "DRAFT"


def test_how_subscriptions_are_taken_is_the_team_s_own(alice: Person, mallory: Person) -> None:
    path = f"companies/settings/subscribers/{alice.team.pk}"
    before = alice.api.get(path).json()
    assert (before["isOpen"], before["doubleOptin"], before["words"], before["color"]) == (False, True, "", "")
    assert before["vendorColor"] == "#2F54C8"
    assert before["page"].endswith(f"/subscribe/{alice.team.slug}")

    after = alice.api.put(path, {"isOpen": True, "color": "#aa3300"}).json()

    assert after == before | {"isOpen": True, "color": "#aa3300"}
    assert alice.api.get(path).json() == after
    [told] = OutboxEvent.objects.filter(name="contacts.subscribers.changed")
    assert told.payload == {"isOpen": True, "doubleOptin": True, "words": "", "color": "#aa3300"}
    assert mallory.api.get(path).status_code == 404
    assert mallory.api.put(path, {"isOpen": False}).status_code == 404
    assert SubscriberSetting.objects.for_team(alice.team).get().is_open
    assert alice.api.put(path, {"color": "red;}"}).status_code == 400


def test_what_was_said_goes_with_a_merged_contact_and_is_forgotten_with_an_erased_one(alice: Person) -> None:
    news = make_topic(alice)
    kept, gone = make_contact(alice.team, "a@x.com"), make_contact(alice.team, "b@x.com")
    say(gone)

    assert alice.api.post(f"contacts/{kept.pk}/merge", {"otherId": gone.pk}).status_code == 200
    assert ContactPreference.objects.for_team(alice.team).get().pk == kept.pk
    assert alice.api.get(f"contacts/{kept.pk}/preferences").json()["topics"] == [
        {"id": news.pk, "name": "News", "taken": False}
    ]

    assert alice.api.post(f"contacts/{kept.pk}/erase", {"email": "a@x.com"}).status_code == 204
    assert not ContactPreference.objects.for_team(alice.team).exists()
