"""What a role may do with reports."""

from server.core.permissions import declare

VIEW = declare("report.view")
