"""Prefixes of the paths that the app serves on the pages host."""

from typing import Final

# Raw ASGI applications (wire/tracking.py).
TRACKING_PREFIXES: Final = ("/c/", "/o/", "/u/", "/v/")
# Django views (pages/urls.py). Their modules are too large for processes that serve no pages.
PAGE_PREFIXES: Final = (
    *("/email-forward/", "/email-reply/", "/add-to-calendar/"),
    *("/manage-subscription/", "/replace-subscription/", "/success-replace-subscription/", "/success-subscription/"),
    *("/unsubscribe-subscription/", "/success-unsubscribe-subscription/", "/email-complaint/", "/email-success/"),
    *("/confirm-subscription/", "/subscribe/"),
)
