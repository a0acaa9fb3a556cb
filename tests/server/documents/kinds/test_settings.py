"""Stored settings are read whatever they hold; the schema says all that a panel needs."""

import ast
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import pycrdt
import pytest

from server import documents
from server.documents.kinds import fields
from server.documents.kinds.email import EMAIL
from server.documents.kinds.email.button import ButtonSettings
from server.documents.kinds.email.social_media import SocialLink, SocialMediaSettings
from server.documents.kinds.email.text import TextSettings
from server.documents.kinds.registry import Kind, RootKind, build_editor
from server.documents.kinds.settings import NOT_EMPTY, KindSettings, Number, build_group_starts
from server.documents.pieces import fill_settings, merge_settings
from server.documents.structure import NodeLevel, TreeStructure
from tests.server.documents.structures import FOLDER

DOCUMENTS = Path(documents.__file__).parent
CONTROLS = {
    "line", "lines", "rich", "address", "image", "colour", "slider", "pixels", "choice", "switch", "align", "sides",
    "list", "code",
}  # fmt: skip


def test_what_is_stored_is_read_by_its_names_in_camel_case() -> None:
    read = ButtonSettings.read({"words": "Beli", "buttonColour": "#9A3A22", "inside": [1, 2, 3, 4], "size": 18})

    assert (read.words, read.button_colour, read.inside, read.size) == ("Beli", "#9A3A22", [1, 2, 3, 4], 18)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("words", 7),
        ("words", {"$rich": []}),
        ("buttonColour", "red;background:url(x)"),
        ("buttonColour", "#12345"),
        ("buttonColour", "#123456\n"),
        ("width", "huge"),
        ("align", "justify"),
        ("corner", 41),
        ("corner", -1),
        ("corner", True),
        ("corner", 2.5),
        ("inside", [1, 2, 3]),
        ("inside", [1, 2, 3, 121]),
        ("inside", [1, 2, 3, "4px"]),
        ("inside", None),
    ],
)
def test_a_wrong_value_is_read_as_the_default_and_leaves_the_others(name: str, wrong: Any) -> None:
    read = ButtonSettings.read({"address": "https://kopi.example", name: wrong})

    assert read == ButtonSettings(address="https://kopi.example")


def test_of_a_list_only_wrong_items_are_left_out() -> None:
    read = SocialMediaSettings.read(
        {
            "links": {
                "d": {"order": "a1", "network": "email", "address": "mailto:a@kopi.example"},
                "a": {"order": "a0", "network": "x", "address": "https://x.example"},
                "b": {"order": "a2", "network": "myspace", "address": "https://old.example"},
                "c": "instagram",
            },
            "size": 24,
        }
    )

    assert read.links == [
        SocialLink(network="x", address="https://x.example"),
        SocialLink(network="email", address="mailto:a@kopi.example"),
    ]
    assert read.size == 24


@pytest.mark.parametrize("wrong", [None, "x", [], [{"network": "x"}], {"$rich": []}])
def test_a_list_that_is_stored_as_no_map_is_read_as_the_default(wrong: Any) -> None:
    assert SocialMediaSettings.read({"links": wrong}).links == SocialMediaSettings().links


class Fruit(KindSettings):
    """An item of a list."""

    id: str = ""
    name: str = fields.line("Fruit")
    count: Number = fields.pixels(1, 0, 9)


class Basket(KindSettings):
    """A kind with a list."""

    fruits: list[Fruit] = fields.items([{"id": "start", "name": "Apple"}], max_items=3)


LISTS = json.loads((FOLDER / "lists.json").read_text())


def test_the_client_reads_lists_by_this_schema() -> None:
    assert Basket.schema_of() == LISTS["schema"]


@pytest.mark.parametrize("case", LISTS["cases"], ids=lambda case: case["name"])
def test_a_list_is_read_as_by_the_client(case: dict[str, Any]) -> None:
    read = Basket.read(case["stored"])

    assert [fruit.model_dump(by_alias=True) for fruit in read.fruits] == case["items"]


class NamedFruit(KindSettings):
    """An item of a list."""

    id: str = ""
    name: str = fields.line("Fruit")


class Bowl(KindSettings):
    """A group with a list."""

    size: Number = fields.pixels(3, 0, 9)
    fruits: list[NamedFruit] = fields.items([{"id": "start", "name": "Apple"}], max_items=9)


class Table(KindSettings):
    """A kind with a list and a group."""

    fruits: list[NamedFruit] = fields.items([{"id": "start", "name": "Apple"}], max_items=9)
    bowl: Bowl = fields.group(Bowl)


CHANGES = json.loads((FOLDER / "setting-changes.json").read_text())


def test_the_client_changes_settings_by_this_schema() -> None:
    client_schema, schema = CHANGES["schema"], Table.schema_of()

    assert {name: field["control"] for name, field in schema["properties"].items()} == {
        name: field["control"] for name, field in client_schema["properties"].items()
    }
    assert schema["properties"]["fruits"] == client_schema["properties"]["fruits"]
    assert schema["properties"]["bowl"]["properties"] == client_schema["properties"]["bowl"]["properties"]


@pytest.mark.parametrize("is_single", [False, True], ids=["a map", "a single value"])
@pytest.mark.parametrize("case", CHANGES["cases"], ids=lambda case: case["name"])
def test_settings_are_changed_as_by_the_client(case: dict[str, Any], is_single: bool) -> None:
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    settings = doc.get("settings", type=pycrdt.Map)
    for name, value in case["stored"].items():
        if is_single:
            settings[name] = value
        else:
            fill_settings(settings, {name: value}, {})

    merge_settings(settings, case["changes"], build_group_starts(Table))

    assert settings.to_py() == case["settings"]


def test_an_item_cannot_have_a_setting_with_the_name_of_its_order() -> None:
    class Entry(KindSettings):
        order: str = fields.line("")

    with pytest.raises(ValueError, match="order"):

        class _Index(KindSettings):
            entries: list[Entry] = fields.items([], max_items=3)


@pytest.mark.parametrize("wrong", ["words", {"rich": []}, {"$rich": "words"}, [], None])
def test_what_is_no_rich_text_is_read_as_an_empty_paragraph(wrong: Any) -> None:
    assert TextSettings.read({"text": wrong}).text == {"$rich": [{"name": "paragraph", "attributes": {}, "inside": []}]}


def test_two_new_nodes_do_not_share_their_rich_text() -> None:
    assert TextSettings().text is not TextSettings().text


def test_every_field_says_its_control_its_tab_and_its_default() -> None:
    contract = EMAIL.contract()
    schemas = [contract["globals"], *(kind["schema"] for kind in contract["kinds"])]

    for schema in schemas:
        for name, field in schema["properties"].items():
            assert field["control"] in CONTROLS, name
            assert field["tab"] in ("settings", "look"), name
            assert "default" in field, name
            assert "$ref" not in str(field), name


def test_the_defaults_of_a_schema_are_what_nothing_stored_is_read_as() -> None:
    for kind in EMAIL.kinds.values():
        defaults = {name: field["default"] for name, field in kind.settings.schema_of()["properties"].items()}

        assert kind.settings.read(defaults) == kind.settings.read({}), kind.name


def test_a_kinds_own_fields_come_before_those_that_all_have() -> None:
    fields = list(EMAIL.kinds["button"].settings.schema_of()["properties"])

    assert (fields[0], fields[-2:]) == ("words", ["padding", "background"])


def test_the_kinds_of_this_editor() -> None:
    assert list(EMAIL.kinds) == [
        "row", "column", "text", "content", "image", "button", "separator", "html", "socialMedia",
    ]  # fmt: skip


class Vase(KindSettings):
    """A kind with settings that depend on others."""

    is_glazed: bool = fields.switch(False)
    glaze_colour: str = fields.visible_when(fields.colour(), is_glazed=(True,))
    maker: str = fields.line()
    maker_url: str = fields.visible_when(fields.address(), maker=NOT_EMPTY)


def test_a_schema_says_when_a_setting_is_visible() -> None:
    assert Vase.schema_of()["properties"]["glazeColour"]["visibleWhen"] == {"isGlazed": [True]}
    assert "visibleWhen" not in Vase.schema_of()["properties"]["isGlazed"]
    assert Vase.schema_of()["properties"]["makerUrl"]["visibleWhen"] == {"maker": "notEmpty"}


def test_a_hidden_setting_is_read_as_stored() -> None:
    assert Vase.read({"isGlazed": False, "glazeColour": "#112233"}).glaze_colour == "#112233"


@pytest.mark.parametrize(
    "conditions",
    [
        {"missing": (True,)},
        {"missing": NOT_EMPTY},
        {"colour": ("",)},
        {"shape": ("round",)},
        {"shape": ()},
        {"size": (True,)},
    ],
)
def test_a_setting_cannot_depend_on_an_unknown_setting_or_value(conditions: dict[str, tuple[str]]) -> None:
    with pytest.raises(ValueError, match=next(iter(conditions))):

        class _Jar(KindSettings):
            shape: Literal["tall", "wide"] = fields.choice("tall")
            size: Number = fields.pixels(40, 1, 100)
            colour: str = fields.visible_when(fields.colour(), **conditions)


class Frame(KindSettings):
    """A group of settings."""

    line: Literal["solid", "dashed"] = fields.choice("solid")
    weight: Number = fields.pixels(1, 0, 9)


class Picture(KindSettings):
    """A kind with a group."""

    frame: Frame = fields.group(Frame, tab="look")


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ({}, Frame(line="solid", weight=1)),
        ({"frame": None}, Frame(line="solid", weight=1)),
        ({"frame": "dashed"}, Frame(line="solid", weight=1)),
        ({"frame": {"line": "dashed"}}, Frame(line="dashed", weight=1)),
        ({"frame": {"line": "dotted", "weight": 4}}, Frame(line="solid", weight=4)),
        ({"frame": {"line": "dashed", "weight": 40, "colour": 1}}, Frame(line="dashed", weight=1)),
    ],
)
def test_each_part_of_a_group_has_its_own_default(stored: dict[str, Any], expected: Frame) -> None:
    assert Picture.read(stored).frame == expected


def test_the_schema_of_a_group_has_its_parts() -> None:
    schema = Picture.schema_of()["properties"]["frame"]

    assert (schema["type"], schema["control"], schema["tab"]) == ("object", "group", "look")
    assert list(schema["properties"]) == ["line", "weight"]
    assert schema["default"] == {"line": "solid", "weight": 1}


BOX = TreeStructure(NodeLevel(("component",)), {"component": NodeLevel()})


def test_a_kind_of_a_level_that_the_editor_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="shelf"):
        build_editor(BOX, KindSettings, [Kind("shelf", "row", "things", KindSettings)], look={})


def test_an_editor_refuses_two_kinds_with_one_name() -> None:
    kind = Kind("seal", "component", "words", KindSettings)

    with pytest.raises(ValueError, match="seal"):
        build_editor(BOX, KindSettings, [kind, kind], look={})


class PopupSettings(KindSettings):
    """A root of another editor."""

    delay: Number = fields.pixels(0, 0, 60)


def test_an_editor_has_kinds_of_roots_with_settings() -> None:
    popup = RootKind("popup", PopupSettings)

    assert build_editor(BOX, KindSettings, [], look={}, roots=[popup]).contract()["roots"] == [
        {"name": "popup", "schema": PopupSettings.schema_of()}
    ]
    with pytest.raises(ValueError, match="popup"):
        build_editor(BOX, KindSettings, [], look={}, roots=[popup, popup])


class LampSettings(KindSettings):
    """A kind of another editor."""

    watts: Number = fields.pixels(40, 1, 100)


def test_an_editor_of_other_kinds_is_a_registry_and_nothing_more() -> None:
    lamp = Kind("lamp", "component", "things", LampSettings, lambda settings, _: f"{settings.watts} W", "light")
    tiny = build_editor(BOX, KindSettings, [lamp], look={"wood": "oak"})

    assert tiny.contract() == {
        "structure": BOX.contract(),
        "globals": {"type": "object", "properties": {}},
        "kinds": [
            {
                "name": "lamp",
                "level": "component",
                "group": "things",
                "feature": "light",
                "schema": LampSettings.schema_of(),
            }
        ],
        "roots": [],
        "look": {"wood": "oak"},
    }
    assert list(LampSettings.schema_of()["properties"]) == ["watts"]
    assert list(tiny.kinds) == ["lamp"]


def test_nothing_of_documents_looks_which_kind_something_is() -> None:
    """Differences between kinds are in their files: no comparison and no case of a match names one."""
    assert _comparing(set(EMAIL.kinds), "kind", sorted(DOCUMENTS.rglob("*.py"))) == []


def test_nothing_but_the_editors_own_files_looks_of_which_level_something_is() -> None:
    own = (DOCUMENTS / "kinds" / "email", DOCUMENTS / "starters")
    kernel = [path for path in sorted(DOCUMENTS.rglob("*.py")) if not any(path.is_relative_to(each) for each in own)]

    assert _comparing(set(EMAIL.structure.levels), "level", kernel) == []
    assert _comparing(set(EMAIL.structure.levels), "level", [own[0] / "rendering.py"]) != []


def _comparing(names: set[str], attribute: str, paths: Iterable[Path]) -> list[str]:
    """Where something of this name is compared with one of these, or matched against it."""
    found = []
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            sides: list[ast.AST]
            match node:
                case ast.Compare():
                    sides = [node.left, *node.comparators]
                case ast.Match():
                    sides = [node.subject, *(case.pattern for case in node.cases)]
                case _:
                    continue
            strings = {each.value for side in sides for each in ast.walk(side) if isinstance(each, ast.Constant)}
            if any(_is_named(side, attribute) for side in sides) and strings & names:
                found.append(f"{path.relative_to(DOCUMENTS)}:{node.lineno}")
    return found


def _is_named(node: ast.AST, attribute: str) -> bool:
    named = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return named == attribute
