"""HTTP as daphne and Twisted serve it, with the rules of this product."""

from typing import Any

from daphne import http_protocol
from pydantic_core import to_json

from server.core.errors import ApiError, ServerFailure


class Request(http_protocol.WebRequest):  # type: ignore[misc]
    """One HTTP request of daphne."""

    def __init__(self, channel: Any, queued: object = False) -> None:
        # Django reads forms. Twisted would do it first, and read the type of each body with the email parser for it.
        super().__init__(channel, queued, parsePOSTFormSubmission=False)

    def handle_exception(self, exception: BaseException) -> None:
        """Called once for an application that failed; daphne has logged the error.

        Raising here would stop daphne's housekeeping of all connections for good: a second start of a response does.
        """
        if self._response_started:
            self.transport.abortConnection()
        else:
            self._respond(ServerFailure())

    def _respond(self, error: ApiError) -> None:
        body = to_json(error.body())
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        self.handle_reply({"type": "http.response.start", "status": error.status, "headers": headers})
        self.handle_reply({"type": "http.response.body", "body": body})


def install() -> None:
    """Has daphne's HTTP factory build these requests."""
    http_protocol.WebRequest = Request
