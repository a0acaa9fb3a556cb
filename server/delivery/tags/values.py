"""Evaluates paths and conditions of tags for one recipient."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from server.contacts.selectors.merge_tags import KEY_SUFFIX
from server.delivery.tags import formats
from server.delivery.tags.budget import ITEM_CHARACTERS, UNCHARGED_CHARACTERS, Budget
from server.delivery.tags.tree import Comparison, Expression, Filter, Logic, Operand, Path

Fields = Mapping[str, Any]


def find_value(fields: Fields, path: Path) -> Any:
    """Returns None if a step is missing. Reads only data, never attributes of objects."""
    found = fields.get(path[0])
    if len(path) == 1:
        return found
    for name in path[1:]:
        if not isinstance(found, dict):
            return None
        found = found.get(name)
    return found


def format_value(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, dict):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, Sequence):
        return ", ".join(format_value(item) for item in value)
    return str(value)


def apply_filters(text: str, filters: Sequence[Filter]) -> str:
    for step in filters:
        match step.name:
            case "fallback":
                text = text if text.strip() else step.argument
            case "upper":
                text = text.upper()
            case "lower":
                text = text.lower()
            case "capitalize":
                text = text[:1].upper() + text[1:]
            case "title":
                text = " ".join(word[:1].upper() + word[1:] for word in text.split(" "))
            case "date":
                text = formats.format_date_value(text, step.argument, step.language)
            case "number":
                text = formats.format_number_value(text, step.argument, step.language)
    return text


def list_items(fields: Fields, path: Path) -> Sequence[Any]:
    found = find_value(fields, path)
    return found if isinstance(found, Sequence) and not isinstance(found, str) else ()


def is_true(expression: Expression, fields: Fields, budget: Budget) -> bool:
    """Raises DocumentTooLarge when comparing exhausts the budget."""
    if isinstance(expression, Logic):
        if expression.operator == "not":
            return not is_true(expression.terms[0], fields, budget)
        results = (is_true(term, fields, budget) for term in expression.terms)
        return all(results) if expression.operator == "and" else any(results)
    budget.steps_left -= 1
    lefts = _list_operand_values(expression.left, fields)
    if not expression.operator:
        first = lefts[0]
        return bool(_charge(first, budget).strip() if isinstance(first, str) else first)
    found = (
        _compare(expression, left, right, budget)
        for left in lefts
        for right in _list_operand_values(expression.right, fields)
    )
    return all(found) if expression.operator == "!=" else any(found)


def _charge(text: str, budget: Budget) -> str:
    if len(text) > UNCHARGED_CHARACTERS:
        budget.read(len(text))
    return text


def _list_operand_values(operand: Operand, fields: Fields) -> Sequence[Any]:
    """Returns the operand's value; for the choice of a custom field its name, then its key."""
    if not operand.path:
        return (operand.literal,)
    value = find_value(fields, operand.path)
    key = fields.get(f"{operand.path[0]}{KEY_SUFFIX}") if len(operand.path) == 1 else None
    return (value,) if key is None else (value, key)


def _parse_number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, int):
        return value  # compared exactly, because a float can't have 309 digits or more
    if isinstance(value, str) and len(value) > UNCHARGED_CHARACTERS:
        return None
    try:
        return float(value)
    except ValueError:
        return None


def _fold(value: Any, budget: Budget) -> str:
    if isinstance(value, list):
        budget.read(ITEM_CHARACTERS * len(value))
    return _charge(format_value(value), budget).casefold()


def _compare(comparison: Comparison, left: Any, right: Any, budget: Budget) -> bool:
    if comparison.operator == "contains":
        wanted = _fold(right, budget)
        if isinstance(left, Sequence) and not isinstance(left, str):
            budget.read(ITEM_CHARACTERS * len(left))
            return any(_fold(item, budget) == wanted for item in left)
        return wanted in _fold(left, budget)
    left_number, right_number = _parse_number(left), _parse_number(right)
    if left_number is not None and right_number is not None:
        return _compare_ordered(comparison.operator, left_number, right_number)
    a, b = _fold(left, budget).strip(), _fold(right, budget).strip()
    return _compare_ordered(comparison.operator, a, b)


_OrderedValue = TypeVar("_OrderedValue", float, str)


def _compare_ordered(operator: str, left: _OrderedValue, right: _OrderedValue) -> bool:
    match operator:
        case "==":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
    return left >= right
