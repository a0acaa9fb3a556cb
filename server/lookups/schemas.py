"""What lookups look like on the wire."""

from pydantic import Field

from server.core.schemas import Out, Schema


class TimezoneOut(Out):
    """`value` is what a team stores: '(GMT+07:00) Asia/Jakarta' (TEAM-57)."""

    value: str
    name: str
    offset: str


class NamesOut(Out):
    """A name in both languages."""

    en: str
    id: str


class CountryOut(Out):
    """`code` is that of ISO 3166-1."""

    code: str
    names: NamesOut


class CityQuery(Schema):
    """`search` is how a word of the name begins."""

    search: str = Field("", max_length=100)


class CityOut(Out):
    name: str


class CityInOut(CityOut):
    """A city and the code of its country."""

    country: str


class ChoiceOut(Out):
    value: str


class HourOut(Out):
    """An hour of the day as reports and best times name it: 7 reads '07:00 - 08:00'."""

    value: int
    name: str
