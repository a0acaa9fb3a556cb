"""The output of every bench: a measured value, its peer or limit, and whether it meets its goal (bench/goals.json)."""

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypedDict

GOALS = Path(__file__).resolve().parent / "goals.json"


class Goal(TypedDict):
    """`judges` says whether the value itself is compared with the goal, or its ratio to the peer."""

    judges: Literal["value", "ratio"]
    goal: float
    unit: str
    sense: Literal["at most", "at least"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value. `against` names the peer or limit that was measured in the same run."""

    name: str
    value: float
    unit: str
    against: str | None = None
    against_value: float | None = None

    @property
    def ratio(self) -> float | None:
        return self.value / self.against_value if self.against_value else None


def goals() -> dict[str, Goal]:
    loaded: dict[str, Goal] = json.loads(GOALS.read_text())
    return loaded


def evaluate(figure: Figure) -> dict[str, Any]:
    goal = goals().get(figure.name)
    row = asdict(figure)
    row["againstValue"] = row.pop("against_value")
    row |= {"ratio": figure.ratio, "goal": None, "met": None}
    if goal is not None:
        judged = figure.value if goal["judges"] == "value" else figure.ratio
        met = judged is not None and (judged <= goal["goal"] if goal["sense"] == "at most" else judged >= goal["goal"])
        row |= {"goal": f"{goal['judges']} {goal['sense']} {goal['goal']}", "met": met}
    return row


def wants_json(name: str) -> bool:
    parser = argparse.ArgumentParser(prog=f"bench {name}")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    return bool(parser.parse_args().json)


def say(line: str, *, as_json: bool) -> None:
    """Prints a progress line, to standard error if the output is JSON."""
    print(line, file=sys.stderr if as_json else sys.stdout, flush=True)


def finish(figures: list[Figure], *, as_json: bool) -> int:
    """Prints the results. Returns the exit code: 1 if a goal is missed."""
    rows = [evaluate(figure) for figure in figures]
    if as_json:
        print(json.dumps(rows, indent=1))
    else:
        for row in rows:
            print(_line(row))
    return 1 if any(row["met"] is False for row in rows) else 0


def _line(row: dict[str, Any]) -> str:
    beside = "" if row["ratio"] is None else f"  = {row['ratio']:.3f} of {row['against']} ({row['againstValue']:,.3f})"
    goal = "" if row["goal"] is None else f"  [{'met' if row['met'] else 'MISSED'}: {row['goal']}]"
    return f"{row['name']}: {row['value']:,.3f} {row['unit']}{beside}{goal}"
