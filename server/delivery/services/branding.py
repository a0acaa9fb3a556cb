"""The brand of a team's public pages and subscription emails: its own name, logo and color, or its vendor's."""

from server.contacts.selectors import preferences
from server.delivery.services.system import Brand
from server.teams.models import Team
from server.vendors.catalogue import get_vendor


def get_brand(team: Team) -> Brand:
    of_vendor = get_vendor(team.vendor)
    return Brand(
        name=team.name or of_vendor.name,
        color=preferences.get_subscriber_setting(team.pk).color or of_vendor.color,
        logo=team.logo if team.logo.startswith("https://") else "",
    )
