"""Every operation of both APIs with its declaration, for the generated tests."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

from server.api import api
from server.core.access import Access, Public
from server.teams.models import Team
from server.trx_api import api as trx_api
from tests.foreign_ids import IDS

TRX_BASE = "trx-api/"
NOBODY_S_NUMBER = 2_000_000_000
PARAMETER = re.compile(r"\{(?:\w+:)?(\w+)\}")


@dataclass(frozen=True)
class Operation:
    """A method and a path. `path` is relative to /api/, or starts with trx-api/. Its parameters have no types."""

    method: str
    path: str
    operation_id: str
    declarations: tuple[object, ...]
    by_alias: bool

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def access(self) -> Access:
        """The declaration of an operation that takes a token."""
        declared = self.declarations[0]
        assert isinstance(declared, Access)
        return declared

    @property
    def is_transactional(self) -> bool:
        """Whether it belongs to the transactional API, which applications call with a key."""
        return self.path.startswith(TRX_BASE)

    @property
    def parameters(self) -> list[str]:
        return PARAMETER.findall(self.path)

    @property
    def empty_body(self) -> dict[str, object] | None:
        """A minimal body."""
        return None if self.method == "GET" else {}

    def url(self, team: Team) -> str:
        """The path with real ids of the team. Fails with the missing entry if no factory is registered."""
        return self._filled(lambda prefix: IDS[prefix](team))

    def url_of_nothing(self, team: Team) -> str:
        """The path with well-formed ids that do not exist."""

        def unknown(prefix: str) -> object:
            return NOBODY_S_NUMBER if str(IDS[prefix](team)).isdecimal() else uuid4()

        return self._filled(unknown)

    def _filled(self, make: Callable[[str], object]) -> str:
        url = self.path
        for match in PARAMETER.finditer(self.path):
            prefix = self.path[: match.end()]
            assert prefix in IDS, f"{self}: add '{prefix}' to IDS in its app's calls.py (tests/foreign_ids.py)"
            url = url.replace(match.group(0), str(make(prefix)), 1)
        return url


def operations() -> list[Operation]:
    """All operations, in the order in which they are mounted."""
    return [
        Operation(
            method=method,
            path=base
            + PARAMETER.sub(r"{\1}", "/".join(part.strip("/") for part in (bound.prefix, path) if part.strip("/"))),
            operation_id=operation.operation_id or "",
            declarations=tuple(operation.auth_callbacks),
            by_alias=operation.by_alias,
        )
        for base, mounted in (("", api), (TRX_BASE, trx_api))
        for bound in mounted._get_bound_routers()
        for path, view in bound.path_operations.items()
        for operation in view.operations
        for method in sorted(operation.methods)
    ]


ALL = operations()
WITH_TOKEN = [operation for operation in ALL if any(isinstance(one, Access) for one in operation.declarations)]
PUBLIC = [operation for operation in ALL if any(isinstance(one, Public) for one in operation.declarations)]
