"""The paths that the app serves on the pages host."""

from server.core import origins
from server.delivery import paths
from server.delivery.pages import urls
from server.delivery.wire import tracking


def test_subscription_pages_and_tracking_are_on_the_pages_host() -> None:
    assert sorted(paths.PAGE_PREFIXES) == sorted(f"/{name}/" for name in urls.PAGE_VIEWS)
    assert sorted(paths.TRACKING_PREFIXES) == sorted(tracking.ROUTES)
    assert all(origins.is_pages_path(f"{prefix}token") for prefix in (*paths.PAGE_PREFIXES, *paths.TRACKING_PREFIXES))
