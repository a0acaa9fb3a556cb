"""Thread switching in processes with an event loop beside computing threads."""

import sys
from typing import Final

# Python's default is 0.005. A thread that waited for a socket waits again that long for a computing thread, and a
# request waits some ten times: while a long template was rendered, reads took 0.1 s longer.
SWITCH_SECONDS: Final = 0.0005


def shorten_switch_interval() -> None:
    sys.setswitchinterval(SWITCH_SECONDS)
