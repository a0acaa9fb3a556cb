"""The timezones to choose from, each with the offset that it has today.

Read from the package tzdata, not from the machine: every installation offers the same ones.
"""

from datetime import datetime
from functools import cache, lru_cache
from importlib import resources
from zoneinfo import ZoneInfo

from server.core import clock
from server.lookups.schemas import TimezoneOut

REGIONS = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")


def timezones() -> list[TimezoneOut]:
    """By offset, then by name."""
    return _on(clock.now().replace(minute=0, second=0, microsecond=0))


@cache
def _zones() -> list[ZoneInfo]:
    names = resources.files("tzdata").joinpath("zones").read_text("utf-8").split()
    return [_zone(name) for name in names if name.startswith(REGIONS) or name == "UTC"]


def _zone(name: str) -> ZoneInfo:
    with resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


@lru_cache(maxsize=1)
def _on(moment: datetime) -> list[TimezoneOut]:
    """Remembered for the hour: summer time begins and ends on the hour."""
    zones = [(moment.astimezone(zone).strftime("%z"), zone.key) for zone in _zones()]
    rows = sorted((int(offset), f"{offset[:3]}:{offset[3:5]}", name) for offset, name in zones)
    return [TimezoneOut(value=f"(GMT{offset}) {name}", name=name, offset=offset) for _, offset, name in rows]
