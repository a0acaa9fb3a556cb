"""The endless list of 10,000 contacts during scrolling: frames, and the long tasks that delay them.

    python -m bench.screens [--json]

The built client (`npm run build`) is served with its own team. A headless browser scrolls from the first row to the
last, four rows per frame, a hard fling of ten screens a second. The browser reports tasks of over 50 ms
(PerformanceObserver). The peer is the same scrolling on a bare page of the same height, in the same run. The same at
ten rows per frame, over loaded rows, is printed as well.
"""

import json
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench import report, stage

stage.prepare("screens")

from django.conf import settings  # noqa: E402 -- after Django is set up

from bench.fanning import NODE, served  # noqa: E402
from bench.importing import make_team_without_limits  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from server.contacts.models import Contact  # noqa: E402
from server.core import clock  # noqa: E402
from server.plans import quota  # noqa: E402
from server.plans.features import CONTACT  # noqa: E402
from tests.cast import Person  # noqa: E402

SCRIPT = Path(__file__).resolve().parent / "screens.mjs"
ROWS = 10_000
CITIES = ("Jakarta", "Bandung", "Medan", "Yogyakarta", "Surabaya", "Bogor", "Denpasar")


def fill(person: Person) -> None:
    now = clock.now()
    Contact.objects.bulk_create(
        [
            Contact(
                team=person.team,
                email=f"person{number}@example{number % 97}.com",
                firstname=f"Ayu {number % 89}",
                lastname=f"Lestari Rahmawati {number}",
                city=CITIES[number % len(CITIES)],
                created_at=now,
                updated_at=now,
            )
            for number in range(ROWS)
        ],
        batch_size=2_000,
    )
    quota.use(team_id=person.team.pk, limit=CONTACT, amount=ROWS)


def scrolled(url: str, person: Person) -> dict[str, Any]:
    environment = os.environ | {"BENCH_URL": url, "BENCH_TOKEN": person.token, "BENCH_ROWS": str(ROWS)}
    run = subprocess.run(
        [str(NODE), "--experimental-strip-types", str(SCRIPT)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if run.returncode != 0:
        raise RuntimeError(run.stderr[-2000:])
    noted: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return noted


def main() -> int:
    as_json = report.wants_json("screens")
    if not (settings.CLIENT_DIST / "index.html").exists():
        raise SystemExit("The client is not built. Run `npm run build` in client first.")
    with TemporaryDirectory() as folder:
        person = make_team_without_limits(Path(folder))
        fill(person)
        with served("realtime.asgi:application") as server:
            noted = scrolled(server.url, person)
    ours, bare, drag = noted["list"], noted["bare"], noted["drag"]
    went = f"{ours['rows']} rows in {ours['seconds']:.1f} s, {ours['frames']} frames"
    say(f"{went}, longest task {ours['longest']:.0f} ms", as_json=as_json)
    peer = "a bare page as high"
    return finish(
        [
            Figure("screens.longTasks", ours["longTasks"], "tasks over 50 ms", peer, bare["longTasks"]),
            Figure("screens.frameP95", ours["frameP95"], "ms between frames", peer, bare["frameP95"]),
            Figure("screens.dragP95", drag["frameP95"], "ms between frames", peer, bare["frameP95"]),
        ],
        as_json=as_json,
    )


if __name__ == "__main__":
    raise SystemExit(main())
