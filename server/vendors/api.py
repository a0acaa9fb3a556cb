"""What the sign-in page needs before anybody is known."""

from django.conf import settings
from django.http import HttpRequest
from ninja import Router

from server.core.access import Public
from server.vendors.catalogue import vendor
from server.vendors.schemas import IdentityOut, VersionOut

router = Router(tags=["vendors"], by_alias=True)
CONSTANT = Public(why="Constant data of the installation; it reads nothing.")


@router.get("client", auth=CONSTANT, response=IdentityOut, operation_id="get_client")
def get_client(request: HttpRequest) -> IdentityOut:
    return IdentityOut.of(vendor(settings.VENDOR))


@router.get("version", auth=CONSTANT, response=VersionOut, operation_id="get_version")
def get_version(request: HttpRequest) -> VersionOut:
    return VersionOut(version=settings.APP_VERSION, policy_version=settings.POLICY_VERSION)
