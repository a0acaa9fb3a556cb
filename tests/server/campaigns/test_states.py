"""The complete table of transitions (CAMP-06)."""

import pytest

from server.campaigns.states import CAMPAIGN_ACTIONS, CampaignAction, CampaignStatus
from server.core.errors import ActionNotAllowed

ALLOWED = {
    ("schedule", "DRAFT"): "SCHEDULED",
    ("reschedule", "SCHEDULED"): "SCHEDULED",
    ("cancel-schedule", "SCHEDULED"): "DRAFT",
    ("send", "DRAFT"): "SENDING",
    ("send", "SCHEDULED"): "SENDING",
    ("pause", "SENDING"): "PAUSED",
    ("resume", "PAUSED"): "SENDING",
    ("stop", "SENDING"): "CANCELLED",
    ("stop", "PAUSED"): "CANCELLED",
    ("finish", "SENDING"): "SENT",
    ("send-again", "SENT"): "SENDING",
    ("fail", "SCHEDULED"): "FAILED",
    ("fail", "SENDING"): "FAILED",
    ("fail", "PAUSED"): "FAILED",
}


@pytest.mark.parametrize("move", list(CampaignAction))
@pytest.mark.parametrize("status", list(CampaignStatus))
def test_a_move_starts_only_where_the_table_says(move: CampaignAction, status: CampaignStatus) -> None:
    expected = ALLOWED.get((move.value, status.value))

    if expected is None:
        with pytest.raises(ActionNotAllowed) as refused:
            CAMPAIGN_ACTIONS.after(move, status)
        assert refused.value.payload == {"action": move.value, "status": status.value}
    else:
        assert CAMPAIGN_ACTIONS.after(move, status) == expected
