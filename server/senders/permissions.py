"""What a role may do with senders."""

from server.core.permissions import declare

VIEW = declare("sender.view")
EDIT = declare("sender.edit")
