from pathlib import Path

from bin.local import stamps


def test_the_stamp_follows_the_content(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    file.write_text("one")
    before = stamps.hash_files([file])

    file.write_text("two")

    assert stamps.hash_files([file]) != before


def test_the_stamp_follows_the_name(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("same")
    (tmp_path / "b").write_text("same")

    assert stamps.hash_files([tmp_path / "a"]) != stamps.hash_files([tmp_path / "b"])


def test_the_order_of_the_files_does_not_matter(tmp_path: Path) -> None:
    files = [tmp_path / "a", tmp_path / "b"]
    for file in files:
        file.write_text(file.name)

    assert stamps.hash_files(files) == stamps.hash_files(reversed(files))


def test_a_tree_leaves_out_folders_but_no_file_of_that_name(tmp_path: Path) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "dist").write_text("a file")
    before = stamps.hash_tree(tmp_path, leave_out=frozenset({"node_modules", "dist"}))

    (tmp_path / "node_modules" / "package").write_text("installed")
    same = stamps.hash_tree(tmp_path, leave_out=frozenset({"node_modules", "dist"}))
    (tmp_path / "src" / "dist").write_text("changed")
    other = stamps.hash_tree(tmp_path, leave_out=frozenset({"node_modules", "dist"}))

    assert same == before
    assert other != before


def test_a_step_is_fresh_only_with_the_value_it_was_done_with(tmp_path: Path) -> None:
    stamp = tmp_path / "stamps" / "step"
    assert not stamps.is_fresh(stamp, "one")

    stamps.write(stamp, "one")

    assert stamps.is_fresh(stamp, "one")
    assert not stamps.is_fresh(stamp, "two")
