"""Data for the sign-in page, before the user is known."""

from django.conf import settings
from django.http import HttpRequest
from ninja import Query, Router

from server.core.access import Public
from server.vendors.schemas import ClientQuery, IdentityOut, VersionOut
from server.vendors.selectors import find_vendor_of_host

router = Router(tags=["vendors"], by_alias=True)
CONSTANT = Public(why="Data of the installation; no personal data is read.")


@router.get("client", auth=CONSTANT, response=IdentityOut, operation_id="get_client", summary="Get brand")
def get_client(request: HttpRequest, query: Query[ClientQuery]) -> IdentityOut:
    return IdentityOut.of(find_vendor_of_host(request.headers.get("Host", ""), asked=query.vendor))


@router.get("version", auth=CONSTANT, response=VersionOut, operation_id="get_version")
def get_version(request: HttpRequest) -> VersionOut:
    return VersionOut(
        version=settings.APP_VERSION, forced=settings.FORCE_UPDATE, policy_version=settings.POLICY_VERSION
    )
