"""Registers the parts of hygiene that other apps extend or list."""

from server.contacts.services import labels
from server.core import in_use
from server.hygiene import guards, notices
from server.notifications import kinds

for notice in notices.KINDS:
    kinds.register(notice)
in_use.register(labels.NOUN, in_use.Guard("sunsetRule", guards.name_rules_of_labels))
