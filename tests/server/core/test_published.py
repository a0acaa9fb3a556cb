"""Documents of the API: built once, compressed once, and distinguished by their ETag."""

import gzip
import json
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client, RequestFactory

from server.api import api
from server.core.static_documents import StaticDocumentView
from server.trx_api import TrxAPI
from server.trx_api import api as trx_api

PATHS = ["/api/openapi.json", "/trx-api/openapi.json", "/api/asyncapi.json", "/api/docs/events"]


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": settings.APP_HOSTS[0]})


def test_a_document_is_built_at_its_first_request_only() -> None:
    built: list[int] = []

    def build() -> bytes:
        built.append(len(built))
        return b"document"

    published = StaticDocumentView(build, "text/plain")

    assert built == []
    assert [published(RequestFactory().get("/")).content for _ in range(5)] == [b"document"] * 5
    assert built == [0]


@pytest.mark.parametrize(
    ("accepted", "encoding", "decode"),
    [
        ("gzip, deflate, br", "gzip", gzip.decompress),
        ("br;q=1, GZIP;q=0.5", "gzip", gzip.decompress),
        ("gzip;q=0", None, bytes),
        ("identity", None, bytes),
        ("", None, bytes),
    ],
)
def test_it_is_compressed_as_the_client_accepts(
    accepted: str, encoding: str | None, decode: Callable[[bytes], bytes]
) -> None:
    response = StaticDocumentView(lambda: b"document", "text/plain")(
        RequestFactory().get("/", HTTP_ACCEPT_ENCODING=accepted)
    )

    assert (response.get("Content-Encoding"), response["Vary"]) == (encoding, "Accept-Encoding")
    assert decode(response.content) == b"document"


@pytest.mark.parametrize("path", PATHS)
def test_a_client_that_has_a_document_is_not_sent_it_again(client: Client, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"if-none-match": first["ETag"]})

    assert (first.status_code, first["Cache-Control"]) == (200, "no-cache")
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_the_contracts_are_those_of_the_apis_and_are_not_built_for_each_request(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = {path: client.get(path).content for path in ("/api/openapi.json", "/trx-api/openapi.json")}

    assert json.loads(documents["/api/openapi.json"])["paths"].keys() == api.get_openapi_schema()["paths"].keys()
    trx = json.loads(documents["/trx-api/openapi.json"])
    assert trx["paths"].keys() == trx_api.get_openapi_schema()["paths"].keys()
    assert "MessageIn" in trx["components"]["schemas"]

    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("built again")

    monkeypatch.setattr(type(api), "get_openapi_schema", refuse)
    monkeypatch.setattr(TrxAPI, "get_openapi_schema", refuse)
    assert {path: client.get(path).content for path in documents} == documents
