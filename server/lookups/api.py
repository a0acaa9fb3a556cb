"""Choices for forms."""

from django.http import HttpRequest
from ninja import Query, Router

from server.core.access import Public
from server.lookups import agents, places
from server.lookups.schemas import ChoiceOut, CityInOut, CityOut, CityQuery, CountryOut, HourOut, NamesOut, TimezoneOut
from server.lookups.timezones import timezones

router = Router(tags=["lookups"], by_alias=True)
CONSTANT = Public(why="The same choices for everyone; no personal data is read.")


@router.get(
    "timezone", auth=CONSTANT, response=list[TimezoneOut], operation_id="list_timezones", summary="List time zones"
)
def list_timezones(request: HttpRequest) -> list[TimezoneOut]:
    return timezones()


@router.get("country", auth=CONSTANT, response=list[CountryOut], operation_id="list_countries")
def list_countries(request: HttpRequest) -> list[CountryOut]:
    return [
        CountryOut(code=code, names=NamesOut(en=english, id=indonesian))
        for code, (english, indonesian) in places.countries().items()
    ]


@router.get(
    "city", auth=CONSTANT, response=list[CityInOut], operation_id="list_cities_anywhere", summary="Search cities"
)
def list_cities_anywhere(request: HttpRequest, query: Query[CityQuery]) -> list[CityInOut]:
    return [CityInOut(name=name, country=country) for name, country in places.cities_anywhere(query.search)]


@router.get(
    "city/{str:country}",
    auth=CONSTANT,
    response=list[CityOut],
    operation_id="list_cities",
    summary="List cities in country",
)
def list_cities(request: HttpRequest, country: str, query: Query[CityQuery]) -> list[CityOut]:
    return [CityOut(name=name) for name in places.cities(country, query.search)]


@router.get("device", auth=CONSTANT, response=list[ChoiceOut], operation_id="list_devices")
def list_devices(request: HttpRequest) -> list[ChoiceOut]:
    return [ChoiceOut(value=value) for value in agents.DEVICES]


@router.get(
    "os", auth=CONSTANT, response=list[ChoiceOut], operation_id="list_systems", summary="List operating systems"
)
def list_systems(request: HttpRequest) -> list[ChoiceOut]:
    return [ChoiceOut(value=value) for value in agents.SYSTEMS]


@router.get("browser", auth=CONSTANT, response=list[ChoiceOut], operation_id="list_browsers")
def list_browsers(request: HttpRequest) -> list[ChoiceOut]:
    return [ChoiceOut(value=value) for value in agents.BROWSERS]


@router.get(
    "peak-time", auth=CONSTANT, response=list[HourOut], operation_id="list_peak_times", summary="List hours of the day"
)
def list_peak_times(request: HttpRequest) -> list[HourOut]:
    return [HourOut(value=hour, name=f"{hour:02}:00 - {(hour + 1) % 24:02}:00") for hour in range(24)]
