from pathlib import Path

from bin.local import benchmarks


def test_what_can_be_run_are_the_modules_whose_main_returns_an_exit_code(tmp_path: Path) -> None:
    (tmp_path / "send.py").write_text("def main() -> int:\n    return 0\n")
    (tmp_path / "import_.py").write_text("def main() -> int:\n    return 0\n")
    (tmp_path / "report.py").write_text("def finish() -> int:\n    return 0\n")
    (tmp_path / "sink.py").write_text("def main() -> None: ...\n")

    found = benchmarks.list_modules(benchmarks.CommandFolder("bin/bench", tmp_path, "bench", "Measures."))

    assert found == {"import": "import_", "send": "send"}


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert (
        benchmarks.list_modules(benchmarks.CommandFolder("bin/prove", tmp_path / "prove", "bench.prove", "Proves."))
        == {}
    )
