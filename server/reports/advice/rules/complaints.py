"""More than one in a thousand reported a campaign as spam: mailbox providers ask senders to stay below that."""

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
