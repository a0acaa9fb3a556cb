"""What a role may do. Every app declares its permissions; an operation names the one it needs.

TEAM-73: an admin may do everything; a member everything that is not declared `admin_only`; a custom role holds a
chosen set.
"""

from dataclasses import dataclass

from server.core.registry import Registry


@dataclass(frozen=True, slots=True)
class Permission:
    """One switch of a role, named `<noun>.<verb>`."""

    name: str
    admin_only: bool = False


DECLARED = Registry[str, Permission]("permission")


def declare(name: str, *, admin_only: bool = False) -> str:
    """Makes a permission known; answers its name."""
    DECLARED.add(name, Permission(name, admin_only))
    return name


def of_member() -> frozenset[str]:
    """What the role member holds."""
    return frozenset(permission.name for permission in DECLARED.values() if not permission.admin_only)


def everything() -> frozenset[str]:
    """All permissions that exist: what an admin holds."""
    return frozenset(DECLARED)
