"""Opens and clicks by device, browser, operating system and email client."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import QuerySet, Sum

from server.delivery.models import EventKind, MailingDevice
from server.delivery.tracking.clients import client_of
from server.reports.schemas.breakdowns import BrowsersOut, ShareOut, SharesOut
from server.reports.selectors.reports import CampaignReport
from server.reports.states import Did

UNKNOWN = "unknown"
KINDS = {Did.OPENS: EventKind.OPEN, Did.CLICKS: EventKind.CLICK}


def devices(found: CampaignReport, did: Did) -> SharesOut:
    """Returns the device classes, most frequent first."""
    rows = _rows(found, did).values_list("device").annotate(total=Sum("count"))
    items, total = _shares((name or UNKNOWN, count) for name, count in rows)
    return SharesOut(items=items, total=total)


def browsers(found: CampaignReport, did: Did) -> BrowsersOut:
    """Returns browsers, operating systems and the email clients derived from both, most frequent first."""
    browser: Counter[str] = Counter()
    system: Counter[str] = Counter()
    client: Counter[str] = Counter()
    for name, os, count in _rows(found, did).values_list("browser", "os").annotate(total=Sum("count")):
        browser[name or UNKNOWN] += count
        system[os or UNKNOWN] += count
        client[client_of(name, os)] += count
    items, total = _shares(browser.items())
    return BrowsersOut(items=items, total=total, systems=_shares(system.items())[0], clients=_shares(client.items())[0])


def _rows(found: CampaignReport, did: Did) -> QuerySet[MailingDevice]:
    rows = MailingDevice.objects.filter(mailing_id__in=found.mailing_ids, kind=KINDS[did])
    return rows if found.with_machines else rows.filter(machine=False)


def _shares(counted: Iterable[tuple[str, int]]) -> tuple[Sequence[ShareOut], int]:
    amounts: Counter[str] = Counter()
    for name, count in counted:
        amounts[name] += count
    total = amounts.total()
    ordered = sorted(amounts.items(), key=lambda item: (-item[1], item[0]))
    return [ShareOut(name=name, count=count, share=round(count / total, 6)) for name, count in ordered if total], total
