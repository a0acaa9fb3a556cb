"""The time zone of a team's calendar."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def parse_zone(timezone: str) -> ZoneInfo:
    """The zone of `Team.timezone`, which is stored as `(GMT+07:00) Asia/Jakarta`; UTC for an unknown one."""
    try:
        return ZoneInfo(timezone.rpartition(" ")[2])
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
