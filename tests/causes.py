"""The payload of an error for one field."""

from typing import Any

from server.core.causes import Cause, Param


def cause_payload(field: str, cause: Cause, value: object = None, **params: Param) -> dict[str, Any]:
    """One field of the payload of an error, as sent to the client."""
    return {"field": field, "value": value, **cause.bind(**params).payload()}
