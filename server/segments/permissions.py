"""Segment permissions of roles. Viewing contacts includes viewing segments."""

from server.core.permissions import declare

SEGMENT = declare("contact.segment")
