"""Every kind of notification: how loud it is, who gets it, what its sentence needs, and what makes it.

The texts are in texts.py; a test holds that each kind has one in both languages and that its producer makes it.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Literal

Level = Literal["info", "success", "warning", "alert"]


class Audience(StrEnum):
    """Who of the team gets it."""

    TEAM = "team"
    ADMINS = "admins"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Kind:
    """What all notifications of one kind share. `alert` is shown above the screen until it is read."""

    level: Level
    params: frozenset[str]
    # Module that calls `notify` with this kind.
    producer: str
    audience: Audience = Audience.TEAM
    # Only members whose role holds it are told.
    permission: str | None = None
    # Where it leads; its places are filled from the params.
    link: str = ""
    # Of two about the same subject within this time only the first is told.
    once_in: timedelta | None = None


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Where the plan is shown, and a larger one asked for.
PLAN = "/update-plan"
# The report's own screen, with its files open.
REPORT_FILES = "/{report}?files=1"
# A counter that goes to and fro at its mark must not tell of each crossing.
QUOTA_AGAIN = timedelta(days=1)
# A record that comes and goes must not tell of each time.
DOMAIN_AGAIN = timedelta(hours=6)
# Longer than the time in which a plan is about to run out.
PLAN_AGAIN = timedelta(days=30)

KINDS: dict[str, Kind] = {
    "import.finished": Kind(
        level="success",
        params=_words("file added updated failed"),
        producer="server.contacts.services.imports",
        permission="contact.import",
        link="/contacts/imports",
    ),
    "import.failed": Kind(
        level="warning",
        params=_words("file done total"),
        producer="server.contacts.services.imports",
        permission="contact.import",
        link="/contacts/imports",
    ),
    "import.undone": Kind(
        level="success",
        params=_words("file removed restored kept"),
        producer="server.contacts.services.import_undos",
        permission="contact.import",
        link="/contacts/imports",
    ),
    "export.finished": Kind(
        level="success",
        params=_words("rows"),
        producer="server.contacts.services.exports",
        audience=Audience.USER,
        link="/contacts/exports",
    ),
    "export.failed": Kind(
        level="warning",
        params=frozenset(),
        producer="server.contacts.services.exports",
        audience=Audience.USER,
        link="/contacts/exports",
    ),
    "report.finished": Kind(
        level="success",
        params=_words("name report format"),
        producer="server.reports.services.generating",
        audience=Audience.USER,
        link=REPORT_FILES,
    ),
    "report.failed": Kind(
        level="warning",
        params=_words("name report format"),
        producer="server.reports.services.generating",
        audience=Audience.USER,
        link=REPORT_FILES,
    ),
    "sunset.announced": Kind(
        level="info",
        params=_words("count months"),
        producer="server.hygiene.services.runs",
        permission="contact.edit",
        link="/contacts/hygiene",
    ),
    "sunset.done": Kind(
        level="info",
        params=_words("count months"),
        producer="server.hygiene.services.runs",
        permission="contact.edit",
        link="/contacts/hygiene",
    ),
    "campaign.sent": Kind(
        level="success",
        params=_words("name campaign_id screen sent failed"),
        producer="server.campaigns.services.sending",
        permission="campaign.view",
        link="/{screen}/{campaign_id}",
    ),
    "campaign.failed": Kind(
        level="alert",
        params=_words("name campaign_id screen recipients"),
        producer="server.campaigns.services.sending",
        permission="campaign.view",
        link="/{screen}/{campaign_id}",
    ),
    "campaign.empty": Kind(
        level="alert",
        params=_words("name campaign_id screen"),
        producer="server.campaigns.services.sending",
        permission="campaign.view",
        link="/{screen}/{campaign_id}",
    ),
    "campaign.scheduled": Kind(
        level="info",
        params=_words("name campaign_id screen day"),
        producer="server.campaigns.services.scheduling",
        permission="campaign.view",
        link="/{screen}/{campaign_id}",
    ),
    "campaign.started": Kind(
        level="info",
        params=_words("name campaign_id screen recipients"),
        producer="server.campaigns.services.scheduling",
        permission="campaign.view",
        link="/{screen}/{campaign_id}",
    ),
    "campaign.notStarted": Kind(
        level="alert",
        params=_words("name campaign_id screen reason"),
        producer="server.campaigns.services.scheduling",
        permission="campaign.view",
        link="/{screen}/{campaign_id}",
    ),
    "campaign.winner": Kind(
        level="success",
        params=_words("name campaign_id variant"),
        producer="server.campaigns.ab.sending",
        permission="campaign.view",
        link="/ab-tests/{campaign_id}",
    ),
    "campaign.noClearWinner": Kind(
        level="info",
        params=_words("name campaign_id variant"),
        producer="server.campaigns.ab.sending",
        permission="campaign.view",
        link="/ab-tests/{campaign_id}",
    ),
    "campaign.chooseWinner": Kind(
        level="warning",
        params=_words("name campaign_id"),
        producer="server.campaigns.ab.sending",
        permission="campaign.view",
        link="/ab-tests/{campaign_id}",
    ),
    "sender.validated": Kind(
        level="success",
        params=_words("email"),
        producer="server.senders.services.senders",
        permission="sender.view",
        link="/senders",
    ),
    "domain.authenticated": Kind(
        level="success",
        params=_words("domain domain_id"),
        producer="server.senders.services.checking",
        permission="sender.view",
        link="/senders/domains/{domain_id}",
    ),
    "domain.breaking": Kind(
        level="warning",
        params=_words("domain domain_id day"),
        producer="server.senders.services.checking",
        permission="sender.view",
        link="/senders/domains/{domain_id}",
        once_in=DOMAIN_AGAIN,
    ),
    "domain.restored": Kind(
        level="success",
        params=_words("domain domain_id"),
        producer="server.senders.services.checking",
        permission="sender.view",
        link="/senders/domains/{domain_id}",
        once_in=DOMAIN_AGAIN,
    ),
    "domain.broken": Kind(
        level="alert",
        params=_words("domain domain_id"),
        producer="server.senders.services.checking",
        permission="sender.view",
        link="/senders/domains/{domain_id}",
    ),
    "domain.bought": Kind(
        level="success",
        params=_words("domain domain_id"),
        producer="server.senders.services.orders",
        permission="sender.view",
        link="/senders/domains/{domain_id}",
    ),
    "domain.notBought": Kind(
        level="alert",
        params=_words("domain"),
        producer="server.senders.services.orders",
        permission="sender.view",
        link="/senders/domains/buy",
    ),
    "sending.bounces": Kind(
        level="alert",
        params=_words("counted sent limit campaigns"),
        producer="server.delivery.services.health",
        permission="sending.view",
        link="/sending-health",
    ),
    "sending.complaints": Kind(
        level="alert",
        params=_words("counted sent limit campaigns"),
        producer="server.delivery.services.health",
        permission="sending.view",
        link="/sending-health",
    ),
    "quota.near": Kind(
        level="warning",
        params=_words("quota used limit"),
        producer="server.notifications.reactions",
        link=PLAN,
        once_in=QUOTA_AGAIN,
    ),
    "quota.out": Kind(
        level="alert",
        params=_words("quota limit"),
        producer="server.notifications.reactions",
        link=PLAN,
        once_in=QUOTA_AGAIN,
    ),
    "plan.expiring": Kind(
        level="warning",
        params=_words("plan day"),
        producer="server.notifications.services.expiries",
        audience=Audience.ADMINS,
        link=PLAN,
        once_in=PLAN_AGAIN,
    ),
    "plan.last-day": Kind(
        level="alert",
        params=_words("plan day"),
        producer="server.notifications.services.expiries",
        audience=Audience.ADMINS,
        link=PLAN,
        once_in=PLAN_AGAIN,
    ),
    "team.suspended": Kind(level="alert", params=_words("team"), producer="server.notifications.reactions"),
    "team.restored": Kind(level="success", params=_words("team"), producer="server.notifications.reactions"),
    "session.new-device": Kind(
        level="warning",
        params=_words("device"),
        producer="server.notifications.reactions",
        audience=Audience.USER,
        link="/account/security",
    ),
}
