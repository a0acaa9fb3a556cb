"""A/B test helpers: complete drafts, sent tests and simulated results."""

from datetime import timedelta
from typing import Any

from django.db.models import F

from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.ab.states import AB_TEST
from server.campaigns.models import Campaign
from server.contacts.models import Contact
from server.contacts.states import ContactState
from server.core import clock
from server.delivery.models import Batch, BatchState, Mailing, MailingCounters
from server.delivery.services import mailings
from server.senders.models import Sender
from server.teams.models import Team
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_sender


def make_people(team: Team, count: int) -> None:
    """Creates subscribed contacts."""
    now = clock.now()
    Contact.objects.bulk_create(
        [
            Contact(
                team=team,
                email=f"p{number:05}@pelanggan.example",
                firstname=f"P{number}",
                state=ContactState.SUBSCRIBED,
                created_at=now,
                updated_at=now,
            )
            for number in range(count)
        ]
    )


def make_test(
    team: Team,
    *,
    people: int = 20,
    shares: tuple[int, ...] = (10, 20),
    subjects: tuple[str, ...] | None = None,
    delays: tuple[int, ...] | None = None,
    campaign: dict[str, Any] | None = None,
    **setting: Any,
) -> Campaign:
    """Creates a draft to all contacts with a sender. The winner gets the remaining share."""
    make_people(team, people)
    sender = Sender.objects.for_team(team).first() or make_sender(team)
    fields = {"sender": sender, "to_all": True, **(campaign or {})}
    draft = make_campaign(team, kind=AB_TEST, **fields)
    AbTest.objects.create(campaign=draft, team=team, winner_share=100 - sum(shares), **setting)
    for number, share in enumerate(shares):
        CampaignVariant.objects.create(
            team=team,
            campaign=draft,
            number=number,
            share=share,
            subject=subjects[number] if subjects else f"Subject {'ABCDE'[number]}",
            sender=sender,
            body=draft.body,
            delay_minutes=delays[number] if delays else 0,
        )
    return draft


def sent_test(person: Person, campaign: Campaign) -> list[Mailing]:
    """Sends a test. Returns its mailings: the variants in order, then the remainder."""
    answer = person.api.post(f"ab-test/{campaign.pk}/send")
    assert answer.status_code == 200, answer.content
    return parts_of(campaign)


def parts_of(campaign: Campaign) -> list[Mailing]:
    rows = Mailing.objects.for_team(campaign.team_id).filter(origin_id=campaign.pk)
    return list(rows.order_by(F("variant").asc(nulls_last=True)))


def counted(
    campaign: Campaign,
    *,
    delivered: tuple[int, ...],
    clicked: tuple[int, ...] | None = None,
    opened: tuple[int, ...] | None = None,
) -> None:
    """Sets the metrics of the variants."""
    for part in parts_of(campaign)[:-1]:
        number = part.variant or 0
        MailingCounters.objects.for_team(campaign.team_id).filter(pk=part.pk).update(
            sent=delivered[number],
            clicked=clicked[number] if clicked else 0,
            opened=opened[number] if opened else (clicked[number] if clicked else 0),
            revision=F("revision") + 1,
        )


def done(mailing: Mailing) -> None:
    """Finishes a mailing as its sender does."""
    Batch.objects.filter(mailing=mailing).update(state=BatchState.DONE)
    mailings.finish(mailing.pk)
    mailings.commit_quota(mailing.pk)


def wait_is_over(campaign: Campaign) -> None:
    """Moves the end of the waiting time to a second ago."""
    AbTest.objects.for_team(campaign.team_id).filter(pk=campaign.pk).update(ends_at=clock.now() - timedelta(seconds=1))


def setting_of(campaign: Campaign) -> AbTest:
    """Returns the current test."""
    return AbTest.objects.for_team(campaign.team_id).get(pk=campaign.pk)
