"""The parts of an open report in one response, with the campaign and its metrics loaded once."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from server.reports.schemas.live import LiveReportOut
from server.reports.schemas.queries import LiveQuery
from server.reports.selectors import bounces, comparison, devices, domains, links, locations, overview, times
from server.reports.selectors.reports import CampaignReport
from server.reports.states import LivePart

PART_BUILDERS: Mapping[LivePart, Callable[[CampaignReport, LiveQuery], BaseModel]] = {
    LivePart.BASIC: lambda found, _: overview.get_basic(found),
    LivePart.COMPARE: lambda found, _: comparison.compare(found),
    LivePart.PEAK: times.get_peak,
    LivePart.LINK: lambda found, _: links.links_out(found),
    LivePart.DEVICE: lambda found, query: devices.list_devices(found, query.of),
    LivePart.BROWSER: lambda found, query: devices.list_browsers(found, query.of),
    LivePart.LOCATION: lambda found, query: locations.list_locations(found, query.of),
    LivePart.DOMAIN: lambda found, _: domains.list_domains(found),
    LivePart.BOUNCE: lambda found, _: bounces.list_bounces(found),
    LivePart.LEAVING: lambda found, _: bounces.get_unsubscribes(found),
}


def build_live(found: CampaignReport, query: LiveQuery) -> LiveReportOut:
    made: dict[str, Any] = {part.value: PART_BUILDERS[part](found, query) for part in query.parts}
    # The parts are already validated.
    return LiveReportOut.model_construct(**made)
