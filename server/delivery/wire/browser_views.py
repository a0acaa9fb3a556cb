"""Emails shown in the browser: filled on separate threads, a few at a time, with a limit for each recipient."""

import asyncio
import quopri
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from server.delivery.compiling import CompiledEmail
from server.delivery.mime.filling import FillProgram
from server.delivery.wire.minute_counts import MinuteCounts, TooOften

# Threads that fill, and requests that wait for them: an email takes milliseconds.
THREADS = 2
MAX_WAITING = 32
# Cached compiled emails, and for how long: a change after sending is seen soon.
MAX_PROGRAMS = 8
CACHE_SECONDS = 10.0
# Views of one recipient a minute. A recipient with three devices and a few reloads needs ten.
MAX_VIEWS_PER_MINUTE = 30

Result = TypeVar("Result")


@dataclass(slots=True)
class BrowserViews:
    """State that the views of one process share."""

    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(THREADS, "browser-view"))
    _programs: OrderedDict[tuple[int, bool], tuple[float, FillProgram]] = field(default_factory=OrderedDict)
    _views: MinuteCounts = field(default_factory=MinuteCounts)
    _waiting: int = 0

    def count(self, mailing_id: int, position: int) -> None:
        """Counts a view before anything is read for it. Raises TooOften above the limit, and if too many views wait."""
        if self._waiting >= MAX_WAITING:
            raise TooOften
        self._views.count_request(mailing_id, position, most=MAX_VIEWS_PER_MINUTE)

    def program(self, mailing_id: int, *, follows: bool) -> FillProgram | None:
        kept = self._programs.get((mailing_id, follows))
        return kept[1] if kept is not None and time.monotonic() - kept[0] < CACHE_SECONDS else None

    def keep(self, mailing_id: int, program: FillProgram, *, follows: bool) -> None:
        self._programs[mailing_id, follows] = time.monotonic(), program
        self._programs.move_to_end((mailing_id, follows))
        while len(self._programs) > MAX_PROGRAMS:
            self._programs.popitem(last=False)

    async def compile(self, form: Any) -> FillProgram:
        return await self._run(lambda: FillProgram(CompiledEmail.from_data(form).html))

    async def fill(self, program: FillProgram, fields: Mapping[str, Any], token: bytes) -> bytes:
        return await self._run(lambda: quopri.decodestring(b"".join(program.fill(fields, token))))

    async def _run(self, work: Callable[[], Result]) -> Result:
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1
