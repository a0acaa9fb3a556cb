"""The transactional API: called by applications with an API key, and by the dashboard with the session's trxToken."""

from typing import Any

from django.conf import settings
from ninja.openapi.schema import OpenAPISchema

from server.core import error_responses
from server.core.parsing import BodyParser
from server.core.patches.ninja_api import serialize_directly
from server.core.rendering import JsonRenderer
from server.error_docs import DocumentedAPI
from server.transactional.api import (
    apikeys,
    batches,
    config,
    domains,
    events,
    labels,
    messages,
    names,
    overview,
    stats,
    subaccounts,
    templates,
    tokens,
    webhooks,
)
from server.transactional.api import settings as trx_settings
from server.transactional.schemas.messages import MessageIn


class TrxAPI(DocumentedAPI):
    """Adds the body of `trx_messages_send` to the document, because that operation parses it on its own."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        document = super().get_openapi_schema(**options)
        body = MessageIn.model_json_schema(by_alias=True, ref_template="#/components/schemas/{model}")
        document["components"]["schemas"].update({**body.pop("$defs", {}), MessageIn.__name__: body})
        return document


api = TrxAPI(
    title=f"{settings.APP_NAME}: transactional email",
    version=settings.APP_VERSION,
    docs_url="/docs",
    openapi_url="/openapi.json",
    urls_namespace="trx-api",
    renderer=JsonRenderer(),
    parser=BodyParser(),
)
api.add_decorator(serialize_directly)
error_responses.install(api)

api.add_router("auth", tokens.router)
api.add_router("webhooks", webhooks.router)
api.add_router("subaccounts", subaccounts.router)
api.add_router("label", labels.router)
api.add_router("template", templates.router)
api.add_router("settings", trx_settings.router)
api.add_router("config", config.router)
api.add_router("domains", domains.router)
api.add_router("apikeys", apikeys.router)
api.add_router("messages", messages.router)
api.add_router("events", events.router)
api.add_router("batches", batches.router)
api.add_router("stats", stats.router)
api.add_router("", names.router)
api.add_router("", overview.router)
