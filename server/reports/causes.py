"""Why periods and choices of reports are refused."""

from server.core.causes import define

DAY_IN_FUTURE = define("dayInFuture", "Choose a day up to today.")
REPORT_PERIOD = define("reportPeriod", "Choose an end after the start, at most {max} years later.")
PAGE_TOO_FAR = define("pageTooFar", "Search for an address instead of opening such a late page.")
LABEL_OR_NAME_REQUIRED = define("labelOrNameRequired", "Choose either a label or a name.")
