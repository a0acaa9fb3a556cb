"""The timezones to choose from, each with the offset that it has today."""

from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from server.core import clock
from server.lookups.schemas import TimezoneOut

REGIONS = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")


def timezones() -> list[TimezoneOut]:
    """By offset, then by name."""
    return _on(clock.now().replace(minute=0, second=0, microsecond=0))


@lru_cache(maxsize=1)
def _on(moment: datetime) -> list[TimezoneOut]:
    """Remembered for the hour: summer time begins and ends on the hour."""
    names = [name for name in available_timezones() if name.startswith(REGIONS)]
    zones = [(moment.astimezone(ZoneInfo(name)).strftime("%z"), name) for name in [*names, "UTC"]]
    rows = sorted((int(offset), f"{offset[:3]}:{offset[3:5]}", name) for offset, name in zones)
    return [TimezoneOut(value=f"(GMT{offset}) {name}", name=name, offset=offset) for _, offset, name in rows]
