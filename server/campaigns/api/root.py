"""The calls under email-marketing/."""

from server.campaigns.api import campaigns, sending

router = campaigns.router
router.add_router("", sending.router)
