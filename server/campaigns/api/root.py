"""The calls under email-marketing/."""

from server.campaigns.api import campaigns, checks, sending

router = campaigns.router
router.add_router("", sending.router)
router.add_router("", checks.router)
