"""What goes wrong with the records around transactional mail: subaccounts, templates, labels."""

from typing import Self

from server.core.errors import ApiError


class NameTaken(ApiError):
    """Another record of the kind has this name. The payload carries field and value."""

    code = "nameTaken"
    status = 409
    message = "This name is already taken"

    @classmethod
    def of(cls, value: str, field: str = "name") -> Self:
        """The error for the value of a field."""
        return cls(payload={"field": field, "value": value})
