"""Wire types whose values the apps contribute."""

from typing import Annotated, Any, Literal

import pytest
from django.apps import apps
from pydantic import BaseModel, TypeAdapter, ValidationError

from server.core.one_of import OneOf

Contributed = Annotated[str, OneOf(lambda: ["red", "blue"])]
Written = Literal["red", "blue"]


def errors_of(kind: Any) -> list[Any]:
    with pytest.raises(ValidationError) as raised:
        TypeAdapter(kind).validate_python("green")
    return list(raised.value.errors(include_url=False))


@pytest.mark.parametrize(
    ("contributed", "written"),
    [(Contributed, Written), (Contributed | Literal["all"], Written | Literal["all"])],
)
def test_it_is_what_a_literal_is(contributed: Any, written: Any) -> None:
    assert TypeAdapter(contributed).json_schema() == TypeAdapter(written).json_schema()
    assert errors_of(contributed) == errors_of(written)
    assert TypeAdapter(contributed).validate_python("blue") == "blue"


def test_a_schema_can_not_be_built_before_all_apps_have_contributed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apps, "ready", False)

    with pytest.raises(RuntimeError, match="before all apps"):

        class Paint(BaseModel):
            color: Contributed
