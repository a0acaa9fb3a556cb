"""The paths that the app serves on the pages host."""

from server.core import origins
from server.delivery import paths
from server.delivery.pages import urls
from server.delivery.wire import tracking


def test_subscription_pages_and_tracking_are_on_the_pages_host() -> None:
    assert sorted(paths.PAGES) == sorted(f"/{name}/" for name in urls.PAGES)
    assert sorted(paths.TRACKING) == sorted(tracking.ROUTES)
    assert all(origins.belongs_to_pages(f"{prefix}token") for prefix in (*paths.PAGES, *paths.TRACKING))
