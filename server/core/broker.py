"""The Celery application, seen from who only sends: server code enqueues by name and imports no task."""

from celery import Celery
from django.conf import settings

celery = Celery("dashboard", broker=settings.REDIS_URL)
celery.conf.update(
    task_ignore_result=True,
    # The lease in core.jobs makes a job safe to run twice and finds the lost ones, so Celery keeps nothing back.
    task_acks_late=False,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    broker_transport_options={"socket_timeout": 5, "socket_connect_timeout": 2, "max_retries": 1},
    task_publish_retry=False,
    task_default_queue="default",
    enable_utc=True,
    timezone="UTC",
    # Else Celery closes the database connection before and after each task, and a new one costs more than most tasks.
    # Each task begins with close_old_connections, which replaces one that is broken.
    CELERY_DB_REUSE_MAX=1_000,
)
