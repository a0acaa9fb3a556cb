"""Choices for forms."""

from django.http import HttpRequest
from ninja import Query, Router

from server.core.access import Public
from server.lookups import agents, geography
from server.lookups.schemas import (
    CityOut,
    CityQuery,
    CityWithCountryOut,
    CountryOut,
    HourOut,
    LocalizedNameOut,
    LookupChoiceOut,
    TimezoneOut,
)
from server.lookups.timezones import get_timezones

router = Router(tags=["lookups"], by_alias=True)
PUBLIC_CHOICES = Public(why="The same choices for everyone; no personal data is read.")


@router.get(
    "timezone",
    auth=PUBLIC_CHOICES,
    response=list[TimezoneOut],
    operation_id="list_timezones",
    summary="List time zones",
)
def list_timezones(request: HttpRequest) -> list[TimezoneOut]:
    return get_timezones()


@router.get("country", auth=PUBLIC_CHOICES, response=list[CountryOut], operation_id="list_countries")
def list_countries(request: HttpRequest) -> list[CountryOut]:
    return [
        CountryOut(code=code, names=LocalizedNameOut(en=english, id=indonesian))
        for code, (english, indonesian) in geography.list_countries().items()
    ]


@router.get(
    "city",
    auth=PUBLIC_CHOICES,
    response=list[CityWithCountryOut],
    operation_id="list_cities_anywhere",
    summary="Search cities",
)
def search_cities(request: HttpRequest, query: Query[CityQuery]) -> list[CityWithCountryOut]:
    return [CityWithCountryOut(name=name, country=country) for name, country in geography.search_cities(query.search)]


@router.get(
    "city/{str:country}",
    auth=PUBLIC_CHOICES,
    response=list[CityOut],
    operation_id="list_cities",
    summary="List cities in country",
)
def list_cities(request: HttpRequest, country: str, query: Query[CityQuery]) -> list[CityOut]:
    return [CityOut(name=name) for name in geography.list_cities(country, query.search)]


@router.get("device", auth=PUBLIC_CHOICES, response=list[LookupChoiceOut], operation_id="list_devices")
def list_devices(request: HttpRequest) -> list[LookupChoiceOut]:
    return [LookupChoiceOut(value=value) for value in agents.DEVICES]


@router.get(
    "os",
    auth=PUBLIC_CHOICES,
    response=list[LookupChoiceOut],
    operation_id="list_systems",
    summary="List operating systems",
)
def list_systems(request: HttpRequest) -> list[LookupChoiceOut]:
    return [LookupChoiceOut(value=value) for value in agents.SYSTEMS]


@router.get("browser", auth=PUBLIC_CHOICES, response=list[LookupChoiceOut], operation_id="list_browsers")
def list_browsers(request: HttpRequest) -> list[LookupChoiceOut]:
    return [LookupChoiceOut(value=value) for value in agents.BROWSERS]


@router.get(
    "peak-time",
    auth=PUBLIC_CHOICES,
    response=list[HourOut],
    operation_id="list_peak_times",
    summary="List hours of the day",
)
def list_peak_times(request: HttpRequest) -> list[HourOut]:
    return [HourOut(value=hour, name=f"{hour:02}:00 - {(hour + 1) % 24:02}:00") for hour in range(24)]
