"""The rows of mail and of what became of it, by noun. Django looks for all of an app's models in this one place."""

from server.delivery.models.caps import FrequencyCap, FrequencyClaim
from server.delivery.models.events import ContactActivity, Event, EventKind, IngestedBatch, RecipientActivity
from server.delivery.models.figures import (
    DestinationFigures,
    LinkClicker,
    MailingCounters,
    MailingDevice,
    MailingDomain,
    MailingLink,
    MailingMinute,
    MailingPlace,
    MailingQuarter,
    MailingReply,
)
from server.delivery.models.health import Feedback, SendingPause
from server.delivery.models.log import LogState, SendLog
from server.delivery.models.mailings import (
    BATCH_SIZE,
    EMAIL_LENGTH,
    Batch,
    BatchState,
    Mailing,
    MailingPace,
    MailingState,
    Recipient,
    TeamTurn,
)
from server.delivery.models.relays import (
    AddressDay,
    AddressReport,
    DestinationReport,
    IpPool,
    PoolUse,
    RelayAddress,
    RelayTls,
    Stream,
)
from server.delivery.models.suppressions import Suppression, SuppressionRemoval

__all__ = [
    "BATCH_SIZE",
    "EMAIL_LENGTH",
    "AddressDay",
    "AddressReport",
    "Batch",
    "BatchState",
    "ContactActivity",
    "DestinationFigures",
    "DestinationReport",
    "Event",
    "EventKind",
    "Feedback",
    "FrequencyCap",
    "FrequencyClaim",
    "IngestedBatch",
    "IpPool",
    "LinkClicker",
    "LogState",
    "Mailing",
    "MailingCounters",
    "MailingDevice",
    "MailingDomain",
    "MailingLink",
    "MailingMinute",
    "MailingPace",
    "MailingPlace",
    "MailingQuarter",
    "MailingReply",
    "MailingState",
    "PoolUse",
    "Recipient",
    "RecipientActivity",
    "RelayAddress",
    "RelayTls",
    "SendLog",
    "SendingPause",
    "Stream",
    "Suppression",
    "SuppressionRemoval",
    "TeamTurn",
]
