"""Report permissions of roles."""

from server.core.permissions import declare

VIEW = declare("report.view")
