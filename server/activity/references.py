"""Kinds of records in the activity feed. Each app registers its kinds with their possible actions."""

from dataclasses import dataclass
from typing import Final

from server.core.registry import Registry, sort_entries

WHOLE_TEAM: Final = "team"  # the filter for all references
CHANGES: Final = ("CREATED", "UPDATED", "DELETED")


@dataclass(frozen=True, slots=True)
class Reference:
    """A kind of record in the activity feed.

    In the API contract it directly follows the reference `after`, if it names one. The feed can be filtered by `area`,
    a group of references.
    """

    name: str
    actions: tuple[str, ...]
    area: str | None = None
    after: str | None = None


REFERENCES = Registry[str, Reference]("activity reference")

# References that the specification names (ACT-06 to ACT-27), of apps that do not exist yet. The app that registers one
# removes it here.
RESERVED: Final = (
    Reference("scenario", ("SENT",)),
    Reference("media-manager", CHANGES),
    Reference("media-manager-label", CHANGES),
    Reference("template", CHANGES),
    Reference("page", CHANGES),
    Reference("form", CHANGES),
    Reference("automation", (*CHANGES, "ACTIVATE")),
    Reference("sosmed", ("CREATED", "DELETED")),
)


def register(reference: Reference) -> None:
    """Raises ValueError for a registered or reserved name, and for an area that is also a reference."""
    if reference.area is not None and reference.area in {
        WHOLE_TEAM,
        reference.name,
        *(each.name for each in _list_all()),
    }:
        raise ValueError(f"The area {reference.area} is the name of something else")
    if any(other.name == reference.name for other in RESERVED):
        raise ValueError(f"The reference {reference.name} is reserved")
    REFERENCES.add(reference.name, reference)


def list_names() -> list[str]:
    return [reference.name for reference in _sort_references()]


def list_areas() -> list[str]:
    return list(dict.fromkeys(reference.area for reference in _sort_references() if reference.area))


def list_names_in(area: str) -> list[str]:
    return [reference.name for reference in _sort_references() if reference.area == area]


def _sort_references() -> list[Reference]:
    return sort_entries(_list_all())


def _list_all() -> tuple[Reference, ...]:
    return (*RESERVED, *REFERENCES.values())
