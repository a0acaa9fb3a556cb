"""The ASGI application of the web process: raw handlers first, then Django on its threads."""

from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from django.conf import settings

import server.urls  # noqa: F401 -- else the first request would load the whole API
from realtime import client_files, handshake, http_server
from realtime.consumer import SocketConsumer
from realtime.fair_scheduling import FairScheduler
from realtime.server import RealtimeServer
from server.core import garbage, logs, threads
from server.core.patches.wsgi_bridge import Bridge
from server.delivery.wire import ingest, tracking
from server.segments.columns import cache as segment_cache
from server.transactional.wire import http_submission
from server.wsgi import application as django_application

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

logs.configure()

web = cast(
    App, Bridge(cast(Any, django_application), workers=settings.WEB_THREADS, lanes=FairScheduler(settings.WEB_THREADS))
)

# Path prefix -> raw ASGI application. Small, frequent requests bypass Django.
RAW_HTTP: dict[str, App] = {
    handshake.PATH: cast(App, handshake.respond_to_http),
    http_submission.PATH: http_submission.HttpSubmission(
        web, ThreadPoolExecutor(settings.WEB_THREADS, "http-submission")
    ),
    client_files.PREFIX: client_files.ClientFiles(web),
    **tracking.ROUTES,
}

RAW_SOCKETS: dict[str, App] = {handshake.PATH: cast(App, SocketConsumer.as_asgi(switchboard=RealtimeServer()))}

http_server.install()
garbage.tune_collection()
threads.shorten_switch_interval()
segment_cache.set_cache_size(settings.SEGMENT_CACHE_BYTES)
ingest.start()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        path: str = scope["path"]
        handler = next((app for prefix, app in RAW_HTTP.items() if path.startswith(prefix)), web)
        await handler(scope, receive, send)
    elif scope["type"] == "websocket" and scope["path"] in RAW_SOCKETS:
        await RAW_SOCKETS[scope["path"]](scope, receive, send)
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4404})
