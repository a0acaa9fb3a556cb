"""The advice rules. Their order applies within a level."""

from collections.abc import Mapping
from typing import Final

from server.reports.advice.protocol import AdviceRule
from server.reports.advice.rules import (
    complaints,
    destinations,
    dmarc,
    frequency,
    hard_bounces,
    labels,
    links,
    plain_text,
    send_hour,
    subjects,
    unengaged,
    unsubscribes,
)

RULES: Final[tuple[AdviceRule, ...]] = (
    complaints.RULE,
    hard_bounces.RULE,
    dmarc.RULE,
    destinations.RULE,
    labels.COMPLAINTS,
    labels.BOUNCES,
    unengaged.RULE,
    frequency.RULE,
    unsubscribes.RULE,
    plain_text.RULE,
    send_hour.RULE,
    subjects.LONG,
    subjects.BARE,
    links.RULE,
)
RULES_BY_CODE: Final[Mapping[str, AdviceRule]] = {rule.code: rule for rule in RULES}
