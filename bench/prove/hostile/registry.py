"""The kinds of hostile load by name: action, requirements and rate."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bench.prove.hostile.load import HostileLoad

Attempt = Callable[["HostileLoad"], Awaitable[str]]
Prepare = Callable[["HostileLoad"], Awaitable[Any]]
MAX_DISK_MB = 48.0


class Needs(StrEnum):
    """The attacker's requirements."""

    NOTHING = "nothing"
    RECIPIENT = "a recipient's link"
    ACCOUNT = "an account"
    KEY = "an API key"


@dataclass(frozen=True, slots=True)
class LoadKind:
    """One kind of load. Each attempt returns a label that describes the product's response.

    A label that starts with one of `expects` proves that attempts reach their target.
    """

    name: str
    group: str
    text: str
    needs: Needs
    per_second: float
    expects: tuple[str, ...]
    attempt: Attempt
    prepare: Prepare | None
    # The number of concurrent attempts. Those that hold a connection run until the load ends.
    max_running: int
    # The storage allowed for such load: rows and files that the product accepted within its limits.
    max_disk_mb: float


_KINDS: dict[str, LoadKind] = {}


def kind(
    text: str,
    *,
    needs: Needs,
    per_second: float,
    expects: tuple[str, ...],
    prepare: Prepare | None = None,
    max_running: int = 16,
    max_disk_mb: float = MAX_DISK_MB,
) -> Callable[[Attempt], Attempt]:
    """Registers an attempt under the name of its function, in the group of its module."""

    def register(attempt: Attempt) -> Attempt:
        name = attempt.__name__.replace("_", "-")
        if name in _KINDS:
            raise ValueError(f"Two kinds are named {name}")
        group = attempt.__module__.rpartition(".")[2].removesuffix("_kinds")
        _KINDS[name] = LoadKind(
            name, group, text, needs, per_second, expects, attempt, prepare, max_running, max_disk_mb
        )
        return attempt

    return register


def list_kinds() -> Mapping[str, LoadKind]:
    """Every kind by name, in the order of the groups."""
    from bench.prove.hostile import (  # noqa: F401, PLC0415 -- their kinds register themselves
        account_kinds,
        http_kinds,
        page_kinds,
        signin_kinds,
        smtp_kinds,
        socket_kinds,
        transactional_kinds,
    )

    return _KINDS
