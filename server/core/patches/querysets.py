"""The related rows and fields that a QuerySet of Django loads."""

from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def copy_loading(rows: QuerySet[Row], keyed: QuerySet[Row]) -> QuerySet[Row]:
    """Copies the related rows and fields that the list requested to a query of the same rows by key."""
    if rows.query.select_related:
        keyed.query.select_related = rows.query.select_related
    keyed.query.deferred_loading = rows.query.deferred_loading
    return keyed.prefetch_related(*rows._prefetch_related_lookups)  # type: ignore[attr-defined]
