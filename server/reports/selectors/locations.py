"""Opens and clicks by location, if the installation has a location database."""

from server.delivery.tracking import geo
from server.reports.schemas.breakdowns import LocationOut, ReportCityOut, ReportCountryOut
from server.reports.selectors.devices import KINDS
from server.reports.selectors.reports import CampaignReport
from server.reports.sql import locations
from server.reports.states import Engagement

MAX_CITIES = 10  # per country


def list_locations(found: CampaignReport, did: Engagement) -> LocationOut:
    if not geo.is_available():
        return LocationOut(available=False, countries=[], total=0, unknown=0)
    rows = locations.count_by_location(
        found.team_id,
        mailing_ids=found.mailing_ids,
        kind=KINDS[did],
        with_machines=found.with_machines,
        max_cities=MAX_CITIES,
    )
    unknown = sum(row.count for row in rows if not row.country)
    counted = {row.country: row.count for row in rows if row.country and row.city is None}
    total = sum(counted.values())
    countries = [
        ReportCountryOut(
            code=code,
            count=count,
            share=round(count / total, 6),
            cities=[
                ReportCityOut(name=row.city, count=row.count, share=round(row.count / total, 6))
                for row in rows
                if row.country == code and row.city
            ],
        )
        for code, count in counted.items()
    ]
    return LocationOut(available=True, countries=countries, total=total, unknown=unknown)
