"""The signed-in user for a vendor's own pages."""

from ninja import Router

from server.core.access import CallerRequest
from server.core.schemas import Out
from server.identity.api.signin import ALWAYS

router = Router(tags=["user"], by_alias=True)


class VendorUserOut(Out):
    name: str
    email: str


@router.get(
    "vendor/user-details",
    auth=ALWAYS,
    response=VendorUserOut,
    operation_id="get_vendor_user",
    summary="Get partner user details",
)
def get_vendor_user(request: CallerRequest) -> VendorUserOut:
    return VendorUserOut(name=request.auth.fullname, email=request.auth.email)
