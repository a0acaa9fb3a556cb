"""The limit on the rows of one owner, for rows that no plan limits."""

from typing import Any

from django.db.models import QuerySet

from server.core import advisory


def is_full(rows: QuerySet[Any], maximum: int, *, owner: object) -> bool:
    """Whether the owner has `maximum` of these rows. Call it in the transaction that adds another.

    `owner` identifies the owner among all owners of such rows. Two concurrent requests of an owner wait for each other:
    each would otherwise count without the other's row.
    """
    advisory.lock(f"owner_limit:{rows.model._meta.label}", str(owner))
    return rows.count() >= maximum
