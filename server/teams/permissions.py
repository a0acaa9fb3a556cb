"""Permissions on the team."""

from server.core.permissions import declare

EDIT_TEAM = declare("team.edit", admin_only=True)
VIEW_MEMBERS = declare("member.view")
