import json
from pathlib import Path

from bin.local import test_results
from bin.local.test_results import TestResults


def test_the_last_line_has_both_numbers() -> None:
    assert str(TestResults(passed=3, failed=1) + TestResults(passed=4)) == "7 passed, 1 failed"


def test_a_failed_step_without_tests_counts_once() -> None:
    assert test_results.from_exit_code(2) == TestResults(failed=1)
    assert test_results.from_exit_code(0) == TestResults()


def test_a_runner_that_broke_off_counts_once() -> None:
    assert TestResults(passed=5).judged_by(1) == TestResults(passed=5, failed=1)
    assert TestResults(passed=5, failed=2).judged_by(1) == TestResults(passed=5, failed=2)


def test_what_passed_when_repeated_is_named_and_what_did_not_has_failed() -> None:
    first = TestResults(passed=10, failed=3)

    assert first.after_second_try(TestResults(passed=3)) == TestResults(passed=13, unsteady=3)
    assert first.after_second_try(TestResults(passed=1, failed=2)) == TestResults(passed=11, failed=2, unsteady=1)
    assert first.after_second_try(TestResults(passed=1)) == TestResults(passed=11, failed=2, unsteady=1)
    assert first.after_second_try(TestResults(failed=1)) == TestResults(passed=10, failed=3)
    assert str(first.after_second_try(TestResults(passed=3))) == "13 passed, 0 failed"


def test_pytest_is_read_without_its_skipped_tests(tmp_path: Path) -> None:
    report = tmp_path / "python.xml"
    report.write_text('<testsuites><testsuite tests="10" failures="2" errors="1" skipped="3"/></testsuites>')

    assert test_results.read_junit(report) == TestResults(passed=4, failed=3)


def test_what_failed_is_named(tmp_path: Path) -> None:
    python = tmp_path / "python.xml"
    python.write_text(
        """<testsuites><testsuite tests="3" failures="1" errors="1" skipped="0">
        <testcase classname="tests.test_a" name="test_one"><failure/></testcase>
        <testcase classname="tests.test_a" name="test_two"><error/></testcase>
        <testcase classname="tests.test_a" name="test_three"/>
        </testsuite></testsuites>"""
    )
    client = tmp_path / "client.json"
    results = [{"status": "failed", "fullName": "names are asked"}, {"status": "passed", "fullName": "and kept"}]
    client.write_text(
        json.dumps({"numFailedTests": 1, "testResults": [{"name": "/a/b.test.tsx", "assertionResults": results}]})
    )
    journeys = tmp_path / "e2e.json"
    within = {"specs": [{"file": "a.spec.ts", "title": "it goes", "ok": False}]}
    beside = {"file": "a.spec.ts", "title": "it stays", "ok": True}
    journeys.write_text(json.dumps({"stats": {"unexpected": 1}, "suites": [{"specs": [beside], "suites": [within]}]}))

    assert test_results.read_junit(python).names == ("tests.test_a::test_one", "tests.test_a::test_two")
    assert test_results.read_vitest(client).names == ("b.test.tsx > names are asked",)
    assert test_results.read_playwright(journeys).names == ("a.spec.ts > it goes",)


def test_of_what_was_tried_twice_the_last_names_stand() -> None:
    first = TestResults(passed=1, failed=2, names=("a", "b"))

    assert first.after_second_try(TestResults(passed=1, failed=1, names=("b",))).names == ("b",)
    assert first.after_second_try(TestResults(passed=2)).names == ()
    assert first.after_second_try(TestResults(failed=1)).names == ("a", "b")
    assert (first + TestResults(failed=1, names=("c",))).names == ("a", "b", "c")


def test_vitest_is_read(tmp_path: Path) -> None:
    report = tmp_path / "client.json"
    report.write_text(json.dumps({"numPassedTests": 8, "numFailedTests": 1, "numPendingTests": 2}))

    assert test_results.read_vitest(report) == TestResults(passed=8, failed=1)


def test_playwright_is_read(tmp_path: Path) -> None:
    report = tmp_path / "e2e.json"
    report.write_text(json.dumps({"stats": {"expected": 3, "flaky": 1, "unexpected": 2, "skipped": 5}}))

    assert test_results.read_playwright(report) == TestResults(passed=4, failed=2, unsteady=1)


def test_a_report_that_was_not_written_counts_nothing(tmp_path: Path) -> None:
    (tmp_path / "broken").write_text("{")

    assert test_results.read_junit(tmp_path / "none") == TestResults()
    assert test_results.read_vitest(tmp_path / "none") == TestResults()
    assert test_results.read_playwright(tmp_path / "broken") == TestResults()
