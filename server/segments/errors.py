"""What goes wrong with segments."""

from server.core.errors import ApiError


class SegmentExists(ApiError):
    """A segment's name is once in a team."""

    code = "segmentExists"
    status = 409
    message = "A segment with this name already exists"


class SegmentCircle(ApiError):
    """A segment that would, by way of others, ask for itself."""

    code = "segmentCircle"
    status = 422
    message = "A segment can’t contain itself"


class CountTimeout(ApiError):
    """ERR: counting took longer than somebody waits."""

    code = "countTimeout"
    status = 503
    message = "count timeout"
    when = "Counting the contacts took too long."
