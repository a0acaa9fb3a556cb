"""Simulated reception of demo mailings."""

from datetime import datetime
from random import Random

from server.core import clock, partitions
from server.core.demo import DemoTeam
from server.delivery.demo import behaviour
from server.delivery.demo.behaviour import RecipientBehavior
from server.delivery.models import Mailing, MailingLink
from server.delivery.services import history, subscriptions
from server.teams.models import Team


def receive(random: Random, demo: DemoTeam, mailing: Mailing, *, until: datetime, mood: RecipientBehavior) -> None:
    started_at = clock.now()
    links = list(MailingLink.objects.filter(mailing=mailing).order_by("number").values_list("number", flat=True))
    reception = behaviour.simulate_recipients(
        random, recipients=mailing.recipients, links=links, began=started_at, until=until, mood=mood
    )
    partitions.create_partitions_between(started_at.date(), until.date())
    for position, moment in reception.leavers:
        with clock.freeze(moment):
            subscriptions.unsubscribe(mailing_id=mailing.pk, position=position)
    with clock.freeze(max(outcome.at for outcome in reception.outcomes)):
        team = Team.objects.get(pk=demo.team_id)
        history.import_history(team=team, mailing=mailing, outcomes=reception.outcomes, acts=reception.acts)
