"""A campaign with history for the benches to report on: sent by the production services, its log drawn up at once."""

from typing import Any

from django.db import connection

from server.campaigns.schemas import CampaignIn, Content, Recipients
from server.campaigns.services import campaigns, sending
from server.contacts.schemas.contacts import ContactIn
from server.contacts.services import contacts
from server.core import clock
from server.delivery.models import Mailing
from server.delivery.services import mailings
from server.delivery.sql import recounting
from server.senders.services import senders
from server.teams.models import Member
from tests.cast import Person

READERS = 500
OPENED_SHARE = 0.4


def make_campaign(person: Person) -> str:
    """A campaign to a few hundred readers that has been sent and opened; its id."""
    team_id, by = person.team.pk, person.caller
    for number in range(READERS):
        contacts.create(team_id=team_id, fields=ContactIn(email=f"reader{number}@readers.example"), by=by)
    Member.objects.filter(user=person.user, team=person.team).update(is_owner=True)
    senders.adopt_owner(user_id=person.user.pk)
    wanted = CampaignIn(
        name="Bench",
        subject="Hello",
        content=Content(body="[See](https://shop.example)"),
        recipients=Recipients(all=True),
    )
    campaign = campaigns.create(team_id=team_id, fields=wanted, by=by)
    sending.send(team_id=team_id, campaign_id=campaign.pk, by=by)
    mailing = Mailing.objects.for_team(team_id).get(origin_id=campaign.pk)
    with connection.cursor() as cursor:
        values: dict[str, Any] = {"id": mailing.pk, "team": team_id, "mailed": mailing.started_at, "at": clock.now()}
        cursor.execute(
            "INSERT INTO delivery_send_log (mailing_id, position, mailed_at, at, state, bounce, code, enhanced, reply,"
            " attempt) SELECT mailing_id, position, %(mailed)s, %(at)s, 'sent', '', 250, '', '', 1"
            " FROM delivery_recipient WHERE mailing_id = %(id)s",
            values,
        )
        cursor.execute(
            "INSERT INTO delivery_event (team_id, mailing_id, position, at, contact_id, kind, link, machine, why,"
            " device, os, browser) SELECT %(team)s, mailing_id, position, %(at)s, contact_id, 'open', 0, false, '',"
            " 'mobile', 'Android', 'Chrome' FROM delivery_recipient"
            " WHERE mailing_id = %(id)s AND position < %(opened)s",
            values | {"opened": int(READERS * OPENED_SHARE)},
        )
    recounting.recount(team_id, mailing_id=mailing.pk)
    mailings.finish(mailing.pk)
    return str(campaign.pk)
