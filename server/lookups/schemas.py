"""Schemas of lookups."""

from pydantic import Field

from server.core.schemas import Out, Schema


class TimezoneOut(Out):
    """`value` is the format in which a team stores its time zone: `(GMT+07:00) Asia/Jakarta`."""

    # TEAM-57

    value: str
    name: str
    offset: str


class LocalizedNameOut(Out):
    """A name in English and Indonesian."""

    en: str
    id: str


class CountryOut(Out):
    """`code` is an ISO 3166-1 country code."""

    code: str
    names: LocalizedNameOut


class CityQuery(Schema):
    """`search` matches the start of a word in the name."""

    search: str = Field("", max_length=100)


class CityOut(Out):
    name: str


class CityWithCountryOut(CityOut):
    """A city and its country code (ISO 3166-1)."""

    country: str


class LookupChoiceOut(Out):
    value: str


class HourOut(Out):
    """An hour of the day, named as in reports: 7 is `07:00 - 08:00`."""

    value: int
    name: str
