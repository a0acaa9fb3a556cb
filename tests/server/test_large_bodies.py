"""Bodies: the limit of each operation, and the error body for larger and unreadable ones."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from server.api import api
from server.campaigns.models import Campaign
from server.core import bodies
from server.core.bodies import MAX_BODY_BYTES
from server.transactional.models import TransactionalTemplate
from server.trx_api import api as trx_api
from tests.cast import Person
from tests.server.transactional.calling import by_person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


def error(code: str, message: str, payload: Any = None) -> dict[str, Any]:
    return {"code": code, "message": message, "payload": payload}


def test_each_path_with_a_limit_of_its_own_is_an_operation_of_a_contract() -> None:
    paths = {*api.get_openapi_schema()["paths"], *trx_api.get_openapi_schema()["paths"]}

    assert len(bodies.list_allowed_paths()) == 9
    assert set(bodies.list_allowed_paths()) <= paths


@pytest.mark.parametrize(
    ("path", "max_bytes"),
    [
        ("/api/contacts/find", 2_097_152),
        ("/api/email-marketing", 4_124_288),
        ("/api/email-marketing/5d0f", 4_124_288),
        ("/api/email-marketing/5d0f/send", 2_097_152),
        ("/api/ab-test", 18_524_288),
        ("/trx-api/template/5d0f/versions", 6_524_288),
        ("/trx-api/messages", 41_943_040),
        ("/api/contacts/import/prepare", 25_165_824),
        ("/api/contacts/suppression/import", 5_308_416),
        ("/anything", 2_097_152),
    ],
)
def test_the_limits_of_paths(path: str, max_bytes: int) -> None:
    assert bodies.get_max_bytes(path) == max_bytes


def test_a_body_over_the_limit_is_refused_with_the_error_body_and_changes_nothing(alice: Person) -> None:
    body = json.dumps({"name": "May", "pad": "x" * 5_000_000}).encode()

    refused = alice.api.post("email-marketing", body)
    unknown = alice.api.post("no-such-call", b" " * (MAX_BODY_BYTES + 1))
    page = Client().post(
        "/subscribe/x", b" " * (MAX_BODY_BYTES + 1), content_type="text/plain", headers={"host": settings.PAGES_HOST}
    )

    limit = {"limitBytes": 4_124_288}
    assert (refused.status_code, refused.json()) == (413, error("bodyTooLarge", "The request is too large", limit))
    assert [(answer.status_code, answer.json()["code"]) for answer in (unknown, page)] == [(413, "bodyTooLarge")] * 2
    assert not Campaign.objects.for_team(alice.team).exists()


def test_a_test_of_five_long_contents_is_taken(alice: Person) -> None:
    content = {"kind": "html", "body": f"<p>{'a' * 449_000}</p>"}
    variants = [{"share": 10, "content": content}] * 5

    body = {"name": "Five", "test": {"tested": "content", "winnerShare": 50}, "variants": variants}
    answer = alice.api.post("ab-test", body)

    assert answer.status_code == 200, answer.json()
    assert [len(each["content"]["body"]) for each in answer.json()["variants"]] == [449_007] * 5


def test_a_template_of_long_letters_is_taken_however_they_are_written(alice: Person) -> None:
    html = f"<p>{'é' * 499_000}</p>"
    body = {"name": "Long", "subject": "Long", "html": html, "text": "é" * 499_000}

    escaped = json.dumps(body).encode()
    answer = by_person(alice).post("template", escaped)

    assert len(escaped) > 5_900_000
    assert answer.status_code == 200, answer.json()
    assert TransactionalTemplate.objects.for_team(alice.team).count() == 1


FIELDS = "".join(f'--b\r\nContent-Disposition: form-data; name="f{n}"\r\n\r\nx\r\n' for n in range(2_000)) + "--b--\r\n"


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("multipart/form-data", b"--b\r\n"),
        ("multipart/form-data; boundary=" + "b" * 300, b"--b\r\n"),
        ("multipart/form-data; boundary=b", FIELDS.encode()),
    ],
    ids=["no boundary", "a boundary too long", "2,000 fields"],
)
def test_a_form_that_cannot_be_read_is_refused_with_the_error_body(
    alice: Person, content_type: str, body: bytes
) -> None:
    answer = Client(raise_request_exception=False).post(
        "/api/contacts/import/prepare",
        body,
        content_type=content_type,
        headers={"host": settings.APP_HOSTS[0], "authorization": f"Bearer {alice.token}"},
    )

    assert (answer.status_code, answer.json()) == (400, error("formUnreadable", "The form could not be read"))


def test_the_contract_says_that_markdown_is_refused_earlier_than_html() -> None:
    content = api.get_openapi_schema()["components"]["schemas"]["Content"]

    assert content["properties"]["body"]["maxLength"] == 500_000
    assert content["if"] == {"properties": {"kind": {"const": "markdown"}}}
    assert content["then"] == {"properties": {"body": {"maxLength": 100_000}}}
