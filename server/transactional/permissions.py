"""Permissions for transactional email."""

from server.core.permissions import declare

VIEW = declare("transactional.view")
EDIT = declare("transactional.edit")
# An API key sends in the team's name, and the content of a message is private.
KEYS = declare("transactional.keys", admin_only=True)
BODY = declare("transactional.body", admin_only=True)
