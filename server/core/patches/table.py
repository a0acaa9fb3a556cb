"""The private parts of libraries that the code uses, with versions and reasons.

`tests/architecture/test_patches.py` compares the table with the code and with the installed versions: another version
fails until someone has checked it. `gain` is a measurement, or the reason why the public API is not enough.
"""

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Final


@dataclass(frozen=True, slots=True)
class Patch:
    """Parts of a library that one module uses. `versions` is the prefix of the checked versions."""

    library: str
    versions: str
    module: str
    attributes: tuple[str, ...]
    gain: str
    test: str

    @property
    def is_installed(self) -> bool:
        try:
            return version(self.library).startswith(self.versions)
        except PackageNotFoundError:
            return False


_HERE: Final = "server.core.patches"
_FAST_PATH: Final = "saves a third of the CPU of a delivery (docs/operations.md, DASH_SOCKET_FAST_PATH)"
_CALLS: Final = "part of the table in docs/decisions/005-what-a-call-may-cost.md"
_WRITER: Final = "daphne does not report that a peer reads too slowly (django/daphne#170)"
_HTTP: Final = "daphne stores a body and starts the application before it checks any limit"

TABLE: Final = (
    Patch(
        "daphne",
        "4.2.",
        f"{_HERE}.websockets.writer",
        ("is_closed", "transport"),
        _WRITER,
        "tests/realtime/test_writer.py",
    ),
    Patch(
        "twisted",
        "26.10.",
        f"{_HERE}.websockets.writer",
        ("bufferSize", "dataBuffer", "requests"),
        _WRITER,
        "tests/realtime/test_writer.py",
    ),
    Patch(
        "daphne", "4.2.", f"{_HERE}.websockets.fast_path", ("state",), _FAST_PATH, "tests/realtime/test_fast_path.py"
    ),
    Patch(
        "autobahn",
        "26.10.",
        f"{_HERE}.websockets.fast_path",
        (
            "_perMessageCompress",
            "autoFragmentSize",
            "current_frame",
            "data",
            "inside_message",
            "maskServerFrames",
            "send_queue",
            "state",
        ),
        _FAST_PATH,
        "tests/realtime/test_fast_path.py",
    ),
    Patch(
        "twisted",
        "26.10.",
        f"{_HERE}.websockets.fast_path",
        ("_tempDataBuffer", "dataBuffer", "writeSomeData"),
        _FAST_PATH,
        "tests/realtime/test_fast_path.py",
    ),
    Patch(
        "autobahn",
        "26.10.",
        f"{_HERE}.websockets.reader",
        ("current_frame", "data", "dataReceived", "inside_message", "onMessage", "state"),
        "saves 60 µs per frame, which flooding clients would cost the others (docs/proofs.md, realtime)",
        "tests/realtime/test_reader.py",
    ),
    Patch(
        "a2wsgi",
        "1.10.",
        f"{_HERE}.wsgi_bridge",
        ("build_environ", "executor", "send_queue", "send_queue_size", "sender"),
        "saves three thread switches, a third of the CPU of a small call",
        "tests/realtime/test_bridge.py",
    ),
    Patch(
        "django",
        "5.2.",
        f"{_HERE}.compiled_queries",
        ("_iterable_class", "as_sql", "get_compiler", "get_converters"),
        "saves 256 µs of CPU for the SQL of a contact, 359 µs of a member, 491 µs of a campaign",
        "tests/server/core/test_compiled.py",
    ),
    Patch(
        "django",
        "5.2.",
        f"{_HERE}.querysets",
        ("_prefetch_related_lookups", "deferred_loading"),
        "pages after the first read their rows by key, with the prefetches and deferred fields of the list",
        "tests/server/core/test_pagination.py",
    ),
    Patch(
        "django",
        "5.2.",
        f"{_HERE}.database.base",
        ("errors_occurred", "get_new_connection"),
        "saves a statement per request, and 8% of a list of fifty by faster timestamps (docs/decisions/005)",
        "tests/server/core/test_database.py",
    ),
    Patch(
        "psycopg",
        "3.3.",
        f"{_HERE}.database.base",
        ("TimestamptzLoader",),
        "saves 8% of a list of fifty by faster timestamps (docs/decisions/005)",
        "tests/server/core/test_database.py",
    ),
    Patch(
        "django",
        "5.2.",
        f"{_HERE}.api_resolver",
        ("RoutePattern",),
        "saves 13 to 55 µs of CPU per call",
        "tests/server/core/test_api_resolver.py",
    ),
    Patch(
        "django-ninja",
        "1.7.",
        f"{_HERE}.ninja_api",
        ("_get_bound_routers", "_ninja_operation"),
        _CALLS,
        "tests/server/core/test_rendering.py",
    ),
    Patch(
        "channels-redis",
        "4.3.",
        f"{_HERE}.channel_groups",
        ("asgi__group__",),
        "without it, a thread opens an event loop and a connection for every event",
        "tests/server/core/test_outbox.py",
    ),
    Patch(
        "pycrdt",
        "0.14.",
        f"{_HERE}.shared_types",
        ("_pycrdt", "_txn"),
        "reads an email of 200 components in 4 ms instead of 12",
        "tests/server/documents/test_snapshot.py",
    ),
    # The servers themselves: each is a subclass of the library's.
    Patch(
        "daphne", "4.2.", "realtime.http_server", ("_response_started",), _HTTP, "tests/realtime/test_http_server.py"
    ),
    Patch(
        "twisted",
        "26.10.",
        "realtime.http_server",
        (
            "_buffer",
            "_command",
            "_handlingRequest",
            "_path",
            "_receivedHeaderCount",
            "_receivedHeaderSize",
            "_respondToBadRequestAndDisconnect",
        ),
        _HTTP,
        "tests/realtime/test_http_server.py",
    ),
    Patch(
        "aiosmtpd",
        "1.4.",
        "server.delivery.smtp.listening",
        ("_cb_client_connected", "_getaddr", "_tls_protocol"),
        "parses a plain address in a tenth of the time; limits the bytes of a pending connection",
        "tests/server/transactional/test_smtp_submission.py",
    ),
    Patch(
        "aiosmtpd",
        "1.4.",
        "server.transactional.wire.smtp_submission",
        ("_cb_client_connected", "_getparams", "_reader", "_set_post_data_state", "_timeout_cb"),
        "aiosmtpd has no pipelining, AUTH= or chunked messages",
        "tests/server/transactional/test_smtp_submission.py",
    ),
)

# Private names of Python's own streams. Their version is the product's Python version.
PYTHON: Final = {
    "server.delivery.smtp.listening": ("_extra",),
    "server.transactional.wire.smtp_submission": ("_buffer",),
    "bin.local.supervisor": ("_HANDLER",),
}


def list_module_patches(module: str) -> list[Patch]:
    return [each for each in TABLE if each.module == module]
