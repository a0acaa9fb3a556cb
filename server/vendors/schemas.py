"""What a vendor looks like on the wire."""

from typing import Self

from django.conf import settings
from pydantic import Field

from server.core.schemas import Out, Schema
from server.vendors.catalogue import Vendor


class ClientQuery(Schema):
    """`vendor` asks for another brand; it is heard in demo mode only."""

    vendor: str = Field("", max_length=20)


class SwitchOut(Out):
    enable: bool


class VendorFeatureOut(Out):
    batch_status: SwitchOut


class IdentityOut(Out):
    """Name, colour and pictures; an empty picture is drawn from name and colour. An empty address: no reports."""

    vendor: str
    name: str
    logo: str
    icon: str
    decor: str
    color: str
    sample_data: bool
    blocked: list[str]
    feature: VendorFeatureOut
    error_report_url: str

    @classmethod
    def of(cls, vendor: Vendor) -> Self:
        return cls(
            vendor=vendor.code,
            name=vendor.name,
            logo=vendor.logo,
            icon=vendor.icon,
            decor=vendor.decor,
            color=vendor.color,
            sample_data=vendor.sample_data,
            blocked=list(vendor.blocked),
            feature=VendorFeatureOut(batch_status=SwitchOut(enable=vendor.batch_status)),
            error_report_url=settings.ERROR_REPORT_URL,
        )


class VersionOut(Out):
    """The version of the product and of the policy that a user agrees to; forced: an older client must load anew."""

    version: str
    forced: bool
    policy_version: str
