"""Unsubscribe rate over 0.5%."""

from server.reports.advice.rules.rates import CampaignRate
from server.reports.advice.states import AdviceLevel

RULE = CampaignRate(
    code="unsubscribes",
    title="Unsubscribes",
    level=AdviceLevel.WARNING,
    part=lambda figures: figures.unsubscribed,
    whole=lambda figures: figures.delivered,
    asked=0.005,
    min_whole=500,
    min_part=5,
)
