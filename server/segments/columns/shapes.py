"""Names, types and packing of contact columns."""

from collections.abc import Callable, Mapping
from io import BytesIO

import polars as pl

from server.contacts.models import CustomField
from server.contacts.values import FieldType

# Texts are lower case, because comparisons ignore case. Empty text is null.
TEXT_COLUMNS = (
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
# Timestamps are microseconds since 1970.
STANDARD_TYPES: Mapping[str, pl.DataType] = {
    "id": pl.Int64(),
    **dict.fromkeys(TEXT_COLUMNS, pl.String()),
    "birthday": pl.Date(),
    "created_at": pl.Int64(),
    "updated_at": pl.Int64(),
    "labels": pl.List(pl.Int32),
}
# Whether a row is live. Without this column, all rows are.
ALIVE_COLUMN = "alive"
CUSTOM_TYPES: Mapping[str, pl.DataType] = {
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
# Maximum distinct values of a text column stored as codes.
MAX_DICTIONARY_VALUES = 4_096
ACTIVITY_TYPES: Mapping[str, pl.DataType] = {"contact": pl.Int64(), "at": pl.Int64(), "subject": pl.Int64()}


def get_label_column(label_id: int) -> str:
    return f"l{label_id}"


def expand_labels(frame: pl.DataFrame) -> pl.DataFrame:
    carried = sorted(frame["labels"].list.explode(keep_nulls=False, empty_as_null=False).unique().to_list())
    columns = [pl.col("labels").list.contains(label).alias(get_label_column(label)) for label in carried]
    return frame.with_columns(columns).drop("labels")


def get_field_column(field: CustomField) -> str:
    return f"f{field.pk}"


def build_types(custom: Mapping[str, str]) -> dict[str, pl.DataType]:
    """`custom` maps columns to field types."""
    return {**STANDARD_TYPES, **{column: CUSTOM_TYPES[kind] for column, kind in custom.items()}}


def pack(values: pl.DataFrame) -> bytes:
    """Packs a frame as an Arrow IPC file.

    Texts with few distinct values are stored as codes: a tenth to read, and searches check each value once. Other texts
    are compressed in the plain layout, which is half the size.
    """
    few = [column.name for column in values if column.dtype == pl.String and column.n_unique() <= MAX_DICTIONARY_VALUES]
    coded = values.with_columns(
        values[name].cast(pl.Enum(values[name].drop_nulls().unique(maintain_order=True))) for name in few
    )
    file = BytesIO()
    spelt = any(kind == pl.String for kind in coded.dtypes)
    coded.write_ipc(file, compression="lz4" if spelt else "uncompressed", compat_level=pl.CompatLevel.oldest())
    return file.getvalue()


def unpack(data: bytes | memoryview) -> pl.DataFrame:
    frame = pl.read_ipc(bytes(data))
    return frame.with_columns(pl.col(name).cast(pl.String) for name, kind in frame.schema.items() if kind == pl.Enum)


def unpack_coded(data: bytes | memoryview) -> pl.Series:
    """Returns a packed column; text with few distinct values remains an Enum (see `evaluate_text`)."""
    return pl.read_ipc(bytes(data)).to_series()


def evaluate_text(values: pl.Series, fits: Callable[[pl.Expr], pl.Expr]) -> pl.Series:
    """Evaluates an expression over text, once per distinct value if the column is an Enum."""
    if not isinstance(values.dtype, pl.Enum):
        return values.to_frame("word").select(fits(pl.col("word"))).to_series()
    words = values.dtype.categories
    if words.is_empty():
        return pl.Series(values.name, [None], dtype=pl.Boolean).new_from_index(0, len(values))
    found = words.to_frame("word").select(fits(pl.col("word"))).to_series()
    return found.gather(values.to_physical())


def is_current(column: pl.Series, types: Mapping[str, pl.DataType]) -> bool:
    """Whether a column has the current type. A column with the previous type of a field must not be read.

    When the type changed, all contacts with a value were marked, so their rows are read elsewhere.
    """
    kind = pl.String() if column.dtype == pl.Enum else column.dtype
    return types.get(column.name, kind) == kind
