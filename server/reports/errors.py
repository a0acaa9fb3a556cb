"""What goes wrong with reports."""

from server.core.errors import ApiError


class ReportPastRetention(ApiError):
    """PLAN-120: older than the plan keeps reports. The payload carries `days`, how long that is."""

    code = "reportPastRetention"
    status = 403
    message = "This report is older than the retention period of your plan"


class ReportNotStarted(ApiError):
    """A campaign that has not been sent has nothing to report."""

    code = "reportNotStarted"
    status = 409
    message = "This campaign has not been sent yet, so it has no report"
