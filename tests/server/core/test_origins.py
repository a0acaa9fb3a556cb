"""The host that a path belongs to."""

import pytest
from django.conf import settings

from server.core import origins


@pytest.mark.parametrize("path", ["/p/spring", "/m/logo.png", "/f/signup", "/preview/x", "/preview/messages/files/x"])
def test_a_path_of_the_pages_host(path: str) -> None:
    assert origins.is_pages_path(path)
    assert not origins.is_shared_path(path)


@pytest.mark.parametrize("path", ["/art/harvest/hills.png", "/.well-known/acme-challenge/token", "/robots.txt"])
def test_a_path_of_every_host(path: str) -> None:
    assert origins.is_shared_path(path)
    assert not origins.is_pages_path(path)


@pytest.mark.parametrize("path", ["/", "/contacts", "/api/ping", "/previews", "/.well-known/other", "/artwork"])
def test_a_path_of_the_app(path: str) -> None:
    assert not origins.is_pages_path(path)
    assert not origins.is_shared_path(path)


def test_an_app_that_serves_a_reserved_prefix_takes_it_over() -> None:
    """The app contributes the prefix, and its row in the settings is deleted."""
    assert set(settings.RESERVED_PAGES_PREFIXES).isdisjoint(origins.PAGES_PREFIXES)
