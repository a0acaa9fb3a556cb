"""Simulated reception of demo mailings."""

from datetime import datetime
from random import Random

from server.core import clock, partitions
from server.core.demo import DemoTeam
from server.delivery.demo import behaviour
from server.delivery.demo.behaviour import Mood
from server.delivery.models import Mailing, MailingLink
from server.delivery.services import history, subscriptions
from server.teams.models import Team


def receive(random: Random, demo: DemoTeam, mailing: Mailing, *, until: datetime, mood: Mood) -> None:
    """Writes the deliveries of a mailing that starts now and what its recipients did, up to `until`."""
    started_at = clock.now()
    links = list(MailingLink.objects.filter(mailing=mailing).order_by("number").values_list("number", flat=True))
    reception = behaviour.receive(
        random, recipients=mailing.recipients, links=links, began=started_at, until=until, mood=mood
    )
    partitions.make_between(started_at.date(), until.date())
    for position, moment in reception.leavers:
        with clock.held_at(moment):
            subscriptions.unsubscribe(mailing_id=mailing.pk, position=position)
    with clock.held_at(max(outcome.at for outcome in reception.outcomes)):
        team = Team.objects.get(pk=demo.team_id)
        history.import_history(team=team, mailing=mailing, outcomes=reception.outcomes, acts=reception.acts)
