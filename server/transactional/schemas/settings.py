"""What a team has chosen, on the wire."""

from pydantic import Field

from server.core.schemas import Out, Schema
from server.transactional.lengths import MOST_BODY_DAYS


class TrxSettingsPut(Schema):
    """`bodyDays`: for how long what messages say is kept; 0: not longer than until they are finished.

    `holdAll`: each message waits until a person has released it.
    """

    body_days: int = Field(ge=0, le=MOST_BODY_DAYS)
    hold_all: bool = False


class TrxSettingsOut(Out):
    body_days: int
    hold_all: bool
    most_body_days: int = MOST_BODY_DAYS
