"""A campaign with history for the benches to report on: sent by the production services, its log drawn up at once."""

from datetime import timedelta
from typing import Any

from django.db import connection

from server.campaigns.models import Campaign
from server.campaigns.parts import Content, Recipients
from server.campaigns.services import campaigns, sending
from server.contacts.services import contacts
from server.contacts.services.contacts import ContactValues
from server.core import clock
from server.delivery.models import Batch, Mailing
from server.delivery.services import mailings
from server.delivery.sql import recounting
from server.senders.services import senders
from server.teams.models import Member
from tests.cast import Person

READERS = 500
OPENED_SHARE = 0.4


DAYS = 30  # that a long campaign has been read
DOMAINS = 2_000
LINKS = 8
_RECIPIENTS = """
INSERT INTO delivery_recipient (mailing_id, position, contact_id, email, fields)
SELECT %(id)s, n, NULL, 'r' || n || '@d' || (n %% %(domains)s) || '.example', '{}'
FROM generate_series(%(first)s, %(recipients)s - 1) AS n
"""
_LOG = """
INSERT INTO delivery_send_log
    (mailing_id, position, mailed_at, at, state, bounce, code, enhanced, reply, attempt, bounced_at)
SELECT mailing_id, position, %(mailed)s, %(mailed)s + position * interval '2 milliseconds',
    CASE WHEN position %% 50 = 7 THEN 'failed' ELSE 'sent' END,
    CASE WHEN position %% 50 = 7 THEN 'hard' ELSE '' END, CASE WHEN position %% 50 = 7 THEN 550 ELSE 250 END,
    CASE WHEN position %% 50 = 7 THEN '5.1.1' ELSE '' END,
    CASE WHEN position %% 50 = 7 THEN 'no such user here, id ' || position ELSE '' END, 1, NULL
FROM delivery_recipient WHERE mailing_id = %(id)s
"""
# Most of what happens happens soon: the square of a share puts half of it into the first quarter of the time.
_EVENTS = """
INSERT INTO delivery_event
    (team_id, mailing_id, position, at, contact_id, kind, link, machine, why, device, os, browser, country, city)
SELECT %(team)s, %(id)s, CASE WHEN n %% 500 = 3 OR n %% 5000 = 4 THEN n / 500
        ELSE (n * 7919 %% %(readers)s) * %(recipients)s / %(readers)s END,
    %(mailed)s + interval '1 minute' + power((n * 104729 %% 1000003) / 1000003.0, 2) * %(time)s,
    NULL, CASE WHEN n %% 500 = 3 THEN 'unsubscribe' WHEN n %% 5000 = 4 THEN 'complaint' WHEN n %% 5 = 0 THEN 'click'
          ELSE 'open' END,
    CASE WHEN n %% 500 <> 3 AND n %% 5000 <> 4 AND n %% 5 = 0 THEN n %% %(links)s + 1 ELSE 0 END,
    n %% 500 <> 3 AND n %% 5000 <> 4 AND n %% 11 = 0, '',
    (ARRAY['mobile', 'desktop', 'tablet', 'other'])[n %% 4 + 1], (ARRAY['iOS', 'Android', 'Windows'])[n %% 3 + 1],
    (ARRAY['Gmail', 'Apple Mail', 'Outlook', 'Chrome', 'Firefox'])[n %% 5 + 1],
    (ARRAY['ID', 'US', 'SG', 'DE', ''])[n %% 5 + 1], CASE WHEN n %% 5 = 4 THEN '' ELSE 'City ' || n %% 400 END
FROM generate_series(1::bigint, %(events)s) AS n
"""


def make_long_campaign(person: Person, *, recipients: int, events: int) -> str:
    """A campaign that many have read for a month, drawn by the database and counted by the recount; its id.

    Of what it makes every line of the report has something: links, devices, places, domains, refusals and departures.
    """
    now = clock.now()
    mailed = now - timedelta(days=DAYS)
    body = "\n\n".join(f"[Part {number}](https://shop.example/{number})" for number in range(LINKS))
    campaign = _sent(person, readers=1, body=body)
    mailing = Mailing.objects.for_team(person.team).get(origin_id=campaign.pk)
    values: dict[str, Any] = {
        "id": mailing.pk,
        "team": person.team.pk,
        "mailed": mailed,
        "time": timedelta(days=DAYS) - timedelta(minutes=2),
        "first": mailing.recipients,
        "recipients": recipients,
        "readers": max(1, recipients * 9 // 20),
        "domains": DOMAINS,
        "links": LINKS,
        "events": events,
    }
    Mailing.objects.for_team(person.team).filter(pk=mailing.pk).update(started_at=mailed, recipients=recipients)
    Campaign.objects.for_team(person.team).filter(pk=campaign.pk).update(started_at=mailed, recipient_count=recipients)
    with connection.cursor() as cursor:
        for statement in (_RECIPIENTS, _LOG, _EVENTS):
            cursor.execute(statement, values)
        cursor.execute("ANALYZE delivery_recipient; ANALYZE delivery_send_log; ANALYZE delivery_event")
    recounting.recount(person.team.pk, mailing_id=mailing.pk)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    Batch.objects.filter(mailing=mailing).update(state="done")
    mailings.finish(mailing.pk)
    return str(campaign.pk)


def make_campaign(person: Person) -> str:
    """A campaign to a few hundred readers that has been sent and opened; its id."""
    team_id = person.team.pk
    campaign = _sent(person, readers=READERS, body="[See](https://shop.example)")
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


def _sent(person: Person, *, readers: int, body: str) -> Campaign:
    team_id, by = person.team.pk, person.caller
    for number in range(readers):
        contacts.create(team_id=team_id, values=ContactValues({"email": f"reader{number}@readers.example"}), by=by)
    Member.objects.filter(user=person.user, team=person.team).update(is_owner=True)
    senders.adopt_owner(user_id=person.user.pk)
    fields = {
        "name": "Bench",
        "subject": "Hello",
        "content": Content(body=body),
        "recipients": Recipients(all=True),
    }
    campaign = campaigns.create(team_id=team_id, fields=fields, by=by)
    sending.send(team_id=team_id, campaign_id=campaign.pk, by=by)
    return campaign
