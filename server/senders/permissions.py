"""What a role may do with senders."""

from server.core.permissions import declare

VIEW = declare("sender.view")
EDIT = declare("sender.edit")
# It spends the team's money: an admin may, and whoever has a role that says so.
BUY = declare("domain.buy", admin_only=True)
