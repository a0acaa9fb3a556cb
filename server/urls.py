"""URLs of Django. Raw ASGI handlers are in realtime/application.py."""

from django.http import HttpRequest, HttpResponse
from django.urls import path, re_path
from ninja import NinjaAPI
from pydantic_core import to_json

from server import asyncapi, large_bodies
from server.api import api
from server.campaigns.api import pages as campaign_pages
from server.client import index, late_asset, robots
from server.core import health
from server.core.errors import PathNotFound
from server.core.patches.api_resolver import ApiResolver
from server.core.published import Published
from server.delivery.pages.urls import urlpatterns as subscription_pages
from server.documents import art
from server.reports.api import pages as report_pages
from server.senders import proofs
from server.transactional.api import pages as transactional_pages
from server.transactional.api import template_pages
from server.trx_api import api as trx_api


def unknown_call(request: HttpRequest) -> HttpResponse:
    """The coded error for an unknown API path."""
    return api.create_response(request, PathNotFound().body(), status=PathNotFound.status)


def published_contract(mounted: NinjaAPI) -> Published:
    """The OpenAPI document of an API, cached. Ninja's own view would build it for each request."""
    return Published(lambda: to_json(mounted.get_openapi_schema()), "application/json")


large_bodies.install()

urlpatterns = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("metrics", health.metrics),
    path("robots.txt", robots),
    path(".well-known/acme-challenge/<str:token>", proofs.acme_challenge),
    path("api/openapi.json", published_contract(api)),
    path("trx-api/openapi.json", published_contract(trx_api)),
    path("api/asyncapi.json", asyncapi.as_json),
    path("api/docs/events", asyncapi.as_page),
    ApiResolver("api/", api),
    ApiResolver("trx-api/", trx_api),
    re_path(r"^(?:trx-)?api(?:/.*|$)", unknown_call),
    *subscription_pages,
    path("preview/<str:signed>", campaign_pages.preview),
    path("preview/templates/<str:token>", template_pages.preview),
    path("preview/messages/<str:signed>", transactional_pages.preview),
    path("preview/messages/files/<str:signed>", transactional_pages.attachment),
    path("preview/clicks/<str:signed>", report_pages.click_map),
    path("art/<path:name>", art.picture),
    path("assets/<str:name>", late_asset),
    # Every other path is a route of the client, which has its own not-found page.
    re_path(r"^(?!assets/)", index),
]
