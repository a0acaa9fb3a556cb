"""Causes of validation errors of reports."""

from server.core.causes import define

DAY_IN_FUTURE = define("dayInFuture", "Choose today or an earlier day.")
REPORT_PERIOD = define("reportPeriod", "Choose an end after the start, at most {max} years later.")
PAGE_TOO_FAR = define("pageTooFar", "Choose an earlier page, or search for the address.")
LABEL_OR_NAME_REQUIRED = define("labelOrNameRequired", "Choose a label or enter a name, not both.")
