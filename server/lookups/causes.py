"""Causes of invalid lookup values."""

from server.core.causes import define

UNKNOWN_TIME_ZONE = define("unknownTimeZone", "Choose a time zone from the list in lookups/timezone.")
