"""Complaint rate over 0.1%, the limit that mailbox providers ask senders to keep."""

from server.reports.advice.rules.rates import CampaignRate
from server.reports.advice.states import AdviceLevel

RULE = CampaignRate(
    code="complaints",
    title="Spam complaints",
    level=AdviceLevel.BAD,
    part=lambda figures: figures.complained,
    whole=lambda figures: figures.delivered,
    asked=0.001,
    min_whole=500,
    min_part=3,
)
