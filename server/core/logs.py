"""Structured logs: one JSON object per line. The request id is bound to every entry."""

import logging

import structlog
from django.conf import settings

from server.core.paths import mask_path


class _MaskedPath(logging.Filter):
    """Masks paths: Django logs the path of every request that ends in an error."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None and isinstance(record.args, tuple):
            route = request.resolver_match.route if request.resolver_match else "unmatched"
            path = mask_path(request.path, route=route)
            record.args = tuple(path if each == request.path else each for each in record.args)
        return True


def configure() -> None:
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if settings.LOG_FORMAT == "json"
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        # Entries below the level are dropped before they are built.
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[settings.LOG_LEVEL]),
        cache_logger_on_first_use=True,
    )
    line = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    )
    stream = logging.StreamHandler()
    stream.setFormatter(line)
    root = logging.getLogger()
    root.handlers = [stream]
    root.setLevel(settings.LOG_LEVEL)
    logging.getLogger("django.request").filters = [_MaskedPath()]
    for noisy in ("django.server", "daphne.http_protocol", "daphne.ws_protocol", "django.request", "httpx"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))
