"""Opens and clicks by device, browser, operating system and email client."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import QuerySet, Sum

from server.delivery.models import EventKind, MailingDevice
from server.delivery.tracking.clients import detect_client
from server.reports.schemas.breakdowns import BrowsersOut, ShareOut, SharesOut
from server.reports.selectors.reports import CampaignReport
from server.reports.states import Engagement

UNKNOWN = "unknown"
KINDS = {Engagement.OPENS: EventKind.OPEN, Engagement.CLICKS: EventKind.CLICK}


def list_devices(found: CampaignReport, did: Engagement) -> SharesOut:
    rows = _filter_rows(found, did).values_list("device").annotate(total=Sum("count"))
    items, total = _build_shares((name or UNKNOWN, count) for name, count in rows)
    return SharesOut(items=items, total=total)


def list_browsers(found: CampaignReport, did: Engagement) -> BrowsersOut:
    """Derives the email clients from browser and operating system."""
    browser: Counter[str] = Counter()
    system: Counter[str] = Counter()
    client: Counter[str] = Counter()
    for name, os, count in _filter_rows(found, did).values_list("browser", "os").annotate(total=Sum("count")):
        browser[name or UNKNOWN] += count
        system[os or UNKNOWN] += count
        client[detect_client(name, os)] += count
    items, total = _build_shares(browser.items())
    return BrowsersOut(
        items=items, total=total, systems=_build_shares(system.items())[0], clients=_build_shares(client.items())[0]
    )


def _filter_rows(found: CampaignReport, did: Engagement) -> QuerySet[MailingDevice]:
    rows = MailingDevice.objects.filter(mailing_id__in=found.mailing_ids, kind=KINDS[did])
    return rows if found.with_machines else rows.filter(machine=False)


def _build_shares(counted: Iterable[tuple[str, int]]) -> tuple[Sequence[ShareOut], int]:
    amounts: Counter[str] = Counter()
    for name, count in counted:
        amounts[name] += count
    total = amounts.total()
    ordered = sorted(amounts.items(), key=lambda item: (-item[1], item[0]))
    return [ShareOut(name=name, count=count, share=round(count / total, 6)) for name, count in ordered if total], total
