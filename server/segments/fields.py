"""Fields that a team's rules can use."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from server.contacts.models import CustomField
from server.contacts.selectors import fields as custom_fields
from server.contacts.states import ContactState, Stage
from server.contacts.values import FieldType, Gender
from server.segments.operators import Kind
from server.segments.rules.kinds import KINDS
from server.segments.rules.tree import Group, Rule

CUSTOM = "custom:"


@dataclass(frozen=True, slots=True)
class RuleField:
    """A field for rules. `column` is its contact column."""

    key: str
    kind: Kind
    column: str
    choices: Sequence[str] = ()


def _texts(*names: str) -> list[RuleField]:
    return [RuleField(name, Kind.TEXT, name) for name in names]


STANDARD = {
    asked.key: asked
    for asked in [
        *_texts("email", "firstname", "lastname", "phone", "company", "city", "country", "timezone", "note"),
        RuleField("gender", Kind.CHOICE, "gender", Gender.values),
        RuleField("state", Kind.CHOICE, "state", ContactState.values),
        RuleField("funnel", Kind.CHOICE, "funnel", Stage.values),
        RuleField("birthday", Kind.DAY, "birthday"),
        RuleField("createdAt", Kind.MOMENT, "created_at"),
        RuleField("updatedAt", Kind.MOMENT, "updated_at"),
    ]
}
KIND_OF_CUSTOM = {
    FieldType.TEXT: Kind.TEXT,
    FieldType.LONG_TEXT: Kind.TEXT,
    FieldType.URL: Kind.TEXT,
    FieldType.PHONE: Kind.TEXT,
    FieldType.EMAIL: Kind.TEXT,
    FieldType.DROPDOWN: Kind.CHOICE,
    FieldType.MULTI_CHOICE: Kind.CHOICES,
    FieldType.NUMBER: Kind.NUMBER,
    FieldType.DATE: Kind.DAY,
    FieldType.DATE_TIME: Kind.MOMENT,
    FieldType.CHECKBOX: Kind.CHECK,
}


def asked_of(custom: CustomField) -> RuleField:
    return RuleField(f"{CUSTOM}{custom.pk}", KIND_OF_CUSTOM[FieldType(custom.type)], f"f{custom.pk}", custom.values)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The fields of a team by key."""

    team_id: UUID
    fields: dict[str, RuleField] = field(default_factory=dict)

    @classmethod
    def of(cls, team_id: UUID) -> "Catalogue":
        """Returns the standard fields and the team's custom fields."""
        own = [asked_of(custom) for custom in custom_fields.fields_of(team_id)]
        return cls(team_id, STANDARD | {asked.key: asked for asked in own})

    def check(self, rule: Rule, at: str = "rules") -> None:
        """Raises FieldsInvalid, with the position in the tree, for the first rule that the team cannot use."""
        if not isinstance(rule, Group):
            KINDS[rule.kind].check(rule, self, at)
            return
        for number, below in enumerate(rule.rules):
            self.check(below, f"{at}.rules.{number}")
