"""A worker that does one job, so that a proof has a process to kill: `python -m bench.prove.worker JOB_ID`."""

import sys

from tasks import app, kernel

if __name__ == "__main__":
    app.configure_logs()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    kernel.run_job(int(sys.argv[1]))
