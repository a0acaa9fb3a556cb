"""Hard bounce rate over 2%: the list is outdated or lacks consent."""

from server.reports.advice.rules.rates import CampaignRate, count_transmitted
from server.reports.advice.states import AdviceLevel

RULE = CampaignRate(
    code="hardBounces",
    title="Hard bounces",
    level=AdviceLevel.BAD,
    part=lambda figures: figures.hard_bounced,
    whole=count_transmitted,
    asked=0.02,
    min_whole=200,
    min_part=5,
)
