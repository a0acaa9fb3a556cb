"""A demo A/B test of subjects: written, sent a day later, and decided after another day."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from django.db.models import QuerySet

from server.campaigns.ab import drafts, sending, status
from server.campaigns.ab.schemas import AbTestIn, TestSetting, VariantIn
from server.campaigns.ab.states import TestedProperty
from server.campaigns.demo import receiving, texts
from server.campaigns.demo.letters import build_fields
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.services import sending as campaign_sending
from server.core import jobs
from server.core.callers import Caller
from server.core.demo import DemoAction, DemoTeam
from server.core.models import Job
from server.delivery.demo.behaviour import RecipientBehavior
from server.delivery.models import Mailing
from server.teams import demo as teams

SETTING = TestSetting(tested=TestedProperty.SUBJECT, wait_hours=24, winner_share=70)
# In the order of the variants: the second subject wins.
MOODS = (RecipientBehavior(0.37, 0.046, 0.006, soft=2), RecipientBehavior(0.45, 0.118, 0.006, soft=1))


@dataclass(frozen=True, slots=True)
class _Test:
    team: DemoTeam
    random: Random

    @property
    def caller(self) -> Caller:
        return self.team.callers[teams.BAGUS.email]

    def create(self) -> None:
        letter = texts.SUBSCRIPTION
        variants = [VariantIn(name=name, subject=subject, share=15) for name, subject in texts.SUBSCRIPTION_SUBJECTS]
        written = build_fields(letter, self.team).model_dump(exclude_unset=True)
        given = AbTestIn(**written, test=SETTING, variants=variants)
        drafts.create(team_id=self.team.team_id, fields=given, by=self.caller)

    def send(self) -> None:
        campaign = self._get_campaign()
        campaign_sending.send(team_id=self.team.team_id, campaign_id=campaign.pk, by=self.caller)
        until = self.team.at(days=2, hour=9) + timedelta(hours=SETTING.wait_hours)
        variants = self._filter_parts(campaign, is_rest=False).order_by("variant")
        for variant, mood in zip(variants, MOODS, strict=True):
            receiving.receive(self.random, self.team, variant, until=until, mood=mood)

    def decide(self) -> None:
        campaign = self._get_campaign()
        claim = jobs.claim(Job.objects.get(name=status.DECIDE_JOB, arguments__campaign_id=str(campaign.pk)).pk)
        if claim is None:
            raise RuntimeError(f"The winner of {campaign.name} could not be chosen")
        sending.choose_by_rule(team_id=self.team.team_id, campaign_id=campaign.pk)
        jobs.mark_done(claim)
        winner = status.get_test(campaign).winner or 0
        rest = self._filter_parts(campaign, is_rest=True).get()
        receiving.receive(self.random, self.team, rest, until=self.team.now, mood=MOODS[winner])

    def _get_campaign(self) -> Campaign:
        return Campaign.objects.for_team(self.team.team_id).get(name=texts.SUBSCRIPTION.name)

    def _filter_parts(self, campaign: Campaign, *, is_rest: bool) -> QuerySet[Mailing]:
        mailings = Mailing.objects.for_team(self.team.team_id).filter(origin=CAMPAIGN, origin_id=campaign.pk)
        return mailings.filter(variant__isnull=is_rest)


def plan(team: DemoTeam, random: Random) -> Iterator[DemoAction]:
    test, began = _Test(team, random), team.at(days=2, hour=9)
    yield DemoAction(team.at(days=3, hour=15), test.create)
    yield DemoAction(began, test.send)
    yield DemoAction(began + timedelta(hours=SETTING.wait_hours), test.decide)
