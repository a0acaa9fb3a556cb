"""Detects conflicting edits of a draft, so that no edit overwrites values its author has not seen."""

from collections.abc import Callable, Collection

from django.db.models import F, Func, JSONField, TextField, Value
from django.db.models.functions import Cast, JSONObject
from pydantic.alias_generators import to_camel

from server.campaigns.models import Campaign
from server.core.callers import Caller
from server.core.errors import EditConflict


def check(
    campaign: Campaign, edits: Collection[str], base_revision: int | None, *, is_same: Callable[[str], bool]
) -> None:
    """Raises EditConflict if a field changed after the base revision, to a value other than the new one.

    `is_same` compares the new value of a field with the stored one. Without a base revision, nothing is checked.
    """
    if base_revision is None:
        return
    contested = [
        field for field in sorted(edits) if _get_edited_revision(campaign, field) > base_revision and not is_same(field)
    ]
    if contested:
        raise EditConflict(payload={"fields": [*map(to_camel, contested)], "revision": campaign.revision})


def record(campaign: Campaign, edits: Collection[str], by: Caller | None) -> None:
    """Records the author of the edited fields, None if unknown. The caller saves the campaign as the next revision."""
    edit = {"revision": campaign.revision + 1, "by": _get_author(by)}
    campaign.field_edits = {**campaign.field_edits, **dict.fromkeys(edits, edit)}


def build_record_expression(edits: Collection[str], by: Caller) -> Func:
    """Like `record`, as an expression that updates many campaigns to their next revisions."""
    edit = JSONObject(revision=F("revision") + 1, by=Cast(Value(_get_author(by)), TextField()))
    return Func(
        F("field_edits"),
        JSONObject(**dict.fromkeys(edits, edit)),
        template="(%(expressions)s)",
        arg_joiner=" || ",
        output_field=JSONField(),
    )


def _get_author(by: Caller | None) -> str:
    return (by.fullname or by.email) if by else ""


def _get_edited_revision(campaign: Campaign, field: str) -> int:
    edit = campaign.field_edits.get(field)
    return int(edit["revision"]) if edit else 0
