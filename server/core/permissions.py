"""Permissions of roles. Every app declares its permissions; an operation names the one it needs.

TEAM-73: an admin has all permissions, a member all that are not `admin_only`, and a custom role a chosen set.
"""

from dataclasses import dataclass

from server.core.registry import Registry


@dataclass(frozen=True, slots=True)
class Permission:
    name: str
    admin_only: bool = False


DECLARED = Registry[str, Permission]("permission")


def declare(name: str, *, admin_only: bool = False) -> str:
    DECLARED.add(name, Permission(name, admin_only))
    return name


def list_member_permissions() -> frozenset[str]:
    return frozenset(permission.name for permission in DECLARED.values() if not permission.admin_only)


def list_all_permissions() -> frozenset[str]:
    return frozenset(DECLARED)
