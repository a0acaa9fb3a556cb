"""Garbage collection in long-running processes with many loaded objects."""

import gc

# Python's default for the third threshold is 10.
YOUNGEST, YOUNG, OLD = 700, 10, 200


def tune_collection() -> None:
    """Makes full collections rare, and exempts everything loaded so far from collection.

    A full collection walks all loaded objects and blocks the process for some tenths of a second.
    """
    gc.set_threshold(YOUNGEST, YOUNG, OLD)
    freeze_loaded_objects()


def freeze_loaded_objects() -> None:
    """Exempts everything loaded so far from collection, which makes full collections short in small processes.

    Enables collection. Entry points disable it while they load, because it takes a sixth of the startup time.
    """
    gc.freeze()
    gc.enable()
