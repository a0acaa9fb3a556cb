"""Resolving a path to its API operation."""

from django.urls import URLResolver
from django.urls.resolvers import ResolverMatch, RoutePattern
from ninja import NinjaAPI


class ApiResolver(URLResolver):
    """The paths of an API. Paths without an id come from a dict instead of matching two hundred patterns."""

    def __init__(self, prefix: str, mounted: NinjaAPI) -> None:
        patterns, app_name, namespace = mounted.urls
        super().__init__(RoutePattern(prefix), patterns, app_name=app_name, namespace=namespace)
        self._literal: dict[str, ResolverMatch] = {}

    def resolve(self, path: str) -> ResolverMatch:
        """Caches matches of literal paths. The cache is bounded, since only patterns without parameters add to it."""
        match = self._literal.get(path)
        if match is None:
            match = super().resolve(path)
            if not match.kwargs and not match.args:
                self._literal[path] = match
        return match
