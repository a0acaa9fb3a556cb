"""Resolving a path gives the same operation as Django."""

import pytest
from django.http import HttpRequest
from django.urls import Resolver404
from ninja import NinjaAPI

from server.core.patches.api_resolver import ApiResolver

api = NinjaAPI(urls_namespace="test-api-resolver", docs_url=None, openapi_url=None)


@api.get("lists")
def lists(request: HttpRequest) -> None: ...


@api.get("lists/{list_id}")
def one_list(request: HttpRequest, list_id: int) -> None: ...


def test_a_path_without_an_id_is_found_again_by_a_look() -> None:
    resolver = ApiResolver("api/", api)

    first = resolver.resolve("api/lists")

    assert resolver.resolve("api/lists") is first
    assert first.func is super(ApiResolver, resolver).resolve("api/lists").func


def test_a_path_with_an_id_is_found_each_time_and_not_stored() -> None:
    resolver = ApiResolver("api/", api)

    assert [resolver.resolve(f"api/lists/{number}").kwargs for number in (1, 2)] == [{"list_id": "1"}, {"list_id": "2"}]
    assert resolver._literal == {}


def test_an_unknown_path_is_not_found() -> None:
    resolver = ApiResolver("api/", api)

    for path in ("api/lists/", "api/others", "lists"):
        with pytest.raises(Resolver404):
            resolver.resolve(path)
    assert resolver._literal == {}
