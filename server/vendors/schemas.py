"""What a vendor looks like on the wire."""

from typing import Self

from server.core.schemas import Out
from server.vendors.catalogue import Vendor


class SwitchOut(Out):
    enable: bool


class VendorFeatureOut(Out):
    batch_status: SwitchOut


class IdentityOut(Out):
    """Name, colour and pictures; an empty picture is drawn from name and colour."""

    vendor: str
    name: str
    logo: str
    icon: str
    decor: str
    color: str
    sample_data: bool
    blocked: list[str]
    feature: VendorFeatureOut

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
        )


class VersionOut(Out):
    """The version of the product and of the policy that a user agrees to."""

    version: str
    policy_version: str
