"""Fields that a team's rules can use."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from server.contacts.models import CustomField
from server.contacts.selectors import fields as custom_fields
from server.contacts.states import ContactState, Stage
from server.contacts.values import FieldType, Gender
from server.segments.operators import ValueKind
from server.segments.rules.kinds import KINDS
from server.segments.rules.tree import Group, Rule

CUSTOM_PREFIX = "custom:"


@dataclass(frozen=True, slots=True)
class RuleField:
    """A field for rules. `column` is its contact column."""

    key: str
    kind: ValueKind
    column: str
    choices: Sequence[str] = ()


def _build_text_fields(*names: str) -> list[RuleField]:
    return [RuleField(name, ValueKind.TEXT, name) for name in names]


STANDARD_FIELDS = {
    asked.key: asked
    for asked in [
        *_build_text_fields(
            "email", "firstname", "lastname", "phone", "company", "city", "country", "timezone", "note"
        ),
        RuleField("gender", ValueKind.CHOICE, "gender", Gender.values),
        RuleField("state", ValueKind.CHOICE, "state", ContactState.values),
        RuleField("funnel", ValueKind.CHOICE, "funnel", Stage.values),
        RuleField("birthday", ValueKind.DAY, "birthday"),
        RuleField("createdAt", ValueKind.MOMENT, "created_at"),
        RuleField("updatedAt", ValueKind.MOMENT, "updated_at"),
    ]
}
KIND_BY_FIELD_TYPE = {
    FieldType.TEXT: ValueKind.TEXT,
    FieldType.LONG_TEXT: ValueKind.TEXT,
    FieldType.URL: ValueKind.TEXT,
    FieldType.PHONE: ValueKind.TEXT,
    FieldType.EMAIL: ValueKind.TEXT,
    FieldType.DROPDOWN: ValueKind.CHOICE,
    FieldType.MULTI_CHOICE: ValueKind.CHOICES,
    FieldType.NUMBER: ValueKind.NUMBER,
    FieldType.DATE: ValueKind.DAY,
    FieldType.DATE_TIME: ValueKind.MOMENT,
    FieldType.CHECKBOX: ValueKind.CHECK,
}


def build_rule_field(custom: CustomField) -> RuleField:
    return RuleField(
        f"{CUSTOM_PREFIX}{custom.pk}", KIND_BY_FIELD_TYPE[FieldType(custom.type)], f"f{custom.pk}", custom.values
    )


@dataclass(frozen=True, slots=True)
class RuleCatalogue:
    """The fields of a team by key."""

    team_id: UUID
    fields: dict[str, RuleField] = field(default_factory=dict)

    @classmethod
    def of(cls, team_id: UUID) -> "RuleCatalogue":
        own = [build_rule_field(custom) for custom in custom_fields.query_fields(team_id)]
        return cls(team_id, STANDARD_FIELDS | {asked.key: asked for asked in own})

    def check(self, rule: Rule, at: str = "rules") -> None:
        """Raises FieldsInvalid, with the position in the tree, for the first rule that the team cannot use."""
        if not isinstance(rule, Group):
            KINDS[rule.kind].check(rule, self, at)
            return
        for number, below in enumerate(rule.rules):
            self.check(below, f"{at}.rules.{number}")
