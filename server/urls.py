"""Addresses of the Django side. What is raw ASGI stands in realtime/asgi.py."""

from django.http import HttpRequest, HttpResponse
from django.urls import path, re_path

from server.api import api
from server.campaigns.api import pages as campaign_pages
from server.client import index
from server.core import health
from server.core.errors import PathNotFound


def unknown_call(request: HttpRequest, rest: str) -> HttpResponse:
    """An API path that does not exist, as a coded body."""
    return api.create_response(request, PathNotFound().body(), status=PathNotFound.status)


urlpatterns = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("metrics", health.metrics),
    path("api/", api.urls),
    re_path(r"^api(?P<rest>/.*|$)", unknown_call),
    path("preview/<str:signed>", campaign_pages.preview),
    # Every other path is a route of the client, which has a not-found page of its own.
    re_path(r"^(?!assets/)", index),
]
