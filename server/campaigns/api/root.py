"""API under email-marketing/."""

from server.campaigns.api import campaigns, defaults
from server.campaigns.regular import api as regular

router = regular.router
router.add_router("", campaigns.router)
router.add_router("", defaults.router)
