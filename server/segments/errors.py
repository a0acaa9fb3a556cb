"""Errors of segments."""

from server.core.errors import ApiError


class SegmentExists(ApiError):
    code = "segmentExists"
    status = 409
    message = "A segment with this name already exists"


class SegmentCircle(ApiError):
    """The rules would refer to the segment itself, possibly through others."""

    code = "segmentCircle"
    status = 422
    message = "A segment can’t contain itself"


class CountTimeout(ApiError):
    """Counting exceeded the time limit."""

    code = "countTimeout"
    status = 503
    message = "count timeout"
    when = "Counting the contacts took too long."
