"""Lets `bin/prove abuse` have each Python process of the product collect its garbage, by a signal.

What a process still holds afterwards is what it keeps; without this the proof would measure when Python last looked.
"""

import ctypes
import gc
import signal
from contextlib import suppress


def _collect(*_: object) -> None:
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)


signal.signal(signal.SIGRTMIN, _collect)
