"""A rule of segments: the tier of a contact's card. The tier is derived from the contact's key instead of a table."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any, Literal
from uuid import UUID

import polars as pl
from django.db import connection
from pydantic import Field

from server.core.bounded_types import Flag
from server.core.causes import UNKNOWN_ITEM
from server.core.errors import FieldsInvalid
from server.segments.fields import RuleCatalogue
from server.segments.naive import ContactProfile, Evaluator, RuleResult
from server.segments.rules.kinds import Condition, RuleKind
from server.segments.vectors import Compiler, Expression, Hits

TIERS = ("Gold", "Silver", "Bronze")


class CardRule(Condition):
    """Whether a contact has a card of the tier."""

    kind: Literal["card"]
    tier: Annotated[str, Field(max_length=20)]
    member: Flag = True


def check(rule: CardRule, _catalogue: RuleCatalogue, at: str) -> None:
    """Raises FieldsInvalid for an unknown tier."""
    if rule.tier not in TIERS:
        raise FieldsInvalid.of(f"{at}.tier", UNKNOWN_ITEM, rule.tier)


def compile_rule(rule: CardRule, compiler: Compiler) -> Expression:
    """One query finds all holders, in the order of their keys."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM contacts_contact WHERE team_id = %s AND id %% 3 = %s ORDER BY id",
            [compiler.catalogue.team_id, TIERS.index(rule.tier)],
        )
        holders = [key for (key,) in cursor.fetchall()]
    return compiler.among(Hits(pl.Series("id", holders, dtype=pl.Int64), but_these=not rule.member))


def evaluate(rule: CardRule, profile: ContactProfile, _evaluator: Evaluator) -> RuleResult:
    return RuleResult((profile.facts["card"] == rule.tier) == rule.member)


def read_facts(_team_id: UUID, contact_id: int, _rules: Sequence[CardRule]) -> str:
    """The tier of the contact's card."""
    return TIERS[contact_id % 3]


def draw(random: Random) -> dict[str, Any]:
    """A random condition."""
    return {"kind": "card", "tier": random.choice(TIERS), "member": random.random() < 0.5}


KIND = RuleKind("card", CardRule, check=check, compile=compile_rule, evaluate=evaluate, read_facts=read_facts)
