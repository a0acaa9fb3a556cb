"""Compiles MJML to HTML in a pool of two long-lived child processes, which are replaced after a crash or timeout."""

import os
import queue
import re
import select
import subprocess
import sys
import threading
import time
from pathlib import Path

from server.delivery.causes import COMPILING_FAILED, COMPILING_TIMED_OUT, MJML_INVALID
from server.delivery.content.mjml_child import HEAD, LENGTH, TOO_LARGE
from server.delivery.errors import DocumentNotCompiled, DocumentTooLarge

CHILD_COUNT = 2  # one per core of the smallest machine; a compile takes about a millisecond
MAX_COMPILE_SECONDS = 5.0
MAX_SOURCE_CHARACTERS = 1_000_000
MAX_HTML_BYTES = 2_000_000  # a few bytes of MJML can become a thousand bytes of HTML
MAX_DEPTH = 200  # mrml recurses; 50,000 nested elements crash its process
_ROOT = Path(__file__).resolve().parents[3]
# Possessive, and matches at every start, so that unclosed elements are read in linear time.
_ELEMENT = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*+)([^<>]*+)>?|<!--(?:.*?-->|.*)", re.DOTALL)
_VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})


class _MjmlProcess:
    """One child process and its pipes. Not thread-safe."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "server.delivery.content.mjml_child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env={"PATH": os.environ.get("PATH", "")},
        )

    def compile(self, source: bytes) -> tuple[int, str]:
        """The status byte and the text. Raises OSError or EOFError if the child died, TimeoutError if it hangs."""
        writing, reading = self._process.stdin, self._process.stdout
        if writing is None or reading is None:
            raise EOFError
        deadline = time.monotonic() + MAX_COMPILE_SECONDS
        writing.write(HEAD.pack(len(source), MAX_HTML_BYTES) + source)
        writing.flush()
        head = self._read(reading.fileno(), 1 + LENGTH.size, deadline)
        answer = self._read(reading.fileno(), LENGTH.unpack(head[1:])[0], deadline)
        return head[0], answer.decode("utf-8")

    def _read(self, pipe: int, size: int, deadline: float) -> bytes:
        parts: list[bytes] = []
        while size:
            ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError
            part = os.read(pipe, min(size, 1 << 16))
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def end(self) -> None:
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue
        self._process.wait()


class Pool:
    """Lends a child to one thread at a time. Children start on first use."""

    def __init__(self, size: int = CHILD_COUNT) -> None:
        self._idle: queue.LifoQueue[_MjmlProcess | None] = queue.LifoQueue()
        for _ in range(size):
            self._idle.put(None)

    def compile(self, source: str) -> str:
        """Compiles an MJML document without checking its size and depth.

        Raises DocumentNotCompiled, and DocumentTooLarge if the HTML is too large.
        """
        child = self._idle.get()
        try:
            child = child or _MjmlProcess()
            status, text = child.compile(source.encode("utf-8", "replace"))
        except (OSError, EOFError) as error:  # TimeoutError is an OSError
            if child is not None:
                child.end()
                child = None
            slow = isinstance(error, TimeoutError)
            cause = COMPILING_TIMED_OUT.bind(seconds=MAX_COMPILE_SECONDS) if slow else COMPILING_FAILED.bind()
            raise DocumentNotCompiled.because(cause) from error
        finally:
            self._idle.put(child)
        if status == TOO_LARGE:
            raise DocumentTooLarge.over("bytes", MAX_HTML_BYTES)
        if status:
            raise DocumentNotCompiled.because(MJML_INVALID.bind(problem=text))
        return text

    def close(self) -> None:
        for _ in range(self._idle.qsize()):
            child = self._idle.get()
            if child is not None:
                child.end()
            self._idle.put(None)


_pools: dict[int, Pool] = {}
_lock = threading.Lock()


def get_pool() -> Pool:
    """The pool of this process. A forked process creates its own: sharing a pipe would mix up the frames."""
    with _lock:
        return _pools.setdefault(os.getpid(), Pool())


def measure_depth(source: str) -> int:
    deepest = level = 0
    for match in _ELEMENT.finditer(source):
        closing, name, rest = match.groups()
        if name is None or rest.endswith("/") or name.lower() in _VOID:
            continue
        level += -1 if closing else 1
        deepest = max(deepest, level)
    return deepest


def render(source: str) -> str:
    """Raises DocumentTooLarge or DocumentNotCompiled."""
    if measure_depth(source) > MAX_DEPTH:
        raise DocumentTooLarge.over("depth", MAX_DEPTH)
    return render_trusted(source)


def render_trusted(source: str) -> str:
    """Doesn't check the depth: the document must consist of our own elements. Raises what `render` raises."""
    if len(source) > MAX_SOURCE_CHARACTERS:
        raise DocumentTooLarge.over("characters", MAX_SOURCE_CHARACTERS)
    return get_pool().compile(source)
