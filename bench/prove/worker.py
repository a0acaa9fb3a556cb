"""Forks a worker for each job, as the product's own workers are forked: `python -m bench.prove.worker`.

Reads job ids, one per line, prints the process id of each worker, and ends with its input (workers.py).
"""

import os
import signal
import sys

from django.db import connections

import tasks.app  # noqa: F401 -- it sets Django up
from bench.prove import feed_reader
from server.core import logs
from tasks import kernel


def main() -> None:
    """Forks until its input ends. Ended workers are not waited for."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        connections.close_all()
        if child := os.fork():
            print(child, flush=True)
        else:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            kernel.run_job(int(line))
            os._exit(0)


if __name__ == "__main__":
    logs.configure()
    feed_reader.register()
    print("ready", flush=True)
    main()
