"""The timezone that a team keeps its calendar in."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def zone_of(timezone: str) -> ZoneInfo:
    """The zone of `Team.timezone`, which is stored as `(GMT+07:00) Asia/Jakarta`; UTC for one that isn't known here."""
    try:
        return ZoneInfo(timezone.rpartition(" ")[2])
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
