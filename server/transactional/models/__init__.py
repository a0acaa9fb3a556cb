"""Models of transactional email, one file per noun."""

from server.transactional.models.batches import TransactionalBatch
from server.transactional.models.counters import BatchEnd, MetricName, TransactionalCounters
from server.transactional.models.domains import TransactionalDomain
from server.transactional.models.events import MessageEvent, MessagePair
from server.transactional.models.exports import EventExport
from server.transactional.models.keys import ApiKey
from server.transactional.models.labels import TransactionalLabel
from server.transactional.models.links import MessageLink
from server.transactional.models.messages import AcceptedKey, Message, MessageBody, MessageRecipient
from server.transactional.models.searches import SavedSearch
from server.transactional.models.settings import TransactionalSetting
from server.transactional.models.subaccounts import Subaccount
from server.transactional.models.templates import TemplateVersion, TransactionalTemplate

__all__ = [
    "AcceptedKey",
    "ApiKey",
    "BatchEnd",
    "EventExport",
    "Message",
    "MessageBody",
    "MessageEvent",
    "MessageLink",
    "MessagePair",
    "MessageRecipient",
    "MetricName",
    "SavedSearch",
    "Subaccount",
    "TemplateVersion",
    "TransactionalBatch",
    "TransactionalCounters",
    "TransactionalDomain",
    "TransactionalLabel",
    "TransactionalSetting",
    "TransactionalTemplate",
]
