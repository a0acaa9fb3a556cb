"""What a role may do with transactional mail."""

from server.core.permissions import declare

VIEW = declare("transactional.view")
EDIT = declare("transactional.edit")
# Who has a key sends in the team's name, and what a mail says is between its sender and its reader.
KEYS = declare("transactional.keys", admin_only=True)
BODY = declare("transactional.body", admin_only=True)
