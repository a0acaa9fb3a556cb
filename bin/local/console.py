"""The output of the commands: our own sentences, and the lines of programs after their names."""

import sys

_NAME_WIDTH = 8
_COLOURS = ("36", "33", "35", "32", "34", "31")
_RESET = "\x1b[0m"


def say(sentence: str) -> None:
    print(sentence, flush=True)


class LinePrinter:
    """Splits the output of one program into lines and prints each after the program's name."""

    def __init__(self, name: str) -> None:
        prefix = f"{name:<{_NAME_WIDTH}} | "
        if sys.stdout.isatty():
            colour = _COLOURS[sum(name.encode()) % len(_COLOURS)]
            prefix = f"\x1b[{colour}m{prefix}{_RESET}"
        self._prefix = prefix.encode()
        self._rest = b""

    def add(self, part: bytes) -> None:
        *lines, self._rest = (self._rest + part).split(b"\n")
        self._print(lines)

    def end(self) -> None:
        if self._rest:
            self._print([self._rest])
            self._rest = b""

    def _print(self, lines: list[bytes]) -> None:
        sys.stdout.buffer.write(b"".join(self._prefix + line + b"\n" for line in lines))
        sys.stdout.buffer.flush()
