"""The zones of several writers."""

from pathlib import Path

from bench import name_server


def test_zones_are_those_of_all_files_but_for_one_that_is_being_written(tmp_path: Path) -> None:
    (tmp_path / "0.json").write_text('{"kopi.example": {"A": ["192.0.2.1"]}}')
    (tmp_path / "1.json").write_text('{"teh.example": {"A": ["192.0.2.2"]}}')
    (tmp_path / "1.json.new").write_text('{"teh.exam')

    assert name_server.read(tmp_path) == {"kopi.example": {"A": ["192.0.2.1"]}, "teh.example": {"A": ["192.0.2.2"]}}
