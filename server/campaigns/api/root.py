"""The calls under email-marketing/."""

from server.campaigns.api import campaigns, checks, defaults, sending

router = campaigns.router
router.add_router("", sending.router)
router.add_router("", defaults.router)
router.add_router("", checks.router)
