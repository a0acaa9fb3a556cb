"""What travels over the socket, as an AsyncAPI 3 document and as a page: made of the event classes."""

import hashlib
import json
from base64 import b64encode
from functools import cache
from html import escape
from typing import Any, Final

from django.conf import settings
from django.utils.module_loading import autodiscover_modules

from server.core import events
from server.core.events import Event
from server.core.published import Published

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
    "kept": "Kept: arrives in order and once, also after a lost connection. `eventId` counts once; the last argument is"
    " the offset of Socket.IO's connection state recovery.",
    "passing": "Passing: the whole state with a revision. One may be lost; the newest replaces the older.",
}


def _object(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _list(*items: Json) -> Json:
    return {"type": "array", "prefixItems": list(items), "minItems": len(items), "maxItems": len(items)}


NUMBERED: Final = _object(room=ROOM, number={"type": "integer"})
THING: Final[Json] = {"type": ["string", "null"], "description": "<kind>:<id>"}
ERROR: Final[Json] = {
    "type": "object",
    "description": "The error body of the API. Any request may be answered by it instead.",
    "properties": {"code": {"type": "string"}, "message": {"type": "string"}, "payload": {}},
    "required": ["code", "message", "payload"],
}
# What a client may ask: name, what it does, the arguments, the acknowledgement.
REQUESTS: Final[list[tuple[str, str, Json, Json]]] = [
    ("room:join", "Watches a thing. What is fetched after the answer misses nothing.", _list(ROOM), _object(room=ROOM)),
    ("room:leave", "Watches it no more.", _list(ROOM), _object(room=ROOM)),
    (
        "presence:show",
        "Says what this tab shows; answers who of the team is here.",
        _list(_object(screen={"type": "string"}, thing=THING)),
        {"$ref": "#/components/schemas/TeamPresenceChanged"},
    ),
    ("link:probe", "Asks whether the line still lives.", _list(), _object()),
    (
        "doc:join",
        "Opens a document for writing together, by a state vector; answers what is missing and the server's vector.",
        _list(_object(room=ROOM, client={"type": "integer"}), BINARY),
        _list(NUMBERED, BINARY, BINARY),
    ),
    ("doc:update", "Writes a delta; answered once it is stored.", _list(ROOM, BINARY), NUMBERED),
    ("doc:awareness", "Tells the others where this cursor is.", _list(ROOM, BINARY), _object(room=ROOM)),
    ("doc:leave", "Closes the document.", _list(ROOM), _object(room=ROOM)),
]
# What the wire itself tells, apart from the events of the apps.
WORDS: Final[list[tuple[str, str, Json]]] = [
    (
        "room:left",
        "The room may not be heard any more, and why.",
        _list(_object(room=ROOM, code={"type": "string"})),
    ),
    (
        "link:missed",
        "Something was published while the page had data already and was not connected yet: fetch again.",
        _list(_object()),
    ),
    ("room:reviewed", "Rights were looked at again: a refused room may be asked for.", _list(_object())),
    ("doc:update", "A delta of somebody else.", _list(NUMBERED, BINARY)),
    ("doc:awareness", "Where somebody's cursor is.", _list(_object(room=ROOM), BINARY)),
    (
        "doc:gone",
        "Cursors that are gone.",
        _list(_object(room=ROOM, clients={"type": "array", "items": {"type": "integer"}})),
    ),
    ("doc:rejoin", "Deltas may have been missed: join again.", _list(_object(room=ROOM))),
]


def document() -> Json:
    """The AsyncAPI document; the same for the same code."""
    autodiscover_modules("events")
    schemas: Json = {"Error": ERROR}
    # A test that ran before in this process may have events of its own.
    told = [event for event in events.classes().values() if event.__module__.startswith("server.")]
    messages = {_key("event", event.name): _event(event, schemas) for event in told}
    messages |= {_key("told", name): _message(name, summary, payload) for name, summary, payload in WORDS}
    tells = list(messages)
    operations: Json = {
        "tell": {
            "action": "send",
            "summary": "The server tells.",
            "channel": {"$ref": "#/channels/socket"},
            "messages": [{"$ref": f"#/channels/socket/messages/{key}"} for key in tells],
        }
    }
    for name, summary, asked, answered in REQUESTS:
        ask, answer = _key("ask", name), _key("answer", name)
        messages[ask] = _message(name, summary, asked)
        messages[answer] = _message(
            f"{name} (ack)", "The acknowledgement.", {"oneOf": [answered, {"$ref": "#/components/schemas/Error"}]}
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
            "description": "Socket.IO 5 over Engine.IO 4, websocket only. CONNECT carries `{token}`. A payload is the"
            " list of an event's arguments after its name.",
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


def _key(kind: str, name: str) -> str:
    """Keys of components hold no colon."""
    return f"{kind}.{name.replace(':', '.')}"


def _event(event: type[Event], schemas: Json) -> Json:
    schema = event.model_json_schema(mode="serialization", ref_template=SCHEMAS)
    schemas.update(schema.pop("$defs", {}))
    schemas[event.__name__] = schema
    data = {"$ref": f"#/components/schemas/{event.__name__}"}
    arguments = [_object(data=data)]
    if event.delivery == "kept":
        offset: Json = {"type": "string", "description": "Offset for recovery."}
        arguments = [_object(eventId={"type": "integer"}, data=data), offset]
    summary = " ".join((event.__doc__ or "").split())
    return _message(event.name, summary, _list(*arguments)) | {"description": DELIVERIES[event.delivery]}


def _message(name: str, summary: str, payload: Json) -> Json:
    return {"name": name, "summary": summary, "contentType": "application/json", "payload": payload}


@cache
def _made() -> Json:
    return document()


def _json() -> bytes:
    return json.dumps(_made(), indent=1, sort_keys=True).encode()


def _page() -> bytes:
    """The document to be read: without a script or anything of another host."""
    made = _made()
    messages = made["components"]["messages"]
    rows = [
        "<tr>"
        f"<th scope=row><code>{escape(one['name'])}</code></th>"
        f"<td>{escape(one['summary'])} {escape(one.get('description', ''))}</td>"
        f"<td>{escape(', '.join(_fields(one['payload'], made['components']['schemas'])))}</td>"
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
        "<table><thead><tr><th scope=col>Name<th scope=col>What it says<th scope=col>Fields"
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table></main></body></html>"
    ).encode()


def _fields(schema: Json, schemas: Json) -> list[str]:
    """The names of the fields that a payload carries, through its envelope."""
    if "$ref" in schema:
        return _fields(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    if "prefixItems" in schema:
        return [name for item in schema["prefixItems"] for name in _fields(item, schemas)]
    properties = schema.get("properties", {})
    return _fields(properties["data"], schemas) if "data" in properties else list(properties)


as_json = Published(_json, "application/json")
as_page = Published(_page, "text/html; charset=utf-8", POLICY)
