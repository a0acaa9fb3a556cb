"""bench render: an email of 200 components from its snapshot to HTML, without a cache, compared with Node's mjml in one
run.

Node compiles the same email, written with MJML's own components, in a warm process, as ours is. The text of each
component differs; a warm process of ours caches style attributes and the meaning of merge tags.
"""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench import stage

stage.prepare("render")

from bench.calibration import calibrate  # noqa: E402 -- the stage sets Django up
from bench.fanning import NODE  # noqa: E402
from bench.report import Figure, finish, say, wants_json  # noqa: E402
from server.core import garbage  # noqa: E402
from server.delivery.content import documents, mjml  # noqa: E402
from server.delivery.content.documents import DocumentTags  # noqa: E402
from server.delivery.content.markup import Marks  # noqa: E402
from server.documents.kinds.email import rendering  # noqa: E402
from server.documents.kinds.email.footer import EmailFrame, FooterLink  # noqa: E402
from tests.server.documents.pages import Plain, column, component, email, row, words  # noqa: E402

SCRIPT = Path(__file__).resolve().parent / "render_mjml.mjs"
RUNS, NODE_RUNS, WARM_UP = 200, 30, 10
FRAME = EmailFrame(
    title="Kopi Selatan",
    lines=("Kopi Selatan · Jl. Braga 1, Bandung",),
    unsubscribe=FooterLink("Unsubscribe", "https://pages.example/u"),
    view=FooterLink("View in browser", "https://pages.example/v"),
)


def document() -> rendering.RenderSource:
    """20 rows of two columns with five components each: headings, bodies with marks and tags, images, buttons."""
    linked = {"insert": "sini", "attributes": {"link": {"href": "https://kopi.example/panen"}, "bold": {}}}

    def five(n: int) -> Plain:
        harvested = f"Dipetik di kebun {n} dan dijemur di atas para-para. Baca di "
        picture = f"https://img.example/kebun-{n}.png"
        return column(
            component("text", text=words(f"Panen {n} untuk {{{{ firstname }}}}"), level="h2"),
            component("content", body=words(harvested, linked, ".")),
            component("image", image=picture, alt=f"Kebun {n} di Gayo", address="https://kopi.example"),
            component("button", words=f"Pesan {n}", address=f"https://kopi.example/pesan/{n}?u={{{{ email }}}}"),
            component("separator"),
        )

    snapshot = email(*[row(five(2 * n), five(2 * n + 1)) for n in range(20)])
    return documents.parse_body(documents.serialize_body(snapshot))


def written_in_mjml() -> str:
    """The same email as written by hand for Node."""
    parts = (
        '<mj-text font-size="24px" padding="8px 24px"><h2>Panen Gayo untuk {{ firstname }}</h2></mj-text>'
        '<mj-text font-size="16px" line-height="1.6" padding="8px 24px"><p>Dipetik di ketinggian dan dijemur di atas '
        'para-para. Baca di <a href="https://kopi.example/panen"><strong>sini</strong></a>.</p></mj-text>'
        '<mj-image src="https://img.example/kebun.png" alt="Kebun di Gayo" href="https://kopi.example"/>'
        '<mj-button href="https://kopi.example/pesan?u={{ email }}" background-color="#2f5bd7" padding="8px 24px" '
        'inner-padding="12px 24px" border-radius="6px">Pesan sekarang</mj-button>'
        '<mj-divider border-width="1px" border-color="#dcdce0" padding="8px 24px"/>'
    )
    column_of_five = f"<mj-column>{parts}</mj-column>"
    row_of_two = f'<mj-section background-color="#ffffff">{column_of_five * 2}</mj-section>'
    return f'<mjml lang="en"><mj-body width="600px" background-color="#f3f3f5">{row_of_two * 20}</mj-body></mjml>'


def drawn(source: rendering.RenderSource) -> rendering.RenderedDocument:
    return rendering.render(source, FRAME, DocumentTags(Marks()), origin="https://pages.example")


def ours(source: rendering.RenderSource) -> tuple[float, float]:
    """Median and p95 of snapshot to HTML, in milliseconds."""
    taken = []
    for _ in range(RUNS + WARM_UP):
        began = time.perf_counter()
        mail = drawn(source)
        mail.fill(mjml.render_trusted(mail.mjml), mail.parts)
        taken.append((time.perf_counter() - began) * 1e3)
    kept = sorted(taken[WARM_UP:])
    return statistics.median(kept), kept[int(len(kept) * 0.95)]


def nodes(source: str) -> float:
    """Median of Node's mjml on the same source, in milliseconds."""
    asked = json.dumps({"source": source, "runs": NODE_RUNS, "warmUp": WARM_UP})
    told = subprocess.run([str(NODE), str(SCRIPT)], input=asked, capture_output=True, text=True, check=False)
    if told.returncode:
        raise SystemExit(f"mjml can't be loaded. Run `npm ci` in tests/e2e: {told.stderr.strip()[-300:]}")
    taken: list[float] = json.loads(told.stdout)
    return statistics.median(taken)


def main() -> int:
    as_json = wants_json("render")
    say(calibrate().line(), as_json=as_json)
    source = document()
    garbage.tune_collection()  # as in the rendering processes
    middle, p95 = ours(source)
    mail = drawn(source)
    node = nodes(written_in_mjml())
    html = mail.fill(mjml.render_trusted(mail.mjml), mail.parts)
    say(f"200 components, {len(html.encode()):,} bytes of HTML", as_json=as_json)
    return finish(
        [
            Figure("render.document", round(middle, 2), "ms"),
            Figure("render.documentP95", round(p95, 2), "ms"),
            Figure("render.mjml", round(middle, 2), "ms", "Node's mjml", round(node, 1)),
        ],
        as_json=as_json,
    )


if __name__ == "__main__":
    sys.exit(main())
