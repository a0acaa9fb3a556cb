"""Checks that each API response in a test is documented."""

import re
from functools import cache
from typing import Any

from ninja.utils import normalize_path

from server import error_docs
from server.api import api
from server.core.errors import ServerFailure
from server.trx_api import api as trx_api

_CONVERTED = re.compile(r"[{<](?:\w+:)?(\w+)[}>]")


def check(response: Any, method: str) -> Any:
    """The response. Raises AssertionError for an error that its operation does not document."""
    match = getattr(response, "resolver_match", None)
    if response.status_code < 400 or match is None or "json" not in response.get("Content-Type", ""):
        return response
    known = _codes().get((method.upper(), _plain(match.route)))
    body = response.json()
    code = body.get("code") if isinstance(body, dict) else None
    if known is None or code == ServerFailure.code:
        return response
    assert code in known, (
        f"{method} {match.route} answers {response.status_code} {code}, which its document does not name. Run"
        " bin/manage export_contracts; where the call goes through a registry, say 'Raises ...' in its docstring."
    )
    return response


def _plain(route: str) -> str:
    return normalize_path(_CONVERTED.sub(r"{\1}", f"/{route}"))


@cache
def _codes() -> dict[tuple[str, str], set[str]]:
    return {
        (method, _plain("/".join(part for part in (base, bound.prefix, path) if part))): error_docs.list_codes(
            operation, method
        )
        for base, mounted in (("api", api), ("trx-api", trx_api))
        for bound in mounted._get_bound_routers()
        for path, view in bound.path_operations.items()
        for operation in view.operations
        for method in operation.methods
    }
