"""Causes of validation errors of segment rules."""

from server.core.causes import define

UNKNOWN_ACTIVITY = define("unknownActivity", "This activity does not exist. Choose another one.")
UNKNOWN_RULE_FIELD = define("unknownRuleField", "This field does not exist. Choose another one.")
UNKNOWN_OPERATOR = define("unknownOperator", "Choose a condition that fits the field.")
UNKNOWN_SEGMENT = define("unknownSegment", "This segment does not exist. Choose another one.")
VALUE_NOT_ALLOWED = define("valueNotTaken", "Remove the value. This condition takes none.")
VALUES_REQUIRED = define("valuesRequired", "Choose at least one value.")
NOT_NUMBER_RANGE = define("notNumberRange", "Enter two numbers, the smaller one first.")
NOT_DATE_RANGE = define("notDateRange", "Enter two dates, the earlier one first.")
NOT_DAY_COUNT = define("notDayCount", "Enter a number of days from 1 to {max}.")
LAST_DAY_BEFORE_FIRST = define("lastDayBeforeFirst", "The last day must not be before the first day.")
RULES_TOO_DEEP = define("rulesTooDeep", "Remove a group. Groups can be nested at most {max} levels deep.")
TOO_MANY_RULES = define("tooManyRules", "Remove a condition. A segment can have at most {max} conditions.")
SEGMENT_FULL = define("segmentFull", "Remove a condition first. This segment cannot have another one.")
