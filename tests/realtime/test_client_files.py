"""The built client's files: sent without Django, as WhiteNoise would, on the app hosts only."""

import re
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from realtime.client_files import ClientFiles
from server.core.origins import build_app_policy
from server.core.requests import REQUESTS

NAME = "/assets/page-9f3kd0.js"
TEXT = b"export const page = 1;"
BEHIND = {"type": "http.response.start", "status": 418, "headers": []}


@pytest.fixture
def files(tmp_path: Path, settings: Any) -> ClientFiles:
    """The application with one file, which is also there compressed, before a Django that only says that it was
    reached."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "page-9f3kd0.js").write_bytes(TEXT)
    (tmp_path / "assets" / "page-9f3kd0.js.br").write_bytes(b"small")
    settings.WHITENOISE_ROOT = tmp_path

    async def behind(_scope: Any, _receive: Any, send: Any) -> None:
        await send(BEHIND)

    return ClientFiles(behind)


async def ask(
    files: ClientFiles, path: str = NAME, *, method: str = "GET", host: str = "localhost:8000", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of the response."""
    messages: list[dict[str, Any]] = []
    given = {"host": host, **{name.replace("_", "-"): value for name, value in headers.items()}}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }

    async def receive() -> dict[str, Any]:
        raise AssertionError("a file needs no body")

    async def send(message: Any) -> None:
        messages.append(message)

    await files(scope, receive, send)
    start, *bodies = messages
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], found, b"".join(message["body"] for message in bodies)


def count_responses(status: int) -> float:
    return float(REQUESTS.labels("GET", "assets", status)._value.get())


async def test_a_file_is_sent_forever_cacheable_with_the_policy_of_the_app(files: ClientFiles) -> None:
    before = count_responses(200)

    with capture_logs() as logs:
        status, headers, body = await ask(files)

    assert (status, body) == (200, TEXT)
    assert re.fullmatch(r'"[0-9a-f]+-16"', headers.pop("etag"))
    assert headers.pop("last-modified").endswith("GMT")
    assert headers == {
        "access-control-allow-origin": "*",
        "cache-control": "max-age=315360000, public, immutable",
        "content-length": str(len(TEXT)),
        "content-security-policy": build_app_policy(),
        "content-type": 'text/javascript; charset="utf-8"',
        "vary": "Accept-Encoding",
    }
    assert count_responses(200) == before + 1
    assert logs == []


async def test_the_compressed_variant_is_sent_to_who_takes_it(files: ClientFiles) -> None:
    status, headers, body = await ask(files, accept_encoding="gzip, br")

    assert (status, headers["content-encoding"], headers["content-length"], body) == (200, "br", "5", b"small")


async def test_who_has_the_file_gets_no_body(files: ClientFiles) -> None:
    _, known, _ = await ask(files)

    status, headers, body = await ask(files, if_none_match=known["etag"])

    assert (status, headers["etag"], body) == (304, known["etag"], b"")


async def test_a_range_and_the_headers_alone_can_be_requested(files: ClientFiles) -> None:
    status, headers, body = await ask(files, range="bytes=0-5")
    assert (status, headers["content-range"], body) == (206, f"bytes 0-5/{len(TEXT)}", TEXT[:6])

    status, headers, body = await ask(files, range="bytes=99-")
    assert (status, headers["content-range"], body) == (416, f"bytes */{len(TEXT)}", b"")

    status, headers, body = await ask(files, method="HEAD")
    assert (status, headers["content-length"], body) == (200, str(len(TEXT)), b"")


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param({"path": "/assets/page-newer.js"}, id="a file of a newer build"),
        pytest.param({"path": "/assets/../index.html"}, id="a path out of the folder"),
        pytest.param({"method": "POST"}, id="another method"),
        pytest.param({"host": "pages.example"}, id="another host"),
        pytest.param({"host": ""}, id="an empty host"),
        pytest.param({"host": "localhost:8001"}, id="another port"),
    ],
)
async def test_all_else_goes_to_django(files: ClientFiles, request_: dict[str, str]) -> None:
    assert await ask(files, **request_) == (418, {}, b"")


async def test_a_file_that_a_newer_build_has_replaced_goes_to_django(files: ClientFiles, tmp_path: Path) -> None:
    (tmp_path / "assets" / "page-9f3kd0.js").unlink()

    assert await ask(files) == (418, {}, b"")


async def test_before_the_first_build_all_goes_to_django(settings: Any, files: ClientFiles) -> None:
    settings.WHITENOISE_ROOT = None

    assert await ask(ClientFiles(files._behind)) == (418, {}, b"")
