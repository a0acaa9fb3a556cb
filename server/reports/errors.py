"""Errors of reports."""

from server.core.errors import ApiError


class ReportPastRetention(ApiError):
    """PLAN-120: older than the retention period of the plan, `days` in the payload."""

    code = "reportPastRetention"
    status = 403
    message = "This report is older than the retention period of your plan"


class ReportNotStarted(ApiError):
    code = "reportNotStarted"
    status = 409
    message = "This campaign has not been sent yet, so it has no report"
