"""Permissions for the sending of a team as a whole."""

from server.core.permissions import declare

VIEW = declare("sending.view")
RESUME = declare("sending.resume", admin_only=True)
