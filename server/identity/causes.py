"""Causes of invalid values of a user."""

from server.core.causes import define

TOO_MANY_TOURS = define("tooManyTours", "The list must have at most {max} tours.")
POLICY_NOT_PUBLISHED = define("policyNotPublished", "Enter version {version} or an earlier one.")
