"""The product with failing applications: before their response has started, after it, and in the middle of a stream."""

from collections.abc import Iterator
from typing import Any

from django.http import StreamingHttpResponse

from realtime import asgi
from realtime.fair_scheduling import FairScheduler
from server.core.patches.wsgi_bridge import Bridge

PART = b"a" * 1024


def _fail_in_stream(environ: Any, start_response: Any) -> StreamingHttpResponse:
    def parts() -> Iterator[bytes]:
        yield PART
        raise LookupError("lost in the stream")

    start_response("200 OK", [("Content-Type", "text/plain")])
    return StreamingHttpResponse(parts())


async def _fail_started(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": PART, "more_body": True})
    raise LookupError("lost after the start")


async def _fail_at_once(scope: Any, receive: Any, send: Any) -> None:
    raise LookupError("lost before the start")


asgi.composition.RAW_HTTP["/failing/stream"] = Bridge(_fail_in_stream, workers=1, lanes=FairScheduler(1))
asgi.composition.RAW_HTTP["/failing/started"] = _fail_started
asgi.composition.RAW_HTTP["/failing/at-once"] = _fail_at_once

application = asgi.application
