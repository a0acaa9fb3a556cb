"""The kind `field`."""

from server.core.errors import FieldsInvalid
from server.segments.causes import UNKNOWN_OPERATOR, UNKNOWN_RULE_FIELD
from server.segments.fields import RuleCatalogue
from server.segments.operators import CAUSE_BY_OPERAND_KIND, OPERATORS, ValueKind, is_valid_operand
from server.segments.rules.field import naive, vectors
from server.segments.rules.field.schema import FieldRule
from server.segments.rules.kinds import RuleKind


def check(rule: FieldRule, catalogue: RuleCatalogue, at: str) -> None:
    asked = catalogue.fields.get(rule.field)
    if asked is None:
        raise FieldsInvalid.of(f"{at}.field", UNKNOWN_RULE_FIELD, rule.field)
    takes = OPERATORS[asked.kind].get(rule.operator)
    if takes is None:
        raise FieldsInvalid.of(f"{at}.operator", UNKNOWN_OPERATOR, rule.operator)
    if not is_valid_operand(takes, rule.value):
        raise FieldsInvalid.of_bound(f"{at}.value", CAUSE_BY_OPERAND_KIND[takes])


def is_usable(rule: FieldRule, kind: ValueKind) -> bool:
    takes = OPERATORS[kind].get(rule.operator)
    return takes is not None and is_valid_operand(takes, rule.value)


KIND = RuleKind("field", FieldRule, check=check, compile=vectors.compile_rule, evaluate=naive.evaluate)
