"""Two people who edit one draft: an edit replaces nothing that its author has not seen."""

from collections.abc import Callable, Collection

from pydantic.alias_generators import to_camel

from server.campaigns.errors import EditConflict
from server.campaigns.models import Campaign
from server.core.callers import Caller


def check(
    campaign: Campaign, edits: Collection[str], base_revision: int | None, *, is_same: Callable[[str], bool]
) -> None:
    """Raises EditConflict where a field was edited after the base revision, to another value than the new one.

    `is_same` compares the new value of a field with the stored one. Without a base revision nothing is refused.
    """
    if base_revision is None:
        return
    contested = [field for field in sorted(edits) if _edited_at(campaign, field) > base_revision and not is_same(field)]
    if contested:
        raise EditConflict(payload={"fields": [*map(to_camel, contested)], "revision": campaign.revision})


def record(campaign: Campaign, edits: Collection[str], by: Caller) -> None:
    """Notes who edits the fields. The caller saves the campaign, as its next revision."""
    edit = {"revision": campaign.revision + 1, "by": by.fullname or by.email}
    campaign.field_edits = {**campaign.field_edits, **dict.fromkeys(edits, edit)}


def _edited_at(campaign: Campaign, field: str) -> int:
    edit = campaign.field_edits.get(field)
    return int(edit["revision"]) if edit else 0
