"""Finding the operation of a path."""

from django.urls import URLResolver
from django.urls.resolvers import ResolverMatch, RoutePattern
from ninja import NinjaAPI


class ApiResolver(URLResolver):
    """The paths of an API. Those without an id are found by a look, and not by trying two hundred patterns in turn."""

    def __init__(self, prefix: str, mounted: NinjaAPI) -> None:
        patterns, app_name, namespace = mounted.urls
        super().__init__(RoutePattern(prefix), patterns, app_name=app_name, namespace=namespace)
        self._literal: dict[str, ResolverMatch] = {}

    def resolve(self, path: str) -> ResolverMatch:
        """As Django answers it; there are no more literal paths than patterns."""
        match = self._literal.get(path)
        if match is None:
            match = super().resolve(path)
            if not match.kwargs and not match.args:
                self._literal[path] = match
        return match
