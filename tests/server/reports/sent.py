"""Sent campaigns that consist of counters only."""

from datetime import datetime
from typing import Any

from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.delivery.models import Mailing, MailingCounters, MailingMinute
from server.teams.models import Team
from tests.server.campaigns.conftest import make_campaign

# Enough text to avoid advice about plain texts.
BODY = "The first bags from Toraja are here, picked late and dried slowly: jasmine in the cup, brown sugar at the end."


def make_sent(team: Team, *, at: datetime, figures: dict[str, int], **fields: Any) -> Campaign:
    """Creates a campaign started at `at` with these counters. `recipients` defaults to `sent`."""
    recipients = figures.get("recipients", figures.get("sent", 0))
    campaign = make_campaign(
        team,
        **(
            {"status": "SENT", "started_at": at, "recipient_count": recipients, "preheader": "Read on", "body": BODY}
            | fields
        ),
    )
    add_mailing(campaign, {name: count for name, count in figures.items() if name != "recipients"})
    return campaign


def add_mailing(campaign: Campaign, figures: dict[str, int], **fields: Any) -> Mailing:
    """Adds a mailing of a campaign with these counters."""
    assert campaign.started_at is not None
    mailing = Mailing.objects.create(
        team=campaign.team,
        origin=CAMPAIGN,
        origin_id=campaign.pk,
        state="done",
        subject=campaign.subject,
        from_address="news@kopi.example",
        compiled={},
        recipients=figures.get("sent", 0),
        created_at=campaign.started_at,
        started_at=campaign.started_at,
        finished_at=campaign.started_at,
        **fields,
    )
    MailingCounters.objects.create(mailing=mailing, team=campaign.team, **figures)
    return mailing


def happen(mailing: Mailing, at: datetime, **what: int) -> None:
    """Adds counters of a minute."""
    for name, count in what.items():
        MailingMinute.objects.create(mailing_id=mailing.pk, team_id=mailing.team_id, minute=at, what=name, count=count)
