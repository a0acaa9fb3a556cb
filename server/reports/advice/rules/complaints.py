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
    least_whole=500,
    least_part=3,
)
