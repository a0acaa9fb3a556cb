"""The settings of a kind: the schema of its panel, and reading stored values without ever failing."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from server.documents.pieces import GroupStart, GroupStarts
from server.documents.snapshot import NODE, ORDER, RICH, is_name, sort_ids

Align = Literal["left", "center", "right"]
Vertical = Literal["top", "middle", "bottom"]
VISIBLE_WHEN: Final = "visibleWhen"
# In place of values: any value except an empty text, list, rich text or reference.
NOT_EMPTY: Final = "notEmpty"
TARGETS: Final = "targets"


def _check_rich(value: Any) -> Any:
    if not isinstance(value, dict) or not isinstance(value.get(RICH), list):
        raise ValueError("no rich text")
    return value


def _check_not_bool(value: Any) -> Any:
    """Rejects booleans, which pydantic would accept as numbers."""
    if isinstance(value, bool):
        raise ValueError("no number")
    return value


def read_items(stored: Any, *, max_items: int) -> list[Any]:
    """The items of a list setting in their order, each with its id. Raises ValueError if no map is stored."""
    if not isinstance(stored, Mapping) or RICH in stored or NODE in stored:
        raise ValueError("no items")
    items = {key: item for key, item in stored.items() if isinstance(item, Mapping)}
    ordered = sort_ids({key: item.get(ORDER) for key, item in items.items()})
    return [{**items[key], "id": key} for key in ordered[:max_items]]


def _read_reference(stored: Any) -> str | None:
    if stored is None:
        return None
    if not isinstance(stored, Mapping) or len(stored) != 1 or not is_name(stored.get(NODE)):
        raise ValueError("no reference")
    key: str = stored[NODE]
    return key


# The id of a node or root. `references.resolve_references` reads it.
Reference = Annotated[str | None, BeforeValidator(_read_reference)]
Rich = Annotated[dict[str, Any], AfterValidator(_check_rich)]
Number = Annotated[int, BeforeValidator(_check_not_bool)]
Side = Annotated[int, Field(ge=0, le=120), BeforeValidator(_check_not_bool)]
Sides = Annotated[list[Side], Field(min_length=4, max_length=4)]  # pixels: top, right, bottom, left


class KindSettings(BaseModel):
    """Settings with names in camelCase as they are stored. Every field has a default: that of a new node."""

    model_config = ConfigDict(alias_generator=to_camel, extra="ignore", frozen=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        fields = {field.alias: field for field in cls.model_fields.values()}
        for name, field in fields.items():
            extra = field.json_schema_extra
            conditions: Any = extra.get(VISIBLE_WHEN, {}) if isinstance(extra, dict) else {}
            for other, values in conditions.items():
                if other not in fields or other == name or not values:
                    raise ValueError(f"{cls.__name__}.{name} cannot depend on {other}")
                for value in () if values == NOT_EMPTY else values:
                    cls.model_validate({other: value}, strict=True)
        for name in cls._lists():
            [item] = get_args(fields[name].annotation)
            if any(field.alias == ORDER for field in item.model_fields.values()):
                raise ValueError(f"The items of {cls.__name__}.{name} cannot have a setting {ORDER}")

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Reads stored settings, with defaults for missing and invalid ones. Excludes invalid items of lists."""
        try:
            # Faster than `model_validate`: rendering an email reads settings some hundred times.
            read: Self = cls.__pydantic_validator__.validate_python(stored)
        except ValidationError as error:
            wrong = [
                each["loc"] for each in error.errors(include_url=False, include_context=False, include_input=False)
            ]
            return cls.model_validate(cls.without(stored, wrong))
        return read

    @classmethod
    def _list_names_with_control(cls, control: str) -> frozenset[str]:
        extras = ((field.alias or "", field.json_schema_extra) for field in cls.model_fields.values())
        return frozenset(name for name, extra in extras if isinstance(extra, dict) and extra.get("control") == control)

    @classmethod
    def _lists(cls) -> dict[str, int]:
        """Maximum number of items by list setting."""
        extras = {field.alias or "": field.json_schema_extra for field in cls.model_fields.values()}
        limits: dict[str, Any] = {
            name: extra["maxItems"]
            for name, extra in extras.items()
            if isinstance(extra, dict) and extra.get("control") == "list"
        }
        return limits

    @classmethod
    def without(cls, stored: Mapping[str, Any], wrong: Iterable[tuple[str | int, ...]]) -> dict[str, Any]:
        """Removes the values at these locations; of lists the whole items, and those that are never read."""
        lists, groups = cls._lists(), cls._list_names_with_control("group")
        kept = dict(stored)
        wrong_items: dict[str, set[int]] = {}
        wrong_parts: dict[str, list[tuple[str | int, ...]]] = {}
        for location in wrong:
            match location:
                case (str(name), int(index), *_) if name in lists:
                    wrong_items.setdefault(name, set()).add(index)
                case (str(name), _, *_) if name in groups:
                    wrong_parts.setdefault(name, []).append(location[1:])
                case (str(name), *_):
                    kept.pop(name, None)
        for name, indexes in wrong_items.items():
            if name in kept:
                ids = [item["id"] for item in read_items(kept[name], max_items=lists[name])]
                kept[name] = {key: kept[name][key] for at, key in enumerate(ids) if at not in indexes}
        for name, locations in wrong_parts.items():
            if name in kept:
                inside: Any = next(field for field in cls.model_fields.values() if field.alias == name).annotation
                kept[name] = inside.without(kept[name], locations)
        return kept

    @classmethod
    def schema_of(cls) -> dict[str, Any]:
        """The JSON schema with resolved references. Inherited fields come after those of the class."""
        schema = cls.model_json_schema(by_alias=True)
        own = {field.alias for name, field in cls.model_fields.items() if name in cls.__annotations__}
        fields = dict(sorted(schema["properties"].items(), key=lambda field: field[0] not in own))
        return {"type": "object", "properties": _inline_definitions(fields, schema.get("$defs", {}))}


@cache
def build_group_starts(settings: type[KindSettings]) -> GroupStarts:
    """How the groups and lists of a kind's settings are created, each list with its default items."""
    starts: dict[str, GroupStart] = {}
    for each in settings.model_fields.values():
        extra: Any = each.json_schema_extra if isinstance(each.json_schema_extra, dict) else {}
        name, inside = each.alias or "", each.annotation
        match extra.get("control"):
            case "group" if isinstance(inside, type) and issubclass(inside, KindSettings):
                starts[name] = GroupStart(inside=build_group_starts(inside))
            case "list":
                starts[name] = GroupStart(extra["default"])
    return starts


def _inline_definitions(schema: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_inline_definitions(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        named = definitions[schema["$ref"].rsplit("/", 1)[-1]]
        return _inline_definitions(
            {**named, **{key: value for key, value in schema.items() if key != "$ref"}}, definitions
        )
    # Generated titles and class descriptions are dropped. Settings with these names have an object as value.
    dropped = {key for key in ("title", "description") if isinstance(schema.get(key), str)}
    return {key: _inline_definitions(value, definitions) for key, value in schema.items() if key not in dropped}
