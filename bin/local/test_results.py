"""The numbers of passed and failed tests: read from the runners' reports, printed as the last line of bin/test."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class TestResults:
    """Numbers of tests. A failed step without tests counts as one failed test."""

    passed: int = 0
    failed: int = 0
    unsteady: int = 0  # passed only after a repetition
    names: tuple[str, ...] = ()  # of the failed ones, as the runner names them

    def __add__(self, other: "TestResults") -> "TestResults":
        return TestResults(
            self.passed + other.passed,
            self.failed + other.failed,
            self.unsteady + other.unsteady,
            self.names + other.names,
        )

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"

    def judged_by(self, exit_code: int) -> "TestResults":
        """The same, plus one failure if the runner failed without a failed test: it was interrupted, or found none."""
        return self + TestResults(failed=1) if exit_code and not self.failed else self

    def after_second_try(self, second: "TestResults") -> "TestResults":
        """The result after the failed tests were repeated once: those that did not pass then have failed."""
        mended = min(second.passed, self.failed)
        failed = max(self.failed - mended, second.failed)
        names = second.names or (self.names if failed else ())
        return TestResults(passed=self.passed + mended, failed=failed, unsteady=mended, names=names)


def from_exit_code(exit_code: int) -> TestResults:
    return TestResults().judged_by(exit_code)


def read_junit(report: Path) -> TestResults:
    """Skipped tests do not count."""
    if not report.exists():
        return TestResults()
    root = ET.parse(report).getroot()  # noqa: S314 -- pytest wrote it a moment ago
    total = TestResults(names=tuple(_iter_junit_failures(root)))
    for suite in root.iter("testsuite"):
        tests, skipped = int(suite.get("tests", 0)), int(suite.get("skipped", 0))
        failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        total += TestResults(passed=max(tests - skipped - failed, 0), failed=failed)
    return total


def read_vitest(report: Path) -> TestResults:
    found = _read(report)
    names = (
        f"{Path(file['name']).name} > {test['fullName']}"
        for file in found.get("testResults", [])
        for test in file["assertionResults"]
        if test["status"] == "failed"
    )
    return TestResults(passed=found.get("numPassedTests", 0), failed=found.get("numFailedTests", 0), names=tuple(names))


def read_playwright(report: Path) -> TestResults:
    """A test that passed when repeated has passed."""
    read = _read(report)
    found = read.get("stats", {})
    flaky = found.get("flaky", 0)
    return TestResults(
        passed=found.get("expected", 0) + flaky,
        failed=found.get("unexpected", 0),
        unsteady=flaky,
        names=tuple(_iter_suite_failures(read.get("suites", []))),
    )


def _iter_junit_failures(root: ET.Element) -> Iterator[str]:
    for case in root.iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            yield f"{case.get('classname')}::{case.get('name')}"


def _iter_suite_failures(suites: list[dict[str, Any]]) -> Iterator[str]:
    for suite in suites:
        yield from (f"{spec['file']} > {spec['title']}" for spec in suite.get("specs", []) if not spec["ok"])
        yield from _iter_suite_failures(suite.get("suites", []))


def _read(report: Path) -> dict[str, Any]:
    try:
        content = json.loads(report.read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return {}
    return content if isinstance(content, dict) else {}
