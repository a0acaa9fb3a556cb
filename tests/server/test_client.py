"""The built client's files."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client

HOST = django_settings.APP_HOSTS[0]


@pytest.fixture
def built(tmp_path: Path, settings: Any) -> Path:
    """A build that is newer than this process."""
    settings.CLIENT_DIST = tmp_path / "dist"
    (tmp_path / "dist" / "assets").mkdir(parents=True)
    (tmp_path / "dist" / "index.html").write_text("<!doctype html><title>Loading ...</title>")
    (tmp_path / "dist" / "assets" / "page-9f3kd0.js").write_text("export const page = 1;")
    (tmp_path / "dist" / "assets" / ".hidden").write_text("no")
    (tmp_path / "secret.txt").write_text("no")
    return tmp_path


def answer(path: str) -> Any:
    return Client(headers={"host": HOST}).get(path)


def test_a_file_of_a_later_build_is_served_and_kept(built: Path) -> None:
    page = answer("/assets/page-9f3kd0.js")

    assert (page.status_code, b"".join(page.streaming_content)) == (200, b"export const page = 1;")
    assert page["Content-Type"].startswith("text/javascript")
    assert page["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("host", [HOST, django_settings.PAGES_HOST])
def test_search_engines_are_kept_out(host: str) -> None:
    found = Client(headers={"host": host}).get("/robots.txt")

    assert (found.status_code, found["Content-Type"]) == (200, "text/plain")
    assert found.content == b"User-agent: *\nDisallow: /\n"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/gone-1.js",
        "/assets/.hidden",
        f"/assets/{'a' * 8_000}.js",
        "/assets/%2e%2e%2fsecret.txt",
        "/assets/..",
        "/assets/",
        "/assets",
    ],
)
def test_what_is_no_file_of_the_build_is_not_found(built: Path, path: str) -> None:
    found = answer(path)

    content = b"".join(found.streaming_content) if found.streaming else found.content
    assert content != b"no"
    assert found.status_code == (200 if path == "/assets" else 404)


def test_every_other_path_is_the_page_and_is_asked_for_anew(built: Path) -> None:
    page = answer("/contacts/17")

    assert b"".join(page.streaming_content).startswith(b"<!doctype html>")
    assert page["Cache-Control"] == "no-cache"


def test_before_the_first_build_it_says_so(built: Path) -> None:
    (built / "dist" / "index.html").unlink()

    assert (answer("/").status_code, answer("/").content) == (503, b"The client is not built yet.")
