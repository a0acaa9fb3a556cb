"""URLs of Django. Raw ASGI handlers are in realtime/application.py."""

from django.http import HttpRequest, HttpResponse
from django.urls import path, re_path
from ninja import NinjaAPI
from pydantic_core import to_json

from server import asyncapi, large_bodies
from server.api import api
from server.campaigns.api import pages as campaign_pages
from server.client_pages import get_index, get_late_asset, get_robots
from server.core import health
from server.core.errors import PathNotFound
from server.core.patches.api_resolver import ApiResolver
from server.core.static_documents import StaticDocumentView
from server.delivery.pages.urls import urlpatterns as subscription_pages
from server.documents import art
from server.reports.api import pages as report_pages
from server.senders import acme_challenges
from server.transactional.api import pages as transactional_pages
from server.transactional.api import template_pages
from server.trx_api import api as trx_api


def respond_not_found(request: HttpRequest) -> HttpResponse:
    return api.create_response(request, PathNotFound().body(), status=PathNotFound.status)


def build_contract_view(mounted: NinjaAPI) -> StaticDocumentView:
    """The OpenAPI document of an API, cached. Ninja's own view would build it for each request."""
    return StaticDocumentView(lambda: to_json(mounted.get_openapi_schema()), "application/json")


large_bodies.install()

urlpatterns = [
    path("healthz", health.get_liveness),
    path("readyz", health.get_readiness),
    path("metrics", health.get_metrics),
    path("robots.txt", get_robots),
    path(".well-known/acme-challenge/<str:token>", acme_challenges.serve_challenge),
    path("api/openapi.json", build_contract_view(api)),
    path("trx-api/openapi.json", build_contract_view(trx_api)),
    path("api/asyncapi.json", asyncapi.json_view),
    path("api/docs/events", asyncapi.page_view),
    ApiResolver("api/", api),
    ApiResolver("trx-api/", trx_api),
    re_path(r"^(?:trx-)?api(?:/.*|$)", respond_not_found),
    *subscription_pages,
    path("preview/<str:signed>", campaign_pages.preview),
    path("preview/templates/<str:token>", template_pages.serve_preview),
    path("preview/messages/<str:signed>", transactional_pages.serve_preview),
    path("preview/messages/files/<str:signed>", transactional_pages.serve_attachment),
    path("preview/clicks/<str:signed>", report_pages.serve_click_map),
    path("art/<path:name>", art.get_image),
    path("assets/<str:name>", get_late_asset),
    # Every other path is a route of the client, which has its own not-found page.
    re_path(r"^(?!assets/)", get_index),
]
