"""Choices of forms."""

from django.http import HttpRequest
from ninja import Router

from server.core.access import Public
from server.lookups.schemas import TimezoneOut
from server.lookups.timezones import timezones

router = Router(tags=["lookups"], by_alias=True)


@router.get(
    "timezone",
    auth=Public(why="The world's timezones; it reads nothing of anybody."),
    response=list[TimezoneOut],
    operation_id="list_timezones",
)
def list_timezones(request: HttpRequest) -> list[TimezoneOut]:
    return timezones()
