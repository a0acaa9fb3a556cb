"""Why values of a lookup are refused."""

from server.core.causes import define

UNKNOWN_TIME_ZONE = define("unknownTimeZone", "Choose a time zone from the list in lookups/timezone.")
