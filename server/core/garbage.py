"""Python's own search for garbage, in processes that live long and have much loaded."""

import gc

# Python's own third threshold is 10.
YOUNGEST, YOUNG, OLD = 700, 10, 200


def take_over() -> None:
    """Makes full collections rare; what is loaded by now stays for good and is not walked any more.

    A full one walks all that is loaded, some tenths of a second in which the process does nothing else.
    """
    gc.set_threshold(YOUNGEST, YOUNG, OLD)
    set_aside()


def set_aside() -> None:
    """Keeps what is loaded by now for good: no collection walks it, and a full one is short where little else lives.

    Enables collection, which entry points disable while they load: otherwise it takes a sixth of the start.
    """
    gc.freeze()
    gc.enable()
