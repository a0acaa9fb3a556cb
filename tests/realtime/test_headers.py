"""The security headers of every kind of response, read from a server."""

import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.conf import settings

from server.core import origins
from server.core.bodies import MAX_BODY_BYTES
from server.core.origins import CONTENT_SECURITY_POLICY
from server.delivery import keys
from server.delivery.pages import appearance
from server.delivery.wire import tracked_pages
from server.vendors.catalogue import get_vendor
from tests.cast import Person
from tests.realtime.harness import Server

APP, PAGES, TEAM = "app.example", "pages.example", "links.kopi.example"
NO_PAGE = "default-src 'none'; frame-ancestors 'none'"
API = CONTENT_SECURITY_POLICY.format(pages=f"https://{PAGES}", connections=f"wss://{APP}")
HSTS = {"strict-transport-security": "max-age=31536000"}
COMMON = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
OF_APP = {**COMMON, **HSTS, "cross-origin-resource-policy": "same-origin", "content-security-policy": API}
OF_PAGES = {**COMMON, **HSTS, "cross-origin-resource-policy": "cross-origin", "content-security-policy": NO_PAGE}
OF_OTHERS = {**COMMON, "cross-origin-resource-policy": "cross-origin", "content-security-policy": NO_PAGE}
PRIVATE = {"referrer-policy": "no-referrer"}
NAMES = {*OF_APP, "x-frame-options", "content-security-policy-report-only", "permissions-policy"}


@pytest.fixture
def served(tables: None, tmp_path: Path) -> Iterator[Server]:
    """An installation behind https, with a built client."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>App</title>")
    (tmp_path / "assets" / "page-9f3kd0.js").write_text("export const page = 1;")
    server = Server(
        DASH_APP_ORIGINS=f"https://{APP}",
        DASH_PAGES_ORIGIN=f"https://{PAGES}",
        DASH_TRUSTED_PROXIES="127.0.0.1",
        DJANGO_SETTINGS_MODULE="tests.realtime.built",
        BUILT_CLIENT=str(tmp_path),
    )
    server.start()
    yield server
    server.stop()


def test_every_kind_of_response_has_its_headers(served: Server, alice: Person) -> None:
    def ask(
        host: str, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str]]:
        line = HTTPConnection("127.0.0.1", served.port, timeout=20)
        line.request(method, path, body=body, headers={"Host": host, **headers})
        answer = line.getresponse()
        line.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders() if name.lower() in NAMES}

    def send_request(lines: bytes) -> tuple[int, dict[str, str]]:
        with socket.create_connection(("127.0.0.1", served.port), timeout=20) as line:
            line.sendall(lines)
            head, _, _ = line.makefile("rb").read().partition(b"\r\n\r\n")
        first, *rows = head.decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (row.partition(": ") for row in rows)}
        return int(first.split()[1]), {name: value for name, value in headers.items() if name in NAMES}

    token = keys.get_key_ring().token(1, 1)
    bearer = {"Authorization": f"Bearer {alice.token}", "Content-Type": "application/json"}
    preview = {"content-security-policy": origins.PREVIEW_POLICY.format(apps=f"https://{APP}")}
    tracked = {"content-security-policy": tracked_pages.POLICY}
    brand = {"content-security-policy": appearance.build_policy(get_vendor(settings.VENDOR).color)}
    trusted = "require-trusted-types-for 'script'; trusted-types user-html help-html own-workers ProseMirrorClipboard"
    page = {"content-security-policy": f"{API}; {trusted}"}
    no_page = {"content-security-policy": NO_PAGE}

    found = {
        "app page": ask(APP, "/contacts"),
        "API documents' page": ask(APP, "/api/docs"),
        "asset": ask(APP, "/assets/page-9f3kd0.js"),
        "API": ask(APP, "/api/version"),
        "API error": ask(APP, "/api/contacts"),
        "download": ask(APP, "/api/contacts/suppression/export", "POST", b"{}", **bearer),
        "contract": ask(APP, "/api/openapi.json"),
        "socket": ask(APP, "/socket.io/"),
        "health": ask(APP, "/healthz"),
        "health elsewhere": ask(TEAM, "/healthz"),
        "metrics": ask(APP, "/metrics"),
        "page": ask(PAGES, "/manage-subscription/unknown"),
        "preview": ask(PAGES, "/preview/unknown"),
        "pixel": ask(PAGES, f"/o/{token}"),
        "pixel of an unknown host": ask(TEAM, f"/o/{token}"),
        "redirect": ask(PAGES, f"/u/{token}"),
        "link that is gone": ask(PAGES, "/c/1/unknown"),
        "404 of the pages": ask(PAGES, "/contacts"),
        "404 of another host": ask(TEAM, "/contacts"),
        "404 of the API": ask(APP, "/api/no-such-call"),
        "405 of the API": ask(APP, "/api/version", "PUT"),
        "405": ask(APP, "/", "BREW"),
        "413": send_request(
            b"POST /api/x HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n" % (APP.encode(), MAX_BODY_BYTES + 1)
        ),
        "413 of the pages": send_request(
            b"POST /p/x HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n" % (PAGES.encode(), MAX_BODY_BYTES + 1)
        ),
        "400": send_request(b"no request\r\n\r\n"),
    }

    assert found == {
        "app page": (200, OF_APP | page),
        "API documents' page": (200, OF_APP),
        "asset": (200, OF_APP),
        "API": (200, OF_APP),
        "API error": (401, OF_APP),
        "download": (200, OF_APP),
        "contract": (200, OF_APP),
        "socket": (400, OF_APP | no_page),
        "health": (200, OF_APP),
        "health elsewhere": (200, OF_OTHERS),
        "metrics": (200, OF_APP),
        "page": (404, OF_PAGES | PRIVATE | brand),
        "preview": (404, OF_PAGES | PRIVATE | preview),
        "pixel": (200, OF_PAGES | PRIVATE),
        "pixel of an unknown host": (404, OF_OTHERS | PRIVATE | tracked),
        "redirect": (302, OF_PAGES | PRIVATE),
        "link that is gone": (404, OF_PAGES | PRIVATE | tracked),
        "404 of the pages": (404, OF_PAGES),
        "404 of another host": (404, OF_OTHERS),
        "404 of the API": (404, OF_APP),
        "405 of the API": (405, OF_APP | no_page),
        "405": (405, OF_APP | no_page),
        "413": (413, OF_APP | no_page),
        "413 of the pages": (413, OF_PAGES),
        "400": (400, OF_OTHERS),
    }
    line = HTTPConnection("127.0.0.1", served.port, timeout=20)
    line.request("GET", "/metrics", headers={"Host": APP})
    # Not by Django, whose route would be "unmatched".
    assert b'http_requests_total{method="GET",route="assets",status="200"} 1.0' in line.getresponse().read()
    line.close()
