"""Errors of plans and quotas."""

from typing import Self

from server.core.errors import ApiError


class QuotaExceeded(ApiError):
    """ERR-15, ERR-143. The payload carries feature, subfeature, limit and the remaining amount."""

    code = "quotaLimitExceeded"
    number = 52
    status = 403
    message = "quota limit exceeded"
    when = "The request exceeds a quota of the plan. The payload has its limit and the remaining amount."

    @classmethod
    def of(cls, *, area: str, name: str, limit: int, left: int) -> Self:
        text = f"Quota of {name} on {area} is exceeded"
        return cls(text, payload={"feature": area, "subfeature": name, "limit": limit, "left": left})


class SendLimitExceeded(QuotaExceeded):
    """ERR-19: a higher limit is available on request."""

    code = "sendLimitExceeded"
    message = "email sent limit exceeded"
    when = "The request exceeds the email limit of the plan."
