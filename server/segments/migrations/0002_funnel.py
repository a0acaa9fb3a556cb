"""Rules on the funnel ask for stages, no longer for words."""

from collections.abc import Callable
from typing import Any

from django.db import migrations

STAGES = ("awareness", "interest", "decision", "action", "loyalty")
HOLDS: dict[str, Callable[[str, str], bool]] = {
    "is": lambda stage, text: stage == text,
    "contains": lambda stage, text: text in stage,
    "startsWith": lambda stage, text: stage.startswith(text),
}
POSITIVE = {"isNot": "is", "containsNot": "contains"}


def renewed(rule: dict[str, Any]) -> dict[str, Any]:
    """The rule as it is asked of stages, and all below it."""
    if rule["kind"] == "group":
        return {**rule, "rules": [renewed(below) for below in rule["rules"]]}
    if rule["kind"] != "field" or rule["field"] != "funnel" or not isinstance(rule.get("value"), str):
        return rule
    text, operator = rule["value"], rule["operator"]
    # Of no stage: the word itself stays, which no contact has any more.
    fits = [stage for stage in STAGES if HOLDS[POSITIVE.get(operator, operator)](stage, text.lower())] or [text]
    return {**rule, "operator": "isNoneOf" if operator in POSITIVE else "isAnyOf", "value": fits}


def renew(apps: Any, schema_editor: Any) -> None:
    for segment in apps.get_model("segments", "Segment").objects.iterator():
        rules = renewed(segment.rules)
        if rules != segment.rules:
            segment.rules = rules
            segment.save(update_fields=["rules"])


class Migration(migrations.Migration):
    dependencies = [("segments", "0001_initial"), ("contacts", "0011_funnel")]

    operations = [migrations.RunPython(renew, migrations.RunPython.noop)]
