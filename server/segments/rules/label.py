"""Conditions on the labels of contacts."""

from typing import Annotated, Literal

import polars as pl
from pydantic import Field

from server.contacts.causes import UNKNOWN_LABELS
from server.contacts.models import ContactLabel
from server.core.bounded_types import BigId
from server.core.errors import FieldsInvalid
from server.segments.columns import shapes
from server.segments.fields import RuleCatalogue
from server.segments.naive import ContactProfile, Evaluator, RuleResult
from server.segments.rules.kinds import Condition, RuleKind
from server.segments.vectors import Compiler, Expression

MAX_LABELS = 100


class LabelRule(Condition):
    """Whether a contact has any, all or none of the labels."""

    kind: Literal["label"]
    operator: Literal["hasAny", "hasAll", "hasNone"]
    label_ids: Annotated[list[BigId], Field(min_length=1, max_length=MAX_LABELS)]


def check(rule: LabelRule, catalogue: RuleCatalogue, at: str) -> None:
    known = ContactLabel.objects.for_team(catalogue.team_id).filter(pk__in=rule.label_ids, deleted_at__isnull=True)
    if known.count() != len(set(rule.label_ids)):
        raise FieldsInvalid.of(f"{at}.labelIds", UNKNOWN_LABELS)


def compile_rule(rule: LabelRule, compiler: Compiler) -> Expression:
    has = [compiler.read(shapes.get_label_column(label)).fill_null(value=False) for label in rule.label_ids]
    has_any = pl.any_horizontal(*has)
    by_operator = {"hasAny": has_any, "hasAll": pl.all_horizontal(*has), "hasNone": ~has_any}
    return lambda _span: by_operator[rule.operator]


def evaluate(rule: LabelRule, profile: ContactProfile, _evaluator: Evaluator) -> RuleResult:
    wanted = set(rule.label_ids)
    if rule.operator == "hasAll":
        return RuleResult(wanted <= profile.label_ids)
    return RuleResult(bool(wanted & profile.label_ids) == (rule.operator == "hasAny"))


KIND = RuleKind("label", LabelRule, check=check, compile=compile_rule, evaluate=evaluate)
