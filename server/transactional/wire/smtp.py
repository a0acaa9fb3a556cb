"""The SMTP server: `python -m server.process transactional.smtp`. Any number of processes can run side by side.

It has a port for bounces and complaints. With a certificate it has two more for submission: one with STARTTLS (RFC
6409), one with implicit TLS (RFC 8314).
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import structlog
from django.conf import settings
from django.db import connections

from server.core import daemon, garbage, threads
from server.delivery.bounces import mailbox
from server.delivery.smtp import certificates, listening
from server.delivery.smtp.listening import Listener
from server.transactional.services import feedback
from server.transactional.wire import smtp_submission

BOUNCE_WORKERS = 2  # threads with a database connection each
CLOSING_SECONDS = 10.0

log = structlog.get_logger(__name__)


async def serve(stopping: asyncio.Event, ready: Callable[[Sequence[Listener]], None] = lambda _: None) -> None:
    """Runs until stopped; calls `ready` when every port is open, with that of bounces first."""
    bounce_pool = ThreadPoolExecutor(BOUNCE_WORKERS, thread_name_prefix="bounces")
    pool = ThreadPoolExecutor(settings.SUBMISSION_THREADS, thread_name_prefix="submission")
    handler = smtp_submission.SubmissionHandler(pool)
    submission = smtp_submission.build_listeners(handler, certificates.load_configured_certificate())
    listening_for_keys = asyncio.ensure_future(handler.listen_for_key_changes()) if submission else None
    if listening_for_keys is None:
        log.info("transactional.submission.closed", why="There is no certificate (DASH_SMTP_CERTIFICATE)")
    try:
        await listening.serve(
            [mailbox.build_listener(bounce_pool, [feedback.MessageFeedback()]), *submission], stopping, ready
        )
    finally:
        if listening_for_keys is not None:
            listening_for_keys.cancel()
            await asyncio.gather(listening_for_keys, return_exceptions=True)
        for each, workers in ((bounce_pool, BOUNCE_WORKERS), (pool, settings.SUBMISSION_THREADS)):
            await asyncio.to_thread(_shut_down, each, workers)
        log.info("delivery.smtp.stopped")


def _shut_down(pool: ThreadPoolExecutor, workers: int) -> None:
    together = threading.Barrier(workers)

    def close() -> None:
        connections.close_all()
        # Wait until all threads have closed theirs, or one thread would run the task of another.
        with contextlib.suppress(threading.BrokenBarrierError):
            together.wait(CLOSING_SECONDS)

    for _ in range(workers):
        pool.submit(close)
    pool.shutdown()


class SmtpServer:
    def __init__(self) -> None:
        self.stopping = asyncio.Event()

    async def run(self) -> None:
        await serve(self.stopping)


def main() -> None:
    threads.shorten_switch_interval()
    # Each connection leaves garbage, so full collections must not be rare.
    daemon.run(SmtpServer, collect=garbage.freeze_loaded_objects)
