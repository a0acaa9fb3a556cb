import pytest

from bin.local import checks


@pytest.mark.parametrize(
    ("arguments", "own", "for_pytest"),
    [
        ([], [], []),
        (["--only", "lint"], ["--only", "lint"], []),
        (["tests/bin"], ["tests/bin"], []),
        (["tests/bin", "tests/server", "-k", "clock", "-x"], ["tests/bin", "tests/server"], ["-k", "clock", "-x"]),
    ],
)
def test_what_follows_the_paths_is_for_pytest(arguments: list[str], own: list[str], for_pytest: list[str]) -> None:
    assert checks.split(arguments) == (own, for_pytest)


def test_every_group_has_steps_and_they_run_in_its_order() -> None:
    groups = list(dict.fromkeys(step.group for step in checks.STEPS))

    assert tuple(groups) == checks.GROUPS
