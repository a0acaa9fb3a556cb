"""Every error that an area raises is caused here on the real server, and read by the client's own tests.

`client/tests/error-responses.json` stores the responses; client/src/lib/error-responses.test.tsx shows the resulting
texts. `pytest tests/server/core/test_answered.py --write-answers` updates the file.
"""

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.utils.module_loading import autodiscover_modules

from server.core import errors
from tests.cast import Person
from tests.conftest import ApiClient
from tests.server.core.answered import ANSWERED, Cast, cheap_captcha

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

KEPT = settings.ROOT / "client" / "tests" / "error-responses.json"
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# Codes that no call can cause today, with the reason.
UNREACHED = {
    "lastOperator": "the requester is another operator, unless it just lost the role (tests/server/support)",
    "storageUsageExceeded": "files are kept by the area media, which is not built",
    "updateMalformed": "goes by the sockets, as do the next two (tests/server/documents/test_storing.py)",
    "documentFull": "see updateMalformed",
    "documentLocked": "see updateMalformed",
    "documentChangeNotAllowed": "raised by changes that the server makes; no operation makes one yet (test_editing.py)",
    "addressTooLong": "of the web server, as are the next two (tests/realtime/test_http_server.py)",
    "headersTooLarge": "see addressTooLong",
    "requestTimedOut": "see addressTooLong",
    "documentNotCompiled": "the compiler takes all that the sanitiser lets through; only its time limit refuses",
}


def read_recorded_responses() -> dict[str, Any]:
    answers: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    return answers


def shape(answer: Any) -> dict[str, Any]:
    """The response without variable parts: ids, and the retry delay."""
    body = json.loads(UUID.sub("00000000-0000-7000-8000-000000000000", answer.content.decode()))
    if body["payload"] and "retryAfterSeconds" in body["payload"]:
        body["payload"]["retryAfterSeconds"] = 60
    path = re.sub(r"/\d+(?=/|$)", "/1", UUID.sub("00000000-0000-7000-8000-000000000000", answer.wsgi_request.path))
    return {"method": answer.wsgi_request.method, "path": path, "status": answer.status_code, "body": body}


@pytest.fixture
def cast(alice: Person, bob: Person, anonymous: ApiClient, monkeypatch: pytest.MonkeyPatch) -> Cast:
    cheap_captcha(monkeypatch)
    return Cast(alice, bob, anonymous, monkeypatch)


@pytest.mark.parametrize("code", ANSWERED)
def test_the_server_answers_it_as_the_client_was_tested_with(
    cast: Cast, code: str, request: pytest.FixtureRequest
) -> None:
    answer = shape(ANSWERED[code](cast))

    assert answer["body"]["code"] == code
    if request.config.getoption("--write-answers"):
        KEPT.write_text(
            json.dumps(read_recorded_responses() | {code: answer}, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
        )
    assert read_recorded_responses()[code] == answer


def test_every_error_of_a_built_area_is_answered() -> None:
    autodiscover_modules("errors")
    codes = {error.code for error in errors.list_classes() if error.__module__.startswith("server.")}

    assert sorted(codes - ANSWERED.keys() - UNREACHED.keys()) == []
    assert sorted(UNREACHED.keys() & ANSWERED.keys()) == []
    assert read_recorded_responses().keys() == ANSWERED.keys()
