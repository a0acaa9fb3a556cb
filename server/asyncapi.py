"""The socket API as an AsyncAPI 3 document and as an HTML page, generated from the event classes."""

import hashlib
import json
from base64 import b64encode
from functools import cache
from html import escape
from typing import Any, Final

from django.conf import settings
from django.utils.module_loading import autodiscover_modules

from server.core import events
from server.core.events import DomainEvent
from server.core.static_documents import StaticDocumentView

Json = dict[str, Any]

SCHEMAS: Final = "#/components/schemas/{model}"
BINARY: Final[Json] = {"type": "string", "format": "binary"}
ROOM: Final[Json] = {"type": "string", "pattern": "^[a-z-]+:[0-9a-f-]{36}$", "examples": ["campaign:<uuid>"]}
STYLE: Final = (
    ":root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;margin:32px auto;max-width:1100px;"
    "padding:0 16px}h1{font-size:20px}table{border-collapse:collapse;width:100%}th,td{padding:8px 12px;text-align:left;"
    "vertical-align:top;border-bottom:1px solid color-mix(in srgb,currentColor 18%,transparent)}"
    "th[scope=row]{font-weight:500;white-space:nowrap}@media(max-width:700px){tr,th,td{display:block;border:0}"
    "thead{display:none}tr{padding:8px 0}th,td{padding:2px 0}}"
)
_STYLE_HASH: Final = b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY: Final = f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'"
DELIVERIES: Final = {
    "kept": "Durable: delivered in order and at least once, even after a lost connection. Ignore an `eventId` received"
    " before. The last argument is the offset for Socket.IO’s connection state recovery.",
    "passing": "Ephemeral: carries the complete state and a revision. Events can be lost; a newer one replaces older"
    " ones.",
}


def _build_object(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _build_list(*items: Json) -> Json:
    return {"type": "array", "prefixItems": list(items), "minItems": len(items), "maxItems": len(items)}


NUMBERED: Final = _build_object(room=ROOM, number={"type": "integer"})
RECORD_ID: Final[Json] = {"type": ["string", "null"], "description": "<kind>:<id>"}
ERROR: Final[Json] = {
    "type": "object",
    "description": "The error body of the API. Any request can return it instead of its own acknowledgement.",
    "properties": {"code": {"type": "string"}, "message": {"type": "string"}, "payload": {}},
    "required": ["code", "message", "payload"],
}
# Requests of a client: name, summary, arguments, acknowledgement.
REQUESTS: Final[list[tuple[str, str, Json, Json]]] = [
    (
        "room:join",
        "Joins the room of a record to receive its events. Load the data after the acknowledgement to avoid missing"
        " events.",
        _build_list(ROOM),
        _build_object(room=ROOM),
    ),
    ("room:leave", "Leaves the room.", _build_list(ROOM), _build_object(room=ROOM)),
    (
        "presence:show",
        "Reports the screen and record that this tab shows. Returns the members who are present.",
        _build_list(_build_object(screen={"type": "string"}, thing=RECORD_ID)),
        {"$ref": "#/components/schemas/TeamPresenceChanged"},
    ),
    ("link:probe", "Checks whether the connection is alive.", _build_list(), _build_object()),
    (
        "doc:join",
        "Opens a document for editing. Send its state vector to get the missing updates and the server’s vector.",
        _build_list(_build_object(room=ROOM, client={"type": "integer"}), BINARY),
        _build_list(NUMBERED, BINARY, BINARY),
    ),
    ("doc:update", "Sends a delta. Acknowledged once it is stored.", _build_list(ROOM, BINARY), NUMBERED),
    (
        "doc:awareness",
        "Publishes the position of this cursor to the other editors.",
        _build_list(ROOM, BINARY),
        _build_object(room=ROOM),
    ),
    ("doc:leave", "Closes the document.", _build_list(ROOM), _build_object(room=ROOM)),
]
# Messages of the server apart from the events of the apps.
MESSAGES: Final[list[tuple[str, str, Json]]] = [
    (
        "room:left",
        "The client was removed from the room. `code` is the reason.",
        _build_list(_build_object(room=ROOM, code={"type": "string"})),
    ),
    (
        "link:missed",
        "Events were published after the page loaded its data and before it was connected. Reload the data.",
        _build_list(_build_object()),
    ),
    (
        "room:reviewed",
        "Permissions were checked again. Retry the joins that were rejected.",
        _build_list(_build_object()),
    ),
    ("doc:update", "A delta from another editor.", _build_list(NUMBERED, BINARY)),
    ("doc:awareness", "The position of another editor’s cursor.", _build_list(_build_object(room=ROOM), BINARY)),
    (
        "doc:gone",
        "Cursors to remove because their editors have left.",
        _build_list(_build_object(room=ROOM, clients={"type": "array", "items": {"type": "integer"}})),
    ),
    ("doc:rejoin", "Deltas might have been missed. Join again.", _build_list(_build_object(room=ROOM))),
]


def build_document() -> Json:
    """The AsyncAPI document, identical for identical code."""
    autodiscover_modules("events")
    schemas: Json = {"Error": ERROR}
    # Tests that ran earlier in this process might have defined events.
    told = [event for event in events.list_classes().values() if event.__module__.startswith("server.")]
    messages = {_build_key("event", event.name): _build_event(event, schemas) for event in told}
    messages |= {
        _build_key("told", name): _build_message(name, summary, payload) for name, summary, payload in MESSAGES
    }
    tells = list(messages)
    operations: Json = {
        "tell": {
            "action": "send",
            "summary": "Messages sent by the server.",
            "channel": {"$ref": "#/channels/socket"},
            "messages": [{"$ref": f"#/channels/socket/messages/{key}"} for key in tells],
        }
    }
    for name, summary, asked, answered in REQUESTS:
        ask, answer = _build_key("ask", name), _build_key("answer", name)
        messages[ask] = _build_message(name, summary, asked)
        messages[answer] = _build_message(
            f"{name} (ack)",
            "The acknowledgement, or an error.",
            {"oneOf": [answered, {"$ref": "#/components/schemas/Error"}]},
        )
        operations[ask] = {
            "action": "receive",
            "summary": summary,
            "channel": {"$ref": "#/channels/socket"},
            "messages": [{"$ref": f"#/channels/socket/messages/{ask}"}],
            "reply": {
                "channel": {"$ref": "#/channels/socket"},
                "messages": [{"$ref": f"#/channels/socket/messages/{answer}"}],
            },
        }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": f"{settings.APP_NAME}: events",
            "version": settings.APP_VERSION,
            "description": "Socket.IO 5 over Engine.IO 4, WebSocket only. The CONNECT packet carries the access token"
            " as `{token}`. A payload lists the arguments that follow the event name. Unless a summary names other"
            " clients, an event goes to all sessions of the team or user.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "socket": {
                "address": "/socket.io/?EIO=4&transport=websocket",
                "messages": {key: {"$ref": f"#/components/messages/{key}"} for key in messages},
            }
        },
        "operations": operations,
        "components": {"messages": messages, "schemas": schemas},
    }


def _build_key(kind: str, name: str) -> str:
    """Component keys can't contain colons."""
    return f"{kind}.{name.replace(':', '.')}"


def _build_event(event: type[DomainEvent], schemas: Json) -> Json:
    schema = event.model_json_schema(mode="serialization", ref_template=SCHEMAS)
    schemas.update(schema.pop("$defs", {}))
    schemas[event.__name__] = schema
    data = {"$ref": f"#/components/schemas/{event.__name__}"}
    arguments = [_build_object(data=data)]
    if event.delivery == "kept":
        offset: Json = {"type": "string", "description": "Offset for connection state recovery."}
        arguments = [_build_object(eventId={"type": "integer"}, data=data), offset]
    summary = " ".join((event.__doc__ or "").split())
    return _build_message(event.name, summary, _build_list(*arguments)) | {"description": DELIVERIES[event.delivery]}


def _build_message(name: str, summary: str, payload: Json) -> Json:
    return {"name": name, "summary": summary, "contentType": "application/json", "payload": payload}


@cache
def _get_document() -> Json:
    return build_document()


def _render_json() -> bytes:
    return json.dumps(_get_document(), indent=1, sort_keys=True).encode()


def _render_page() -> bytes:
    """The document as an HTML page without scripts or external resources."""
    made = _get_document()
    messages = made["components"]["messages"]
    rows = [
        "<tr>"
        f"<th scope=row><code>{escape(one['name'])}</code></th>"
        f"<td>{escape(one['summary'])} {escape(one.get('description', ''))}</td>"
        f"<td>{escape(', '.join(_list_fields(one['payload'], made['components']['schemas'])))}</td>"
        "</tr>"
        for key, one in messages.items()
        if not key.startswith("answer.")
    ]
    title = escape(made["info"]["title"])
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title>"
        f'<meta name=viewport content="width=device-width"><style>{STYLE}</style></head><body><main>'
        f"<h1>{title}</h1><p>{escape(made['info']['description'])}</p>"
        '<p><a href="/api/asyncapi.json">asyncapi.json</a> · <a href="/api/docs">HTTP API</a></p>'
        "<table><thead><tr><th scope=col>Name<th scope=col>Description<th scope=col>Fields"
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table></main></body></html>"
    ).encode()


def _list_fields(schema: Json, schemas: Json) -> list[str]:
    if "$ref" in schema:
        return _list_fields(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    if "prefixItems" in schema:
        return [name for item in schema["prefixItems"] for name in _list_fields(item, schemas)]
    properties = schema.get("properties", {})
    return _list_fields(properties["data"], schemas) if "data" in properties else list(properties)


json_view = StaticDocumentView(_render_json, "application/json")
page_view = StaticDocumentView(_render_page, "text/html; charset=utf-8", POLICY)
