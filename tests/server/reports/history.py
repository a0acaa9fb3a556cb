"""A sent campaign with activity, as in the demo: rows of log and events, counted by production code."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from server.campaigns.models import Campaign
from server.campaigns.services import sending
from server.delivery.models import Batch, Event, Mailing, Recipient, SendLog
from server.delivery.services import mailings
from server.delivery.sql.recounting import recount
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender

BODY = "Hi\n\n[Shop](https://shop.example/a) [Visit](https://shop.example/b) [Read](https://shop.example/c)"


@dataclass(frozen=True)
class Deed:
    """Activity of one recipient, some minutes after the start."""

    position: int
    kind: str
    minutes: float
    link: int = 0
    machine: bool = False
    device: str = "phone"
    os: str = "iOS"
    browser: str = "Mail"


def send_campaign(person: Person, *, recipients: int = 10, name: str = "May news", domain: str = "x") -> Campaign:
    """Sends a campaign to r0 to r9. Its mailing waits for a sender."""
    label = make_label(person.team, f"Label of {name}")
    for number in range(recipients):
        make_contact(person.team, f"r{number}@{domain}.example", label)
    sender = person.team.senders.first() or make_sender(person.team)
    campaign = make_campaign(person.team, name=name, sender=sender, label_ids=[label.pk], body=BODY)
    return sending.send(team_id=person.team.pk, campaign_id=campaign.pk, by=person.caller)


def log(campaign: Campaign, states: Sequence[tuple[str, str]], *, minutes: float = 0.0) -> None:
    """Logs the results of the recipients in order: state and bounce class."""
    mailing = mailing_of(campaign)
    assert mailing.started_at is not None
    rows = Recipient.objects.filter(mailing=mailing).order_by("position")[: len(states)]
    for row, (state, bounce) in zip(rows, states, strict=True):
        SendLog.objects.create(
            mailing_id=mailing.pk,
            position=row.position,
            mailed_at=mailing.started_at,
            at=mailing.started_at + timedelta(minutes=minutes),
            state=state,
            bounce=bounce,
            reply="550 5.1.1 No such user" if state == "failed" else "",
        )


def act(campaign: Campaign, deeds: Sequence[Deed]) -> None:
    """Records activity of recipients."""
    mailing = mailing_of(campaign)
    assert mailing.started_at is not None
    for number, deed in enumerate(deeds):
        fields: dict[str, Any] = {name: getattr(deed, name) for name in ("device", "os", "browser")}
        Event.objects.create(
            pk=number + mailing.pk * 10_000,
            team_id=campaign.team_id,
            mailing_id=mailing.pk,
            position=deed.position,
            at=mailing.started_at + timedelta(minutes=deed.minutes),
            kind=deed.kind,
            link=deed.link,
            machine=deed.machine,
            **fields,
        )


def count(campaign: Campaign) -> None:
    """Computes all counters from log and events."""
    recount(campaign.team_id, mailing_id=mailing_of(campaign).pk)


def finish(campaign: Campaign) -> None:
    """Finishes all batches."""
    mailing = mailing_of(campaign)
    Batch.objects.filter(mailing=mailing).update(state="done")
    assert mailings.finish(mailing.pk)


def mailing_of(campaign: Campaign) -> Mailing:
    return Mailing.objects.for_team(campaign.team_id).get(origin_id=campaign.pk)


def at(moment: datetime) -> str:
    """Returns a timestamp as in the API."""
    return moment.isoformat().replace("+00:00", "Z")
