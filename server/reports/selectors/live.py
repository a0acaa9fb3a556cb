"""The parts of an open report in one response, with the campaign and its metrics loaded once."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from server.reports.schemas.asking import LiveQuery
from server.reports.schemas.live import LiveReportOut
from server.reports.selectors import comparing, domains, links, overview, people, places, refusals, times
from server.reports.selectors.reports import CampaignReport
from server.reports.states import LivePart

MAKE: Mapping[LivePart, Callable[[CampaignReport, LiveQuery], BaseModel]] = {
    LivePart.BASIC: lambda found, _: overview.basic(found),
    LivePart.COMPARE: lambda found, _: comparing.compare(found),
    LivePart.PEAK: times.peak,
    LivePart.LINK: lambda found, _: links.listed(found),
    LivePart.DEVICE: lambda found, query: people.devices(found, query.of),
    LivePart.BROWSER: lambda found, query: people.browsers(found, query.of),
    LivePart.LOCATION: lambda found, query: places.location(found, query.of),
    LivePart.DOMAIN: lambda found, _: domains.listed(found),
    LivePart.BOUNCE: lambda found, _: refusals.listed(found),
    LivePart.LEAVING: lambda found, _: refusals.leaving(found),
}


def live(found: CampaignReport, query: LiveQuery) -> LiveReportOut:
    made: dict[str, Any] = {part.value: MAKE[part](found, query) for part in query.parts}
    # The parts are already validated.
    return LiveReportOut.model_construct(**made)
