"""The fields of a kind's settings, each with the control that edits it.

Further keys of the schema: `tab` and `part`, its tab and heading in the panel; `inherits`, the document-wide setting
that an empty value takes; `tags`, whether it can have merge tags; `holds`, the content of a rich text; `unit`;
`visibleWhen`, the values of other settings for which the panel shows it; `targets`, the kinds that a reference can lead
to.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, Final, Literal

from pydantic import BeforeValidator, Field
from pydantic.alias_generators import to_camel

from server.documents.kinds.settings import NOT_EMPTY, TARGETS, VISIBLE_WHEN, Align, KindSettings, read_items
from server.documents.pieces import build_stored_items
from server.documents.snapshot import RICH

Tab = Literal["settings", "look"]
_COLOUR: Final = r"^#[0-9a-fA-F]{6}$"
_COLOUR_OR_NONE: Final = r"^(#[0-9a-fA-F]{6})?$"


def _field(
    default: Any, control: str, tab: Tab, part: str, *, extra: Mapping[str, Any] | None = None, **rules: Any
) -> Any:
    extras = {"control": control, "tab": tab, **({"part": part} if part else {}), **(extra or {})}
    if isinstance(default, dict | list):
        # A shallow copy is enough for paddings, which are the most frequent defaults.
        fresh = default.copy if all(isinstance(item, int) for item in default) else partial(deepcopy, default)
        return Field(default_factory=fresh, json_schema_extra={**extras, "default": default}, **rules)
    return Field(default=default, json_schema_extra=extras, **rules)


def visible_when(field: Any, **values: Sequence[str | bool | int]) -> Any:
    """Shows a field only while each named setting beside it has one of these values, or with `NOT_EMPTY` any.

    Hidden settings stay stored. `KindSettings` raises ValueError for an unknown name or value.
    """
    conditions = {to_camel(name): each if each == NOT_EMPTY else list(each) for name, each in values.items()}
    field.json_schema_extra[VISIBLE_WHEN] = conditions
    return field


def line(default: str = "", *, tab: Tab = "settings", part: str = "", tags: bool = True) -> Any:
    return _field(default, "line", tab, part, extra={"tags": True} if tags else None)


def lines(default: str = "", *, tab: Tab = "settings", part: str = "") -> Any:
    return _field(default, "lines", tab, part, extra={"tags": True})


def rich(holds: Literal["line", "blocks"], *, tab: Tab = "settings") -> Any:
    """Rich text: `line` is one paragraph with its marks, `blocks` paragraphs, headings, lists and quotes."""
    empty = {RICH: [{"name": "paragraph", "attributes": {}, "inside": []}]}
    return _field(empty, "rich", tab, "", extra={"holds": holds, "tags": True})


def address(*, tab: Tab = "settings", part: str = "") -> Any:
    """A web, mailto: or tel: URL, or empty."""
    return _field("", "address", tab, part, extra={"tags": True})


def image(*, tab: Tab = "settings") -> Any:
    return _field("", "image", tab, "", extra={"tags": True})


def colour(default: str = "", *, inherits: str = "", tab: Tab = "look", part: str = "") -> Any:
    """A colour as `#rrggbb`. With an empty default it can be empty: the inherited colour, or none."""
    pattern = _COLOUR if default else _COLOUR_OR_NONE
    return _field(default, "colour", tab, part, extra={"inherits": inherits} if inherits else None, pattern=pattern)


def slider(
    default: int, least: int, most: int, *, unit: Literal["px", "percent"] = "px", tab: Tab = "look", part: str = ""
) -> Any:
    return _field(default, "slider", tab, part, extra={"unit": unit}, ge=least, le=most)


def pixels(default: int, least: int, most: int, *, tab: Tab = "look", part: str = "", inherits: str = "") -> Any:
    return _field(default, "pixels", tab, part, extra={"inherits": inherits} if inherits else None, ge=least, le=most)


def choice(default: str, *, tab: Tab = "look", part: str = "") -> Any:
    return _field(default, "choice", tab, part)


def switch(default: bool, *, tab: Tab = "settings", part: str = "") -> Any:
    return _field(default, "switch", tab, part)


def align(default: Align = "left", *, tab: Tab = "look", part: str = "") -> Any:
    return _field(default, "align", tab, part)


def sides(default: tuple[int, int, int, int], *, tab: Tab = "look", part: str = "") -> Any:
    """Pixels at the top, right, bottom and left."""
    return _field(list(default), "sides", tab, part)


def items(default: list[dict[str, Any]], *, max_items: int, tab: Tab = "settings") -> Any:
    """A list of settings, stored as a map by id. Items after the first `max_items` are not read."""
    stored = build_stored_items(default)
    field = _field(stored, "list", tab, "", extra={"maxItems": max_items}, validate_default=True)
    field.metadata.append(BeforeValidator(partial(read_items, max_items=max_items)))
    return field


def group(settings: type[KindSettings], *, tab: Tab = "settings", part: str = "") -> Any:
    """Settings inside a setting, shown together. Their labels are looked up like those of the kind."""
    extras = {"control": "group", "tab": tab, **({"part": part} if part else {})}
    default = settings().model_dump(mode="json", by_alias=True)
    return Field(default_factory=settings, json_schema_extra={**extras, "default": default})


def node(*, kinds: Sequence[str] = (), roots: Sequence[str] = (), tab: Tab = "settings", part: str = "") -> Any:
    """A reference to a node of one of these kinds or to a root of one of these root kinds; None without one.

    Raises ValueError if nothing is eligible.
    """
    if not kinds and not roots:
        raise ValueError("A reference needs eligible kinds")
    targets = {"kinds": list(kinds), "roots": list(roots)}
    return _field(None, "node", tab, part, extra={TARGETS: targets})


def code(*, tab: Tab = "settings") -> Any:
    return _field("", "code", tab, "", extra={"tags": True})
