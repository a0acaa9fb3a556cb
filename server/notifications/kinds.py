"""Every kind of notification: how loud it is, who gets it, what its sentence needs, and what makes it.

The texts are in texts.py; a test holds that each kind has one in both languages and that its producer makes it.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import partial
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
    # Kinds that are no longer true once this one is. Their notices about the same subject become read.
    ends: frozenset[str] = frozenset()


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
BROKEN_DOMAIN = _words("domain.breaking domain.broken")
# Longer than the time in which a plan is about to run out.
PLAN_AGAIN = timedelta(days=30)

# What the kinds about one thing share: whom they are for, and where they lead.
_import = partial(Kind, permission="contact.import", link="/contacts/imports")
_export = partial(Kind, producer="server.contacts.services.exports", audience=Audience.USER, link="/contacts/exports")
_report = partial(
    Kind,
    params=_words("name report format"),
    producer="server.reports.services.generating",
    audience=Audience.USER,
    link=REPORT_FILES,
)
_sunset = partial(
    Kind,
    level="info",
    params=_words("count months"),
    producer="server.hygiene.services.runs",
    permission="contact.edit",
    link="/contacts/hygiene",
)
_campaign = partial(Kind, permission="campaign.view", link="/{screen}/{campaign_id}")
_test = partial(
    Kind, producer="server.campaigns.ab.sending", permission="campaign.view", link="/ab-tests/{campaign_id}"
)
_domain = partial(
    Kind, params=_words("domain domain_id"), permission="sender.view", link="/senders/domains/{domain_id}"
)
_checked = partial(_domain, producer="server.senders.services.checking")
_health = partial(
    Kind,
    level="alert",
    params=_words("counted sent limit campaigns"),
    producer="server.delivery.services.health",
    permission="sending.view",
    link="/sending-health",
)
_webhook = partial(
    Kind,
    level="alert",
    producer="server.transactional.services.webhooks",
    audience=Audience.ADMINS,
    link="/webhook/{webhook_id}",
)
_quota = partial(Kind, producer="server.notifications.reactions", link=PLAN, once_in=QUOTA_AGAIN)
_plan = partial(
    Kind,
    params=_words("plan day"),
    producer="server.notifications.services.expiries",
    audience=Audience.ADMINS,
    link=PLAN,
    once_in=PLAN_AGAIN,
)

KINDS: dict[str, Kind] = {
    "import.finished": _import(
        level="success", params=_words("file added updated failed emptied"), producer="server.contacts.services.imports"
    ),
    "import.failed": _import(
        level="warning", params=_words("file done total"), producer="server.contacts.services.imports"
    ),
    "import.undone": _import(
        level="success", params=_words("file removed restored kept"), producer="server.contacts.services.import_undos"
    ),
    "export.finished": _export(level="success", params=_words("rows")),
    "export.failed": _export(level="warning", params=frozenset()),
    "report.finished": _report(level="success"),
    "report.failed": _report(level="warning"),
    "report.notLabelled": Kind(
        level="warning",
        params=_words("name label report"),
        producer="server.reports.services.labelling",
        audience=Audience.USER,
        link="/{report}/recipients",
    ),
    "sunset.announced": _sunset(),
    "sunset.done": _sunset(),
    "campaign.sent": _campaign(
        level="success",
        params=_words("name campaign_id screen sent failed"),
        producer="server.campaigns.services.sending",
    ),
    "campaign.failed": _campaign(
        level="alert", params=_words("name campaign_id screen recipients"), producer="server.campaigns.services.sending"
    ),
    "campaign.empty": _campaign(
        level="alert", params=_words("name campaign_id screen"), producer="server.campaigns.services.sending"
    ),
    "campaign.scheduled": _campaign(
        level="info", params=_words("name campaign_id screen day"), producer="server.campaigns.services.scheduling"
    ),
    "campaign.started": _campaign(
        level="info",
        params=_words("name campaign_id screen recipients"),
        producer="server.campaigns.services.scheduling",
    ),
    "campaign.notStarted": _campaign(
        level="alert", params=_words("name campaign_id screen reason"), producer="server.campaigns.services.scheduling"
    ),
    "campaign.winner": _test(level="success", params=_words("name campaign_id variant")),
    "campaign.noClearWinner": _test(level="info", params=_words("name campaign_id variant")),
    "campaign.chooseWinner": _test(level="warning", params=_words("name campaign_id")),
    "sender.validated": Kind(
        level="success",
        params=_words("email"),
        producer="server.senders.services.senders",
        permission="sender.view",
        link="/senders",
    ),
    "domain.authenticated": _checked(level="success", ends=BROKEN_DOMAIN),
    "domain.breaking": _checked(level="warning", params=_words("domain domain_id day"), once_in=DOMAIN_AGAIN),
    "domain.restored": _checked(level="success", once_in=DOMAIN_AGAIN, ends=BROKEN_DOMAIN),
    "domain.broken": _checked(level="alert"),
    "document.mentioned": Kind(
        level="info",
        params=_words("name words path"),
        producer="server.documents.services.comments",
        audience=Audience.USER,
        link="/{path}",
    ),
    "domain.bought": _domain(level="success", producer="server.senders.services.orders"),
    "domain.ending": _domain(
        level="warning", params=_words("domain domain_id day"), producer="server.senders.services.orders"
    ),
    "domain.notBought": Kind(
        level="alert",
        params=_words("domain"),
        producer="server.senders.services.orders",
        permission="sender.view",
        link="/senders/domains/buy",
    ),
    "sending.bounces": _health(),
    "sending.complaints": _health(),
    "webhook.gone": _webhook(params=_words("host webhook_id")),
    "webhook.failing": _webhook(params=_words("host webhook_id days")),
    "quota.near": _quota(level="warning", params=_words("quota used limit")),
    "quota.out": _quota(level="alert", params=_words("quota limit")),
    "plan.expiring": _plan(level="warning"),
    "plan.last-day": _plan(level="alert"),
    "team.suspended": Kind(level="alert", params=_words("team"), producer="server.notifications.reactions"),
    "team.restored": Kind(
        level="success",
        params=_words("team"),
        producer="server.notifications.reactions",
        ends=_words("team.suspended"),
    ),
    "session.new-device": Kind(
        level="warning",
        params=_words("device"),
        producer="server.notifications.reactions",
        audience=Audience.USER,
        link="/account/security",
    ),
}
