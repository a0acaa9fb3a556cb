"""The API documents list every error of an operation, as derived from the source and the declarations."""

import json
from typing import Any

import pytest

from server import error_docs, error_graph
from server.api import api
from server.core import errors
from server.trx_api import api as trx_api

DOCUMENTS = {"main": (api, "/api/"), "transactional": (trx_api, "/trx-api/")}


def documented(name: str) -> dict[str, dict[str, set[str]]]:
    """Operation id -> status -> codes."""
    mounted, prefix = DOCUMENTS[name]
    document: dict[str, Any] = json.loads(json.dumps(mounted.get_openapi_schema(path_prefix=prefix)))
    shared = document["components"]["responses"]
    return {
        operation["operationId"]: {
            status: set(codes_in(shared[response["$ref"].rpartition("/")[2]]))
            for status, response in operation["responses"].items()
            if int(status) >= 400
        }
        for path in document["paths"].values()
        for operation in path.values()
    }


def codes_in(response: dict[str, Any]) -> list[str]:
    [_, narrowed] = response["content"]["application/json"]["schema"]["allOf"]
    codes: list[str] = narrowed["properties"]["code"]["enum"]
    assert all(f"- `{code}`: " in response["description"] for code in codes)
    return codes


def test_what_the_source_raises_is_written_down() -> None:
    assert error_graph.OPERATION_ERRORS_FILE.read_text() == error_graph.build_content(api, trx_api), (
        "run bin/manage export_contracts"
    )


def test_a_method_of_an_object_raises_what_it_raises_and_no_more() -> None:
    written = json.loads(error_graph.OPERATION_ERRORS_FILE.read_text())

    # Of the signed downloads, one method lists files, another opens one that might be deleted.
    assert "noEntity" not in written["list_exports"]
    # Of the transitions of a contact, one method names states, another rejects one.
    assert "actionNotAllowed" not in written["decide_many_subscriptions"]
    assert "actionNotAllowed" in written["decide_contact_subscription"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_code_is_documented_under_its_status(name: str) -> None:
    statuses = {(error.code, str(error.status)) for error in errors.list_classes()}

    found = documented(name)

    assert [
        (operation, status, code)
        for operation, responses in found.items()
        for status, codes in responses.items()
        for code in codes
        if (code, status) not in statuses
    ] == []


def test_what_is_declared_and_what_is_raised_is_documented() -> None:
    found = documented("main")

    assert found["get_contact"] == {
        "401": {"sessionExpired", "tokenException", "forceOutException"},
        "403": {"notAuthorized", "userLocked", "userSuspended", "featureDisabled"},
        "404": {"noEntity", "badGateway"},
    }
    # Views that a table creates, a file behind an object of its module, a table of checks.
    assert "ownAccess" in found["admin_suspend_team"]["409"]
    assert found["export_file"]["404"] == {"noEntity", "badGateway"}
    assert "senderNotValidated" in found["campaigns_ready"]["409"]
    # A write with an expired plan, a write with a used key.
    assert "userExpired" in found["create_contact_note"]["403"]
    assert found["create_contact_note"]["409"] >= {"idempotencyKeyReused", "inProgressException", "actionNotAllowed"}


def test_a_key_s_errors_are_documented() -> None:
    found = documented("transactional")

    assert found["trx_messages_send"]["401"] >= {"keyUnknown", "sessionExpired"}
    assert "scopeMissing" in found["trx_messages_send"]["403"]


def test_the_graph_follows_calls_and_a_response_says_when() -> None:
    graph = error_graph.ErrorGraph()

    assert graph.raised["server.core.idempotency", "idempotent"] == {
        *("FieldsInvalid", "IdempotencyKeyReused", "InProgress"),
    }
    assert error_docs.build_responses({"noEntity"})[404]["description"] == (
        "- `noEntity`: The record does not exist or belongs to another team, or the ID is malformed."
    )
