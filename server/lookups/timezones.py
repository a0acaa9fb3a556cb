"""The selectable time zones, each with its current offset.

Read from the package tzdata, not from the machine, so that every installation has the same ones.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib import resources
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from babel.core import get_global
from pydantic import AfterValidator, Field

from server.core import clock
from server.core.causes import CauseError
from server.lookups.causes import UNKNOWN_TIME_ZONE
from server.lookups.schemas import TimezoneOut

REGIONS = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")

# The prefix of a name that is shown with its offset: '(GMT+07:00) Asia/Jakarta'.
DISPLAYED_OFFSET_PATTERN = r"^\((?:gmt|utc)[^)]*\) *"
# Aliases that people use for a different time zone: in the package, EST is Panama's, without daylight saving time.
MISLEADING = frozenset({"EST", "MST", "HST"})
# The abbreviations of Indonesia's three time zones. Those of other countries are ambiguous.
ABBREVIATIONS = {"wib": "Asia/Jakarta", "wita": "Asia/Makassar", "wit": "Asia/Jayapura"}

# TEAM-57. No time zone differs from UTC by more than 14 hours.
DISPLAYED_ZONE_PATTERN: Final = r"^\(GMT[+-](0\d|1[0-4]):[0-5]\d\) [A-Za-z0-9_+\-/]+$"
MAX_DISPLAYED_ZONE_LENGTH: Final = 60

_shown_offset = re.compile(DISPLAYED_OFFSET_PATTERN)


def get_timezones() -> list[TimezoneOut]:
    """By offset, then by name."""
    return _list_timezones_at(clock.now().replace(minute=0, second=0, microsecond=0))


def find_timezone_name(text: str) -> str | None:
    """Accepts any key of `get_timezone_names`, also with the displayed offset."""
    return get_timezone_names().get(_shown_offset.sub("", text.strip().lower()).replace(" ", "_"))


def normalize_displayed_zone(text: str) -> str:
    """Replaces an offset that the zone never has this year with the current one.

    Raises CauseError for a name that `get_timezones` does not return.
    """
    name = text.rpartition(" ")[2]
    zone = next((zone for zone in _load_zones() if zone.key == name), None)
    if zone is None:
        raise CauseError(UNKNOWN_TIME_ZONE)
    today = clock.now()
    offsets = [_format_offset(datetime(today.year, month, 1, tzinfo=UTC), zone) for month in range(1, 13)]
    return text if text[4:10] in offsets else f"(GMT{_format_offset(today, zone)}) {name}"


# The time zone of a team. Every area that accepts a time zone by its shown name uses this type.
TimeZoneName = Annotated[
    str,
    Field(pattern=DISPLAYED_ZONE_PATTERN, max_length=MAX_DISPLAYED_ZONE_LENGTH),
    AfterValidator(normalize_displayed_zone),
]


@cache
def get_timezone_names() -> Mapping[str, str]:
    """Lower-case names of a time zone, with `_` for a space -> its name.

    Includes the package's current and previous names, those of Windows (CLDR), and Indonesia's abbreviations.
    """
    known = {zone.key for zone in _load_zones()}
    others = [*get_global("zone_aliases").items(), *get_global("windows_zone_mapping").items(), *ABBREVIATIONS.items()]
    found = {_build_key(other): name for other, name in others if name in known and other not in MISLEADING}
    return found | {"gmt": "UTC", "z": "UTC"} | {_build_key(name): name for name in known}


def _build_key(name: str) -> str:
    return name.lower().replace(" ", "_")


@cache
def _load_zones() -> list[ZoneInfo]:
    names = resources.files("tzdata").joinpath("zones").read_text("utf-8").split()
    return [_load_zone(name) for name in names if name.startswith(REGIONS) or name == "UTC"]


def _load_zone(name: str) -> ZoneInfo:
    with resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


def _format_offset(moment: datetime, zone: ZoneInfo) -> str:
    offset = moment.astimezone(zone).strftime("%z")
    return f"{offset[:3]}:{offset[3:5]}"


@lru_cache(maxsize=1)
def _list_timezones_at(moment: datetime) -> list[TimezoneOut]:
    """Cached for the hour: daylight saving time changes on the hour."""
    zones = [(_format_offset(moment, zone), zone.key) for zone in _load_zones()]
    rows = sorted((int(offset.replace(":", "")), offset, name) for offset, name in zones)
    return [TimezoneOut(value=f"(GMT{offset}) {name}", name=name, offset=offset) for _, offset, name in rows]
