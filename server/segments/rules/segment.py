"""Conditions on other segments of the team."""

from typing import Literal

from server.core.bounded_types import BigId, Flag
from server.core.errors import FieldsInvalid
from server.segments.causes import UNKNOWN_SEGMENT
from server.segments.fields import RuleCatalogue
from server.segments.models import Segment
from server.segments.naive import ContactProfile, Evaluator, RuleResult
from server.segments.rules.kinds import Condition, RuleKind
from server.segments.vectors import Compiler, Expression


class SegmentRule(Condition):
    """Whether a contact is in another segment of the team."""

    kind: Literal["segment"]
    segment_id: BigId
    member: Flag = True


def check(rule: SegmentRule, catalogue: RuleCatalogue, at: str) -> None:
    if not Segment.objects.for_team(catalogue.team_id).filter(pk=rule.segment_id).exists():
        raise FieldsInvalid.of(f"{at}.segmentId", UNKNOWN_SEGMENT, rule.segment_id)


def compile_rule(rule: SegmentRule, compiler: Compiler) -> Expression:
    inner = compiler.expression(compiler.rules_of(rule.segment_id))
    return inner if rule.member else lambda span: ~inner(span)


def evaluate(rule: SegmentRule, profile: ContactProfile, evaluator: Evaluator) -> RuleResult:
    inner = evaluator.evaluate(evaluator.rules_of(rule.segment_id), profile)
    return RuleResult(inner.holds == rule.member, (inner,))


KIND = RuleKind("segment", SegmentRule, check=check, compile=compile_rule, evaluate=evaluate)
