"""The Celery application for senders of tasks: server code enqueues by name and imports no task."""

from celery import Celery
from django.conf import settings

celery = Celery("dashboard", broker=settings.REDIS_URL)
celery.conf.update(
    task_ignore_result=True,
    # The lease in core.jobs makes a job safe to run twice and finds lost jobs, so Celery acknowledges early.
    task_acks_late=False,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    broker_transport_options={"socket_timeout": 5, "socket_connect_timeout": 2, "max_retries": 1},
    task_publish_retry=False,
    task_default_queue="default",
    enable_utc=True,
    timezone="UTC",
    # By default Celery closes the database connection before and after each task. A new connection costs more than most
    # tasks. Each task starts with close_old_connections, which replaces a broken one.
    CELERY_DB_REUSE_MAX=1_000,
)
