"""What a role may do. Every app declares its permissions; an operation names the one it needs.

TEAM-73: an admin may do everything; a member everything that is not declared `admin_only`; a custom role holds a
chosen set.
"""

from dataclasses import dataclass

_declared: dict[str, "Permission"] = {}


@dataclass(frozen=True, slots=True)
class Permission:
    """One switch of a role, named `<noun>.<verb>`."""

    name: str
    admin_only: bool = False


def declare(name: str, *, admin_only: bool = False) -> str:
    """Makes a permission known; answers its name."""
    permission = Permission(name, admin_only)
    if _declared.setdefault(name, permission) != permission:
        raise ValueError(f"The permission {name} is declared twice, differently")
    return name


def of_member() -> frozenset[str]:
    """What the role member holds."""
    return frozenset(permission.name for permission in _declared.values() if not permission.admin_only)


def everything() -> frozenset[str]:
    """All permissions that exist: what an admin holds."""
    return frozenset(_declared)
