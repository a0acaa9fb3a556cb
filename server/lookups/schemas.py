"""What lookups look like on the wire."""

from server.core.schemas import Out


class TimezoneOut(Out):
    """`value` is what a team stores: '(GMT+07:00) Asia/Jakarta' (TEAM-57)."""

    value: str
    name: str
    offset: str
