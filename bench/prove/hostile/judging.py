"""Runs one kind of load after another against a stage, and checks each against the product's guarantees."""

import itertools
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bench.prove.crash_product import until
from bench.prove.hostile import measuring
from bench.prove.hostile.customer import Failed, Samples, median
from bench.prove.hostile.driver import MAX_CORES
from bench.prove.hostile.load import LoadOrigin
from bench.prove.hostile.measuring import Disk
from bench.prove.hostile.registry import LoadKind
from bench.prove.hostile.stage import AbuseStage, Driver, LoadFailed

MAX_READ_RATIO, MAX_READ_MS = 3.0, 150.0
MAX_SEND_RATIO = 2.0
MAX_MEMORY_MB, MAX_LATE_MEMORY_MB = 64.0, 16.0
MAX_METRICS_KB = 256.0
MAX_SIGN_IN_SECONDS = 10.0
MAX_LOG_MB = 16.0
# A shorter load does not show whether memory use is constant.
MIN_FLAT_SECONDS = 10.0
# With fewer samples a percentile or a median is meaningless.
MIN_READS = 40
IDLE_SECONDS = 10.0
BACK_SECONDS, BACKLOG_SECONDS = 90.0, 60.0
REST_SECONDS, CALM_SECONDS, CALM_CORES = 2.0, 0.7, 0.15


@dataclass(slots=True)
class KindResult:
    """The results and cost of one kind. `failures` lists the violated rules as sentences."""

    kind: str
    group: str
    stated_per_second: float
    phases: list[dict[str, Any]] = field(default_factory=list)
    product_cores: float = 0.0
    idle_cores: float = 0.0
    reads: list[int] = field(default_factory=list)
    read_p95_ms: list[float] = field(default_factory=list)
    idle_read_p95_ms: float = 0.0
    # Medians under load divided by idle ones; None without samples.
    send_ratios: dict[str, float | None] = field(default_factory=dict)
    customer_failures: list[str] = field(default_factory=list)
    memory_mb: dict[str, float] = field(default_factory=dict)
    late_memory_mb: dict[str, float] = field(default_factory=dict)
    disk_mb: dict[str, float] = field(default_factory=dict)
    temporary_mb: float = 0.0
    metrics_kb: float = 0.0
    log_mb: float = 0.0
    # The used quota of the team whose page strangers can subscribe at.
    victim_contacts: int = 0
    sign_in_seconds: float | None = None
    failures: list[str] = field(default_factory=list)
    # Failures that other work on the machine can cause as well.
    slow: list[str] = field(default_factory=list)
    # The failures that caused a second run.
    first_failures: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Idle:
    """The customer's activity without any load."""

    samples: Samples
    cores: float


@dataclass(slots=True)
class IdleProduct:
    """The idle product, after a garbage collection."""

    pids: dict[str, int]
    memory_mb: dict[str, float]
    disk: Disk
    metrics_kb: float
    log_mb: float
    victim_contacts: int


class Judge:
    """Runs kinds. With `timed` it also compares durations, which requires a quiet machine."""

    def __init__(self, stage: AbuseStage, *, seed: int, seconds: float, timed: bool, idle_seconds: float) -> None:
        self._stage, self._seed, self._seconds, self._timed = stage, seed, seconds, timed
        self._idle_seconds = idle_seconds
        self.results: list[KindResult] = []
        self.failures: list[str] = []
        self._rest = 0.0
        # The state after the last kind, if nothing has happened since.
        self._settled: IdleProduct | None = None

    def run(self, kinds: Sequence[LoadKind], report: Callable[[KindResult], None] = lambda _: None) -> None:
        """Runs them group by group and collects results and failures.

        A kind that only failed by being slow runs once more, directly after a new idle measurement: the one of its
        group can be some minutes old.
        """
        self._stage.customer.warm_up()
        self._idle()  # one-time loading must not count for any kind
        self._rest = self._resting_cores(REST_SECONDS)
        first = middle = self._measure_footprint()
        number = 0
        for _, group in itertools.groupby(kinds, lambda kind: kind.group):
            idle, self._settled = self._idle(), None
            for kind in group:
                number += 1
                result = self._run_kind(kind, idle)
                if result.failures and result.failures == result.slow:
                    slow, idle, self._settled = result.slow, self._idle(), None
                    result = self._run_kind(kind, idle)
                    result.first_failures = slow
                self.results.append(result)
                report(result)
                if any("stopped for good" in failure for failure in result.failures):
                    self.failures.append(f"After {kind.name} the product was gone")
                    return
                if number == len(kinds) // 2:
                    middle = self._measure_footprint()
        last = self._measure_footprint()
        if len(kinds) > 1:
            self.failures += _grown(_differences(first.memory_mb, last.memory_mb), MAX_MEMORY_MB, "over all kinds")
        if len(kinds) > 1 and self._seconds >= MIN_FLAT_SECONDS:
            late = _differences(middle.memory_mb, last.memory_mb)
            self.failures += _grown(late, MAX_LATE_MEMORY_MB, "over the last half of the kinds")

    def _idle(self) -> Idle:
        samples = Samples()
        cpu, begin = measuring.cpu_of(self._stage.product), time.monotonic()
        with self._stage.customer.at_work(samples):
            time.sleep(self._idle_seconds)
        cores = (measuring.cpu_of(self._stage.product) - cpu) / (time.monotonic() - begin)
        self.failures += [f"idle: {failure}" for failure in samples.failures]
        return Idle(samples, cores)

    def _measure_footprint(self) -> IdleProduct:
        product = self._stage.product
        measuring.collect_garbage(product)
        return IdleProduct(
            measuring.pids_of(product),
            measuring.memory_mb(product),
            measuring.disk_of(product),
            len(measuring.read_metrics(product)) / 1024,
            measuring.log_mb(),
            product.books("count_contacts", self._stage.teams["victim"]["team"]),
        )

    def _resting_cores(self, seconds: float) -> float:
        cpu, begin = measuring.cpu_of(self._stage.product), time.monotonic()
        time.sleep(seconds)
        return (measuring.cpu_of(self._stage.product) - cpu) / (time.monotonic() - begin)

    def _is_calm(self) -> bool:
        """Whether no job is due and no process is still busy with a load."""
        is_busy = self._resting_cores(CALM_SECONDS) > self._rest + CALM_CORES
        return not is_busy and not self._stage.product.books("count_due_jobs")

    def _run_kind(self, kind: LoadKind, idle: Idle) -> KindResult:
        result = KindResult(kind.name, kind.group, kind.per_second, idle_cores=round(idle.cores, 2))
        result.idle_read_p95_ms = round(idle.samples.read_p95_ms, 1)
        before, self._settled = self._settled or self._measure_footprint(), None
        under_load: list[Samples] = []
        driver = None
        middle: dict[str, float] = {}
        try:
            driver = Driver(self._stage, kind, self._seed)
            for origin in LoadOrigin:
                under_load.append(self._run_phase(driver, origin, result))
                if origin is LoadOrigin.ONE:
                    measuring.collect_garbage(self._stage.product)
                    middle = measuring.memory_mb(self._stage.product)
        except LoadFailed as error:
            result.failures.append(f"The load could not be made: {error}")
        finally:
            if driver is not None:
                driver.close()
        self._check_survival(result, before)
        self._check_load(kind, result)
        self._check_customer(result, idle.samples, under_load)
        if not any("stopped for good" in failure for failure in result.failures):
            self._check_storage(kind, result, before, middle)
        return result

    def _run_phase(self, driver: Driver, origin: LoadOrigin, result: KindResult) -> Samples:
        product, samples = self._stage.product, Samples()

        def sample_temporary_files() -> None:
            result.temporary_mb = max(result.temporary_mb, round(measuring.temporary_mb(product), 1))

        cpu, begin = measuring.cpu_of(product), time.monotonic()
        with self._stage.customer.at_work(samples):
            result.phases.append(driver.run(origin, self._seconds / len(LoadOrigin), sample_temporary_files))
            cores = (measuring.cpu_of(product) - cpu) / (time.monotonic() - begin)
        result.product_cores = round(max(result.product_cores, cores), 2)
        return samples

    # --- guarantees -------------------------------------------------------------------------------------------------

    def _check_survival(self, result: KindResult, before: IdleProduct) -> None:
        product = self._stage.product
        if until(product.is_ready, BACK_SECONDS) is None:
            result.failures.append(f"/readyz did not answer within {BACK_SECONDS:.0f} s: stopped for good")
            return
        pids: dict[str, int] = {}
        with suppress(OSError, ValueError):
            pids = measuring.pids_of(product)
        ended = [name for name, pid in before.pids.items() if pids.get(name) != pid]
        if ended:
            result.failures.append(f"{', '.join(ended)} ended and was started again")
            measuring.limit_memory(product)
        try:
            result.sign_in_seconds = round(self._stage.customer.sign_in(), 2)
        except (Failed, OSError, KeyError) as error:
            result.failures.append(f"The customer can't sign in: {error}")
        if self._timed and (result.sign_in_seconds or 0) > MAX_SIGN_IN_SECONDS:
            result.failures.append(f"The customer's sign-in took {result.sign_in_seconds} s")

    @staticmethod
    def _check_load(kind: LoadKind, result: KindResult) -> None:
        for phase in result.phases:
            if phase["cores"] > MAX_CORES:
                result.failures.append(f"The load from {phase['origin']} took {phase['cores']} of a core")
            errors = sum(count for label, count in phase["labels"].items() if label.startswith("500"))
            if errors and kind.group != "smtp":  # where 500 means an unknown command
                result.failures.append(f"{errors} of the load from {phase['origin']} ended as server errors")
            if not any(label.startswith(kind.expects) for label in phase["labels"]):
                result.failures.append(f"The load from {phase['origin']} never reached its aim: {phase['labels']}")

    def _check_customer(self, result: KindResult, idle: Samples, under_load: Sequence[Samples]) -> None:
        for samples in under_load:
            result.reads.append(len(samples.reads))
            result.read_p95_ms.append(round(samples.read_p95_ms, 1))
            result.customer_failures += samples.failures
        for name in ("messages", "submissions", "campaigns", "imports"):
            calm = median(getattr(idle, name))
            loaded = median([value for samples in under_load for value in getattr(samples, name)])
            result.send_ratios[name] = None if calm is None or loaded is None else round(loaded / calm, 2)
        if result.customer_failures:
            count, first = len(result.customer_failures), result.customer_failures[0]
            result.failures.append(f"{count} calls of the customer failed: {first}")
        if not self._timed:
            return
        highest = min(MAX_READ_MS, MAX_READ_RATIO * result.idle_read_p95_ms)
        for origin, count, p95 in zip(LoadOrigin, result.reads, result.read_p95_ms, strict=False):
            if p95 > highest or count < MIN_READS:
                result.slow.append(f"Reads beside {origin}: p95 {p95} ms of {count}, at most {highest:.0f} of 40")
        for name, ratio in result.send_ratios.items():
            if ratio is None or ratio > MAX_SEND_RATIO:
                result.slow.append(f"The {name} took {ratio} times as long as idle")
        result.failures += result.slow

    def _check_storage(self, kind: LoadKind, result: KindResult, before: IdleProduct, middle: dict[str, float]) -> None:
        if until(self._is_calm, BACKLOG_SECONDS) is None and self._timed:
            result.failures.append(f"{BACKLOG_SECONDS:.0f} s later the product was still at work on it")
        after = self._settled = self._measure_footprint()
        result.memory_mb = _differences(before.memory_mb, after.memory_mb)
        result.late_memory_mb = _differences(middle, after.memory_mb)
        result.failures += _grown(result.memory_mb, MAX_MEMORY_MB, "")
        if self._seconds >= MIN_FLAT_SECONDS:
            result.failures += _grown(result.late_memory_mb, MAX_LATE_MEMORY_MB, "in the last half")
        for name in ("uploads", "spool", "database", "redis"):
            result.disk_mb[name] = round(getattr(after.disk, name) - getattr(before.disk, name), 1)
        grown = sum(result.disk_mb.values())
        if grown > kind.max_disk_mb:
            result.failures.append(f"The disk grew by {grown:.0f} MB, at most {kind.max_disk_mb:.0f}: {result.disk_mb}")
        if result.temporary_mb - before.disk.temporary > kind.max_disk_mb:
            result.failures.append(f"Temporary files took {result.temporary_mb:.0f} MB")
        result.metrics_kb = round(after.metrics_kb - before.metrics_kb, 1)
        if result.metrics_kb > MAX_METRICS_KB or not after.metrics_kb:
            result.failures.append(f"/metrics grew by {result.metrics_kb:.0f} kB, to {after.metrics_kb:.0f}")
        result.log_mb = round(after.log_mb - before.log_mb, 1)
        if result.log_mb > MAX_LOG_MB:
            result.failures.append(f"The log grew by {result.log_mb:.0f} MB")
        result.victim_contacts = after.victim_contacts - before.victim_contacts
        if result.victim_contacts > 0:
            result.failures.append(f"Strangers used up {result.victim_contacts} contacts of a team's plan")


def _differences(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    return {name: round(value - before.get(name, 0.0), 1) for name, value in after.items() if before}


def _grown(grown: dict[str, float], most: float, when: str) -> list[str]:
    return [f"{name} grew by {mb:.0f} MB {when}".rstrip() for name, mb in grown.items() if mb > most]


def format_line(result: KindResult) -> str:
    rates = "/".join(f"{phase['per_second']:g}" for phase in result.phases)
    cores = max((phase["cores"] for phase in result.phases), default=0.0)
    p95 = "/".join(f"{value:g}" for value in result.read_p95_ms)
    ratios = ", ".join(f"{name} x{ratio}" for name, ratio in result.send_ratios.items())
    memory = sum(result.memory_mb.values())
    verdict = "; ".join(result.failures)
    again = f" (at first: {'; '.join(result.first_failures)})" if result.first_failures else ""
    return (
        f"  {result.kind}: {rates} of {result.stated_per_second:g}/s, load {cores:.2f} cores, product"
        f" {result.product_cores} (idle {result.idle_cores}), reads p95 {p95} ms (idle {result.idle_read_p95_ms:g},"
        f" n {sum(result.reads)}), {ratios}, memory {memory:+.0f} MB, disk {sum(result.disk_mb.values()):+.0f} MB:"
        f" {'FAILED: ' + verdict if verdict else 'held'}{again}"
    )
