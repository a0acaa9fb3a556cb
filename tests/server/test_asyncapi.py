"""The AsyncAPI document: complete, structurally valid, and consistent with the sockets."""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from realtime.handlers import HANDLERS
from server import asyncapi
from server.core import events
from server.presence.events import TeamPresenceChanged

KEY = re.compile(r"^[A-Za-z0-9._-]+$")  # AsyncAPI 3.0.0, Components Object


@pytest.fixture
def document() -> dict[str, Any]:
    return asyncapi.build_document()


def refs(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for one in value.values():
            yield from refs(one)
    elif isinstance(value, list):
        for one in value:
            yield from refs(one)


def test_it_has_what_the_specification_asks_for(document: dict[str, Any]) -> None:
    assert document["asyncapi"] == "3.0.0"
    assert set(document["info"]) >= {"title", "version"}
    assert set(document) == {"asyncapi", "info", "defaultContentType", "channels", "operations", "components"}
    for operation in document["operations"].values():
        assert operation["action"] in {"send", "receive"}
        assert operation["channel"] == {"$ref": "#/channels/socket"}
    for part in (document["operations"], document["components"]["messages"], document["components"]["schemas"]):
        assert [key for key in part if not KEY.match(key)] == []


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    for ref in refs(document):
        target = document
        for step in ref.removeprefix("#/").split("/"):
            target = target[step]


def test_operations_name_messages_of_their_channel(document: dict[str, Any]) -> None:
    channel = document["channels"]["socket"]["messages"]
    for operation in document["operations"].values():
        for message in [*operation["messages"], *operation.get("reply", {}).get("messages", [])]:
            assert message["$ref"].removeprefix("#/channels/socket/messages/") in channel


def test_every_event_and_every_request_is_in_it(document: dict[str, Any]) -> None:
    names = {name for name, event in events.list_classes().items() if event.__module__.startswith("server.")}
    messages = document["components"]["messages"]

    assert {one["name"] for key, one in messages.items() if key.startswith("event.")} == names
    assert {one["name"] for key, one in messages.items() if key.startswith("ask.")} == set(HANDLERS)


def test_an_events_payload_is_what_is_sent(document: dict[str, Any]) -> None:
    payload = document["components"]["messages"][f"event.{TeamPresenceChanged.name}"]["payload"]
    sent = TeamPresenceChanged(revision=1, people=[]).wire()

    assert payload["maxItems"] == 1
    assert payload["prefixItems"][0]["required"] == ["data"]
    assert set(document["components"]["schemas"]["TeamPresenceChanged"]["properties"]) == set(sent)


def test_it_is_served_beside_the_other_documentation() -> None:
    client = Client(headers={"host": settings.APP_HOSTS[0]})

    told, page = client.get("/api/asyncapi.json"), client.get("/api/docs/events")

    assert json.loads(told.content) == json.loads(json.dumps(asyncapi.build_document()))
    assert told["Content-Type"] == "application/json"
    text = page.content.decode()
    assert "presence.team.changed" in text
    assert "revision, people" in text
    assert not re.search(r"<script|<link|https?://", text)
    [style] = re.findall(r"<style>(.*?)</style>", text)
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in page["Content-Security-Policy"]
