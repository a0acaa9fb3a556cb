import re
from uuid import UUID

import pytest
from django.conf import settings
from django.test import Client
from pytest_django.fixtures import Settings

from server.core import requests, shared_address
from server.core.network import Address
from tests.cast import Person
from tests.conftest import ApiClient

pytestmark = pytest.mark.django_db


def test_an_unknown_call_is_answered_with_a_coded_body(anonymous: ApiClient) -> None:
    response = anonymous.get("nothing-here")

    assert response.status_code == 404
    assert response.json() == {"code": "badGateway", "message": "Not found", "payload": None}


def test_every_response_carries_a_request_id(anonymous: ApiClient) -> None:
    given = anonymous.get("nothing-here", **{"x-request-id": "abc-123-def"})
    forged = anonymous.get("nothing-here", **{"x-request-id": "a\nb"})

    assert given["X-Request-ID"] == "abc-123-def"
    assert len(forged["X-Request-ID"]) == 32


@pytest.mark.parametrize(
    ("host", "path", "status"),
    [
        ("app", "/p/spring", 404),
        ("pages", "/api/ping", 404),
        ("pages", "/contacts", 404),
        ("elsewhere.example", "/contacts", 404),
        ("pages", "/healthz", 200),
        ("app", "/healthz", 200),
        ("app", "/readyz", 200),
        # Whole segments: a path that only starts like a path of every host belongs to the app.
        ("elsewhere.example", "/healthz-x", 404),
        ("pages", "/readyz/more", 404),
        ("elsewhere.example", "/.well-known/acme-challenge/a/b", 404),
        # A page's URL with a suffix is no page of the app.
        ("pages", "/preview/abc/", 404),
        ("pages", "/manage-subscription/abc/", 404),
        ("pages", "/confirm-subscription/abc/", 404),
        ("pages", "/p/", 404),
    ],
)
def test_a_path_answers_on_its_own_host_only(host: str, path: str, status: int) -> None:
    name = {"app": settings.APP_HOSTS[0], "pages": settings.PAGES_HOST}.get(host, host)

    response = Client().get(path, headers={"host": name})

    assert response.status_code == status


def test_figures_are_for_loopback_or_who_holds_the_token(settings: object) -> None:
    host = {"host": "localhost:8000"}

    near = Client().get("/metrics", headers=host)
    far = Client(REMOTE_ADDR="203.0.113.9").get("/metrics", headers=host)

    assert b"http_requests_total" in near.content
    assert far.status_code == 404


@pytest.mark.parametrize("trusted", [[], ["127.0.0.1/32"]])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x-forwarded-for", "127.0.0.1"),
        ("x-forwarded-for", "203.0.113.9"),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-host", "app.example"),
        ("x-real-ip", "127.0.0.1"),
        ("forwarded", "for=127.0.0.1"),
        ("via", "1.1 proxy"),
    ],
)
def test_the_metrics_are_closed_to_who_comes_through_a_proxy_of_this_machine(
    settings: Settings, trusted: list[str], name: str, value: str
) -> None:
    settings.TRUSTED_PROXIES = trusted
    settings.METRICS_TOKEN = "t" * 32
    through_proxy = {"host": "localhost:8000", name: value}

    assert Client().get("/metrics", headers=through_proxy).status_code == 404
    wrong = Client().get("/metrics", headers=through_proxy | {"authorization": f"Bearer {'x' * 32}"})
    right = Client().get("/metrics", headers=through_proxy | {"authorization": f"Bearer {'t' * 32}"})
    assert (wrong.status_code, right.status_code) == (404, 200)


def test_the_policy_of_the_app_lets_no_script_and_no_style_in_that_stands_in_the_page() -> None:
    policy = Client(headers={"host": settings.APP_HOSTS[0]}).get("/api/version")["Content-Security-Policy"]

    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "unsafe-" not in policy


def test_an_unknown_method_is_refused_and_makes_no_metric_of_its_own() -> None:
    client = Client(headers={"host": "evil.example"})

    answers = [client.generic(method, "/api/ping") for method in ("MKCALENDAR", "PROPFIND", "X" * 7_000)]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(405, "methodNotAllowed")] * 3
    assert answers[0]["Allow"] == "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
    figures = Client().get("/metrics", headers={"host": "localhost:8000"}).content.decode()
    methods = set(re.findall(r'^http_request\w+{method="([^"]*)"', figures, re.MULTILINE))
    assert "other" in methods
    assert methods <= {*requests.METHODS, "other"}


def test_the_watch_of_addresses_gets_the_session_of_a_signed_in_user(
    alice: Person, anonymous: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[UUID | None] = []

    def note(address: Address, *, has_forwarded: bool, session_id: UUID | None = None) -> None:
        noted.append(session_id)

    monkeypatch.setattr(shared_address.shared_address_watch, "note", note)

    alice.api.get("users/profile")
    ApiClient("made-up").get("users/profile")
    anonymous.get("ping")

    assert noted == [alice.session.pk, None, None]
