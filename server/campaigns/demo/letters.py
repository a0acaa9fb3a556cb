"""Sent demo campaigns with simulated recipients, and drafts.

Recipient behaviour is simulated (`server/delivery/demo/behaviour.py`) and written to the log. All metrics are computed
from the log.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from server.campaigns.demo import receiving, texts
from server.campaigns.demo.texts import CampaignSample
from server.campaigns.limits import ContentKind
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.parts import Content, Recipients
from server.campaigns.schemas import CampaignIn
from server.campaigns.services import campaigns, sending
from server.contacts.models import ContactLabel
from server.core.callers import Caller
from server.core.demo import DemoAction, DemoTeam
from server.delivery.demo.behaviour import RecipientBehavior
from server.delivery.models import Mailing
from server.teams import demo as teams

WARUNG_FAILED = 12


@dataclass(frozen=True, slots=True)
class _Campaigns:
    team: DemoTeam
    random: Random

    def sent(
        self, letter: CampaignSample, *, days: int, hour: int, mood: RecipientBehavior, by: str | None = None
    ) -> Iterator[DemoAction]:
        yield self.draft(letter, days=days + 1, hour=15, by=by)
        yield DemoAction(self.team.at(days=days, hour=hour), partial(self._send, letter, mood, by))

    def draft(self, letter: CampaignSample, *, days: int, hour: int, by: str | None = None) -> DemoAction:
        return DemoAction(self.team.at(days=days, hour=hour), partial(self._create, letter, by))

    def _create(self, letter: CampaignSample, by: str | None) -> None:
        team_id = self.team.team_id
        fields = build_fields(letter, self.team)
        campaigns.create(
            team_id=team_id, fields=fields.stored_fields(), newsletter=fields.newsletter, by=self._caller(by)
        )

    def _send(self, letter: CampaignSample, mood: RecipientBehavior, by: str | None) -> None:
        team_id = self.team.team_id
        campaign = Campaign.objects.for_team(team_id).get(name=letter.name)
        started = sending.send(team_id=team_id, campaign_id=campaign.pk, by=self._caller(by))
        mailing = Mailing.objects.for_team(team_id).get(origin=CAMPAIGN, origin_id=started.pk)
        receiving.receive(self.random, self.team, mailing, until=self.team.now, mood=mood)

    def _caller(self, email: str | None) -> Caller:
        return self.team.callers[email] if email else self.team.owner


def plan_kopi_selatan(team: DemoTeam, random: Random) -> Iterator[DemoAction]:
    campaigns = _Campaigns(team, random)
    spring = RecipientBehavior(0.43, 0.071, 0.005, hard=41, soft=9, blocked=3, complaints=1)
    yield from campaigns.sent(texts.HARVEST, days=27, hour=9, mood=spring)
    weekend = RecipientBehavior(0.37, 0.093, 0.006, hard=12, soft=7, blocked=2, complaints=2)
    yield from campaigns.sent(texts.VOUCHER, days=13, hour=17, mood=weekend, by=teams.BAGUS.email)
    menu = RecipientBehavior(0.41, 0.058, 0.003, hard=9, soft=11, blocked=1)
    yield from campaigns.sent(texts.MENU, days=3, hour=8, mood=menu)
    yield campaigns.draft(texts.RESTOCK, days=1, hour=16, by=teams.BAGUS.email)
    yield campaigns.draft(texts.GAYO, days=1, hour=16)


def plan_warung_kita(team: DemoTeam, random: Random) -> Iterator[DemoAction]:
    mood = RecipientBehavior(0.46, 0.08, 0.004, hard=WARUNG_FAILED - 2, soft=2)
    yield from _Campaigns(team, random).sent(texts.THANKS, days=2, hour=9, mood=mood)


def plan_sample(team: DemoTeam, random: Random) -> Iterator[DemoAction]:
    campaigns = _Campaigns(team, random)
    spring = RecipientBehavior(0.43, 0.071, 0.005, hard=4, soft=2, complaints=1)
    yield from campaigns.sent(texts.HARVEST, days=16, hour=9, mood=spring)
    menu = RecipientBehavior(0.41, 0.058, 0.003, hard=2, soft=3)
    yield from campaigns.sent(texts.MENU, days=3, hour=8, mood=menu)
    yield campaigns.draft(texts.RESTOCK, days=1, hour=16)


def build_fields(letter: CampaignSample, team: DemoTeam) -> CampaignIn:
    found = ContactLabel.objects.for_team(team.team_id).filter(name__in=letter.labels, deleted_at__isnull=True)
    label_ids = list(found.values_list("pk", flat=True))
    return CampaignIn(
        name=letter.name,
        subject=letter.subject,
        preheader=letter.preheader,
        category=letter.category,
        content=Content(
            kind=ContentKind.DOCUMENT if letter.newsletter else ContentKind.MARKDOWN,
            starter=letter.starter,
            body=letter.body,
        ),
        newsletter=letter.newsletter,
        recipients=Recipients(all=not letter.labels, label_ids=label_ids),
    )
