"""The product's own application, which also serves the documents of the tests' editor."""

from realtime.asgi import application
from tests.server.documents import sheets

__all__ = ["application", "sheets"]
