"""Causes of validation errors of campaigns."""

from server.core.causes import define

SHARES_NOT_100 = define("sharesNot100", "The shares of the variants and the winner must add up to 100%.")
CONTENT_KIND_FIXED = define(
    "contentKindFixed", "Keep the editor that the campaign was created in. It cannot be changed."
)
UNKNOWN_TOPIC = define("unknownTopic", "This topic does not exist. Choose another one.")
UNKNOWN_SEGMENTS = define("unknownSegments", "At least one segment does not exist. Choose other segments.")
UNKNOWN_SENDER = define("unknownSender", "This sender does not exist. Choose another one.")
SCHEDULE_TOO_FAR = define("scheduleTooFar", "Choose a time within the next year.")
RATE_TOO_LOW = define("paceTooSlow", "Choose a faster pace. At this pace, sending takes more than {max} days.")
CALENDAR_RANGE = define("calendarRange", "Choose an end date after the start date, at most {max} days later.")
REQUIRED_TO_SEND = define("requiredToSend", "Enter this before you send.")
