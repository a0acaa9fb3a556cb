"""Errors of records for transactional email: subaccounts, templates, labels."""

from typing import Self

from server.core.errors import ApiError


class NameInUse(ApiError):
    """Another record of the kind has this name. The payload has field and value."""

    code = "nameTaken"
    status = 409
    message = "This name is already taken"

    @classmethod
    def of(cls, value: str, field: str = "name") -> Self:
        return cls(payload={"field": field, "value": value})
