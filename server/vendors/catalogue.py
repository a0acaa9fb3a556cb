"""The vendors (TEAM-95 to 117): the brand of an installation or a team. As data, so that no code depends on a vendor.

An icon or a decoration is the name of one that the client has, or a path. An empty one is generated from the name and
the colour.
"""

from dataclasses import dataclass

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Vendor:
    """One brand. `blocked` names the areas that it lacks."""

    code: str
    name: str
    color: str
    logo: str = ""
    icon: str = ""
    decor: str = ""
    batch_status: bool = True
    blocked: tuple[str, ...] = ()

    @property
    def sample_data(self) -> bool:
        """Whether its new teams are filled with sample data (TEAM-117). Off for all by default."""
        return self.code in settings.SAMPLE_DATA_VENDORS


VENDORS: tuple[Vendor, ...] = (
    Vendor("mt", "Dashboard SMTP", "#2F54C8", icon="envelope", decor="chevrons"),
    Vendor("obl", "OBL Mail", "#B3261E", icon="lens", decor="lenses"),
    Vendor("miitrx", "MII Transactional", "#0B6BCB"),
    Vendor("otp", "OTP Mail", "#5B3FD6"),
    Vendor("bpjstktrx", "BPJSTK Transactional", "#1B7F3B"),
    Vendor("seabank", "SeaBank Mail", "#E8662A", icon="wave", decor="waves"),
    Vendor("mttrx", "Dashboard SMTP Transactional", "#1F6F8B"),
    Vendor("booking", "Booking", "#1D4ED8"),
    Vendor("booking-daikin", "Booking Daikin", "#0097D6"),
    Vendor("booking-doss", "Booking Doss", "#C2410C"),
    Vendor("cottonink", "Cottonink", "#FFE27A", icon="lamp", decor="shapes"),
    Vendor("smtp", "SMTP", "#334155"),
    Vendor("inbox", "Inbox", "#0F766E"),
    Vendor("readsee-cdp", "Readsee CDP", "#7C3AED"),
    Vendor(
        "jatis",
        "Jatis",
        "#8C2B5E",
        icon="leaf",
        decor="weave",
        blocked=("billing", "ticket", "notification", "whatsapp"),
    ),
    Vendor("purify", "Purify", "#0E7A63", icon="drop", decor="ripples"),
)
BY_CODE = {vendor.code: vendor for vendor in VENDORS}


def get_vendor(code: str) -> Vendor:
    """Returns the first vendor for an unknown code."""
    return BY_CODE.get(code, VENDORS[0])
