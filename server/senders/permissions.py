"""Sender permissions of roles."""

from server.core.permissions import declare

VIEW = declare("sender.view")
EDIT = declare("sender.edit")
# Spends the team's money: for admins, and for roles that include it.
BUY = declare("domain.buy", admin_only=True)
