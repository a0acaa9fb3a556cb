"""Schemas of vendors."""

from typing import Self

from django.conf import settings
from pydantic import Field

from server.core.schemas import Out, Schema
from server.vendors.catalogue import Vendor


class ClientQuery(Schema):
    """`vendor` selects another brand. Demo mode only."""

    vendor: str = Field("", max_length=20)


class SwitchOut(Out):
    enable: bool


class VendorFeatureOut(Out):
    batch_status: SwitchOut


class IdentityOut(Out):
    """Name, color and images of the brand. An empty image is generated from name and color.

    If `errorReportUrl` is empty, errors are not reported.
    """

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
    """The version of the product, and of the policy that users accept.

    If `forced` is true, older clients must reload.
    """

    version: str
    forced: bool
    policy_version: str
