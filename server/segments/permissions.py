"""What a role may do with segments. Reading them is part of reading contacts."""

from server.core.permissions import declare

SEGMENT = declare("contact.segment")
