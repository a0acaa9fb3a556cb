"""The columns of contacts: their names and types, and how they are packed."""

from collections.abc import Callable, Mapping
from io import BytesIO

import polars as pl

from server.contacts.models import CustomField
from server.contacts.values import FieldType

# Texts are lower-cased: they are only ever compared without regard to case. An empty text is null.
TEXTS = (
    "email",
    "firstname",
    "lastname",
    "phone",
    "company",
    "city",
    "country",
    "timezone",
    "funnel",
    "note",
    "gender",
    "state",
)
# Moments are microseconds since 1970.
STANDARD: Mapping[str, pl.DataType] = {
    "id": pl.Int64(),
    **dict.fromkeys(TEXTS, pl.String()),
    "birthday": pl.Date(),
    "created_at": pl.Int64(),
    "updated_at": pl.Int64(),
    "labels": pl.List(pl.Int32),
}
# Whether a row still stands here; without the column all do.
ALIVE = "alive"
CUSTOM: Mapping[str, pl.DataType] = {
    FieldType.TEXT: pl.String(),
    FieldType.LONG_TEXT: pl.String(),
    FieldType.URL: pl.String(),
    FieldType.PHONE: pl.String(),
    FieldType.EMAIL: pl.String(),
    FieldType.DROPDOWN: pl.String(),
    FieldType.MULTI_CHOICE: pl.List(pl.String),
    FieldType.NUMBER: pl.Float64(),
    FieldType.DATE: pl.Date(),
    FieldType.DATE_TIME: pl.Int64(),
    FieldType.CHECKBOX: pl.Boolean(),
}
# A text column with no more different ones in a chunk is kept by numbers.
MOST_WORDS = 4_096
ACTIVITY: Mapping[str, pl.DataType] = {"contact": pl.Int64(), "at": pl.Int64(), "subject": pl.Int64()}


def label_column(label_id: int) -> str:
    """The name of the column that says who carries a label."""
    return f"l{label_id}"


def with_labels(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with a column for each label that somebody carries in place of their lists."""
    carried = sorted(frame["labels"].list.explode(keep_nulls=False, empty_as_null=False).unique().to_list())
    columns = [pl.col("labels").list.contains(label).alias(label_column(label)) for label in carried]
    return frame.with_columns(columns).drop("labels")


def column_of(field: CustomField) -> str:
    """The name of a custom field's column."""
    return f"f{field.pk}"


def types_of(custom: Mapping[str, str]) -> dict[str, pl.DataType]:
    """The types of all columns of a team; `custom` is column -> type of field."""
    return {**STANDARD, **{column: CUSTOM[kind] for column, kind in custom.items()}}


def pack(values: pl.DataFrame) -> bytes:
    """A frame as an Arrow IPC file. Texts of few words stand as numbers of these words: a tenth to read, and a search
    looks at each word once. Other texts are compressed, in the plain layout, which is half the size."""
    few = [column.name for column in values if column.dtype == pl.String and column.n_unique() <= MOST_WORDS]
    coded = values.with_columns(
        values[name].cast(pl.Enum(values[name].drop_nulls().unique(maintain_order=True))) for name in few
    )
    file = BytesIO()
    spelt = any(kind == pl.String for kind in coded.dtypes)
    coded.write_ipc(file, compression="lz4" if spelt else "uncompressed", compat_level=pl.CompatLevel.oldest())
    return file.getvalue()


def unpack(data: bytes | memoryview) -> pl.DataFrame:
    """What `pack` was given."""
    frame = pl.read_ipc(bytes(data))
    return frame.with_columns(pl.col(name).cast(pl.String) for name, kind in frame.schema.items() if kind == pl.Enum)


def unpack_coded(data: bytes | memoryview) -> pl.Series:
    """A packed column, a text of few words as an Enum of them (`of_words`)."""
    return pl.read_ipc(bytes(data)).to_series()


def of_words(values: pl.Series, fits: Callable[[pl.Expr], pl.Expr]) -> pl.Series:
    """What an expression over texts says of each, asked once of each word where the column is one of few words."""
    if not isinstance(values.dtype, pl.Enum):
        return values.to_frame("word").select(fits(pl.col("word"))).to_series()
    words = values.dtype.categories
    if words.is_empty():
        return pl.Series(values.name, [None], dtype=pl.Boolean).new_from_index(0, len(values))
    found = words.to_frame("word").select(fits(pl.col("word"))).to_series()
    return found.gather(values.to_physical())


def is_current(column: pl.Series, types: Mapping[str, pl.DataType]) -> bool:
    """Whether a column is of today's type. One of a field that has become of another type is not to be looked at:
    whoever held a value there was marked when that happened, so that nothing is read from it."""
    kind = pl.String() if column.dtype == pl.Enum else column.dtype
    return types.get(column.name, kind) == kind
