"""Checks of a socket before it is accepted: path, protocol, host and Origin."""

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings

from server.core.network import resolve_client_address

PATH = "/socket.io/"
# Engine.IO's own error body for an unsupported transport (engine.io-protocol, HTTP long-polling).
TRANSPORT_UNKNOWN = json.dumps({"code": 0, "message": "Transport unknown"}, separators=(",", ":")).encode()

Scope = dict[str, Any]


def get_header(scope: Scope, name: bytes) -> str | None:
    """The value of a header that must occur exactly once; None if it is missing or repeated."""
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    values = [value for key, value in headers if key == name]
    return values[0].decode("latin-1") if len(values) == 1 else None


def get_client_address(scope: Scope) -> str:
    """By the same rule as for requests (core.network)."""
    peer, forwarded = scope.get("client") or ("",), get_header(scope, b"x-forwarded-for")
    return str(resolve_client_address(str(peer[0]), forwarded or ""))


def find_rejection_reason(scope: Scope) -> str | None:
    """Why this socket is rejected, or None.

    The whole Origin must match a configured one. Neither a foreign page nor a user's page on the second host can open a
    socket with the browser's credentials.
    """
    host = get_header(scope, b"host")
    if host is None or host.lower() not in settings.APP_HOSTS:
        return "host"
    if get_header(scope, b"origin") not in settings.APP_ORIGINS:
        return "origin"
    query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    if query.get("EIO") != ["4"]:
        return "protocol"
    if query.get("transport") != ["websocket"] or "sid" in query:
        return "transport"
    return None


async def respond_to_http(scope: Scope, receive: Any, send: Any) -> None:
    """Long-polling is not supported."""
    host = get_header(scope, b"host")
    on_app = host is not None and host.lower() in settings.APP_HOSTS
    status, kind, body = (400, b"application/json", TRANSPORT_UNKNOWN) if on_app else (404, b"text/plain", b"Not found")
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
