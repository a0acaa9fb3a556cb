"""The operations under /trx-api: their paths, and the fields of their records."""

import pytest

from server.core.schemas import Out
from server.transactional.schemas.events import EventOut
from server.transactional.schemas.keys import KeyOut
from server.transactional.schemas.subaccounts import SubaccountOut
from server.transactional.schemas.webhooks import WebhookEndpointOut
from server.trx_api import api


def calls() -> set[str]:
    """Method and path of each operation in the contract."""
    return {
        f"{method.upper()} {path.removeprefix('/trx-api/')}"
        for path, methods in api.get_openapi_schema()["paths"].items()
        for method in methods
    }


@pytest.mark.parametrize(
    ("records", "record"), [("subaccounts", "subaccount_id"), ("apikeys", "key_id"), ("webhooks", "webhook_id")]
)
def test_what_is_configured_is_listed_made_read_changed_and_deleted(records: str, record: str) -> None:
    """TRX-77."""
    one = f"{records}/{{{record}}}"

    assert {f"GET {records}", f"POST {records}", f"GET {one}", f"PUT {one}", f"DELETE {one}"} - calls() == set()


def test_what_happened_is_listed_and_read() -> None:
    """TRX-77."""
    wanted = {"GET events", "GET events/{message_id}/{time}", "GET batches", "GET batches/{batch_id}"}

    assert wanted - calls() == set()


def test_calls_are_where_their_names_say() -> None:
    """TRX-75."""
    wanted = {
        "POST messages",
        "POST config/generate",
        "POST config/validate",
        "GET subjects",
        "GET senders",
        "POST stats/recipients/export",
    }

    assert wanted - calls() == set()


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        (SubaccountOut, {"id", "name", "email", "active"}),
        (KeyOut, {"id", "name", "prefix", "createdAt"}),
        (WebhookEndpointOut, {"id", "url", "events", "active"}),
        (EventOut, {"id", "time", "type", "recipient", "subject", "domain", "detail"}),
    ],
)
def test_records_say_what_they_are_to(record: type[Out], fields: set[str]) -> None:
    """TRX-54."""
    properties = record.model_json_schema(by_alias=True, mode="serialization")["properties"]

    assert fields - set(properties) == set()
    assert "secret" not in properties
