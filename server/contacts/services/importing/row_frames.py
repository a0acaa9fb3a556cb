"""Converts the cleaned rows of a chunk to frames in the shape of the tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import polars as pl

from server.contacts.importing.target_columns import EMAIL_COLUMN, LABEL
from server.contacts.models import CustomField
from server.contacts.sql.imports import COLUMNS
from server.contacts.states import ContactState, ExistingContactPolicy
from server.contacts.values import FieldType

TEXT_COLUMNS = [name for name, kind in COLUMNS.items() if kind == "text"]


@dataclass(frozen=True, slots=True)
class FileShape:
    """Targets of a file: contact columns, and custom fields by target."""

    columns: list[str]
    custom: dict[str, CustomField]
    has_labels: bool

    @classmethod
    def of(cls, mapping: Sequence[str | None], fields: Sequence[CustomField]) -> "FileShape":
        targets = {target for target in mapping if target}
        custom = {f"custom:{field.pk}": field for field in fields}
        return cls(
            [name for name in COLUMNS if name in targets],
            {target: field for target, field in custom.items() if target in targets},
            LABEL in targets,
        )

    @property
    def targets(self) -> list[str]:
        return [EMAIL_COLUMN.target, *self.columns, *self.custom, *([LABEL] if self.has_labels else [])]


def merge_rows(rows: pl.DataFrame, shape: FileShape, existing: ExistingContactPolicy) -> pl.DataFrame:
    """Merges rows with the same address, as if each row were written in order.

    If the import overwrites, the last non-empty value of a column wins; if it fills, the first one. If it skips
    existing contacts, only the first row counts. Labels are combined, except when skipping.
    """
    rows = rows.select(shape.targets)
    repeated = pl.col(EMAIL_COLUMN.target).is_duplicated()
    again = rows.filter(repeated)
    if again.is_empty():
        return rows
    if existing == ExistingContactPolicy.SKIP:
        return rows.unique(EMAIL_COLUMN.target, keep="first", maintain_order=True)
    given = [pl.col(name).drop_nulls() for name in [*shape.columns, *shape.custom]]
    told = [column.first() if existing == ExistingContactPolicy.FILL else column.last() for column in given]
    labels = [pl.col(LABEL).drop_nulls().list.explode().unique(maintain_order=True)] if shape.has_labels else []
    whole = again.group_by(EMAIL_COLUMN.target, maintain_order=True).agg(*told, *labels)
    return pl.concat([rows.filter(~repeated), whole.select(rows.columns)])


def add_label_ids(rows: pl.DataFrame, shape: FileShape, always: Sequence[int], by_name: dict[str, int]) -> pl.DataFrame:
    """Adds `labels`: the label ids of each row, including those of the whole import."""
    fixed = pl.lit(sorted(always), dtype=pl.List(pl.Int64))
    if not shape.has_labels:
        return rows.with_columns(fixed.alias("labels"))
    own = pl.col(LABEL).list.eval(
        pl.element().str.to_lowercase().replace_strict(by_name, default=None, return_dtype=pl.Int64).drop_nulls()
    )
    own = own.fill_null(pl.lit([], dtype=pl.List(pl.Int64)))
    return rows.with_columns(pl.concat_list(own, fixed).list.unique().list.sort().alias("labels"))


def build_contact_rows(rows: pl.DataFrame, shape: FileShape, now: datetime, state: ContactState) -> pl.DataFrame:
    """Returns new rows in the shape of the contact table, without the team. `id` is already assigned."""
    moment = pl.lit(now.isoformat())
    texts = [
        (pl.col(name) if name in shape.columns else pl.lit(None)).fill_null("").alias(name) for name in TEXT_COLUMNS
    ]
    birthday = pl.col("birthday") if "birthday" in shape.columns else pl.lit(None, dtype=pl.Date)
    return rows.select(
        "id",
        EMAIL_COLUMN.target,
        *texts,
        birthday.alias("birthday"),
        pl.lit(state.value).alias("state"),
        _build_custom_record(shape).alias("custom_field"),
        _build_array().alias("label_ids"),
        moment.alias("created_at"),
        moment.alias("updated_at"),
        pl.lit(1).alias("revision"),
    )


def build_staging_rows(
    rows: pl.DataFrame, shape: FileShape, existing: ExistingContactPolicy, always: Sequence[int]
) -> pl.DataFrame:
    """Returns rows of existing contacts in the shape of the staging table.

    Skipped contacts only get the labels of the whole import.
    """
    if existing == ExistingContactPolicy.SKIP:
        fixed = pl.lit("{" + ",".join(map(str, sorted(always))) + "}")
        return rows.select("id", "location", fixed.alias("labels"))
    return rows.select(
        "id",
        "location",
        *shape.columns,
        _build_custom_record(shape).alias("custom"),
        _build_array().alias("labels"),
    )


def _build_array() -> pl.Expr:
    return pl.concat_str(pl.lit("{"), pl.col("labels").cast(pl.List(pl.String)).list.join(","), pl.lit("}"))


def _build_custom_record(shape: FileShape) -> pl.Expr:
    """Returns the custom values as JSON, `{"<field id>": value}`, without empty ones."""
    if not shape.custom:
        return pl.lit("{}")
    parts = [
        pl.concat_str(pl.lit(f'"{field.pk}":'), _build_json(target, field.type))
        for target, field in shape.custom.items()
    ]
    return pl.concat_str(pl.lit("{"), pl.concat_str(parts, separator=",", ignore_nulls=True), pl.lit("}"))


def _build_json(target: str, kind: str) -> pl.Expr:
    value = pl.col(target)
    if kind == FieldType.NUMBER:
        whole = value == value.round(0)
        return pl.when(whole).then(value.cast(pl.Int64, strict=False).cast(pl.String)).otherwise(value.cast(pl.String))
    if kind == FieldType.CHECKBOX:
        return pl.when(value).then(pl.lit("true")).when(~value).then(pl.lit("false"))
    if kind == FieldType.DATE:
        return pl.concat_str(pl.lit('"'), value.dt.to_string("%Y-%m-%d"), pl.lit('"'))
    if kind == FieldType.MULTI_CHOICE:
        items = value.list.eval(_quote(pl.element())).list.join(",")
        return pl.concat_str(pl.lit("["), items, pl.lit("]"))
    return _quote(value)


def _quote(value: pl.Expr) -> pl.Expr:
    # Line feeds are the only control characters left, so three characters need escaping.
    text = value.str.replace_all("\\", "\\\\", literal=True).str.replace_all('"', '\\"', literal=True)
    return pl.concat_str(pl.lit('"'), text.str.replace_all("\n", "\\n", literal=True), pl.lit('"'))
