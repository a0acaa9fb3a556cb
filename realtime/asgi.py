"""The entry of the web process and the composition root: raw handlers first, Django on its threads behind them."""

import gc
import os
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
# What is loaded stays: to walk it again and again until garbage.take_over() would be a fifth of the start.
gc.disable()
django.setup()

from django.conf import settings  # noqa: E402 -- Django must be set up before anything of it is imported

import server.urls  # noqa: E402, F401 -- else the first request would load the whole API
from realtime import handshake, http_server  # noqa: E402
from realtime.bridge import Bridge  # noqa: E402
from realtime.consumer import SocketConsumer  # noqa: E402
from realtime.switchboard import Switchboard  # noqa: E402
from server.core import garbage, logs, threads  # noqa: E402
from server.delivery.wire import ingest, tracking  # noqa: E402
from server.segments.columns import cache as segment_cache  # noqa: E402
from server.transactional.wire import handing_in  # noqa: E402
from server.wsgi import application as django_application  # noqa: E402

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

logs.configure()

web = cast(App, Bridge(cast(Any, django_application), workers=settings.WEB_THREADS))

# Path prefix -> raw ASGI application: what is hot and tiny does not pass through Django.
RAW_HTTP: dict[str, App] = {
    handshake.PATH: cast(App, handshake.answer_http),
    handing_in.PATH: handing_in.HandingIn(web, ThreadPoolExecutor(settings.WEB_THREADS, "handing-in")),
    **tracking.ROUTES,
}

RAW_SOCKETS: dict[str, App] = {handshake.PATH: cast(App, SocketConsumer.as_asgi(switchboard=Switchboard()))}

http_server.install()
garbage.take_over()
threads.shorten_turns()
segment_cache.allow(settings.SEGMENT_CACHE_BYTES)
ingest.begin()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Routes a connection by its kind and path."""
    if scope["type"] == "http":
        path: str = scope["path"]
        handler = next((app for prefix, app in RAW_HTTP.items() if path.startswith(prefix)), web)
        await handler(scope, receive, send)
    elif scope["type"] == "websocket" and scope["path"] in RAW_SOCKETS:
        await RAW_SOCKETS[scope["path"]](scope, receive, send)
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4404})
