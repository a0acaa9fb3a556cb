import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../../tests/render-part";
import type { Series } from "./series";
import { TimeChart } from "./time-chart";

// jsdom has no layout, so the size is mocked.
vi.mock("@mantine/hooks", async (importOriginal) => ({
  ...(await importOriginal<typeof import("@mantine/hooks")>()),
  useElementSize: () => ({ ref: vi.fn(), width: 800, height: 236 }),
}));

const HOUR_MS = 3_600_000;
const SERIES: readonly Series[] = [
  { key: "opened", label: "Opened", colour: 2 },
  { key: "clicked", label: "Clicked", colour: 3 },
];
const STRIP: Series = { key: "bounced", label: "Bounced", colour: 4 };
const POINTS = [
  { at: 0, values: { opened: 140, clicked: 8, bounced: 13 } },
  { at: HOUR_MS, values: { opened: 1, clicked: 2, bounced: 0 } },
];

async function renderChart(totals?: Readonly<Record<string, number>>) {
  await renderPart(
    <TimeChart
      label="Over time"
      series={SERIES}
      points={POINTS}
      tickOf={String}
      titleOf={String}
      strip={STRIP}
      {...(totals ? { totals } : {})}
    />,
  );
  const labels = [...screen.getByRole("img", { name: "Over time" }).querySelectorAll("text")];
  return (name: string) => labels.find(({ textContent }) => textContent?.startsWith(name))?.textContent;
}

test("a label at the end of a line, or of the bars, is the last value, also where totals are known", async () => {
  const labelOf = await renderChart({ opened: 141, clicked: 10, bounced: 13 });

  expect([labelOf("Opened"), labelOf("Clicked"), labelOf("Bounced")]).toEqual(["Opened1", "Clicked2", "Bounced0"]);
});

test("totals are in the legend, and are called so", async () => {
  await renderChart({ opened: 141_000, clicked: 10, bounced: 13, complained: 2 });

  const items = within(screen.getByRole("list")).getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "Opened141,000 in total",
    "Clicked10 in total",
    "Bounced13 in total",
  ]);
});

test("without totals there is no legend", async () => {
  const labelOf = await renderChart();

  expect(screen.queryByRole("list")).toBeNull();
  expect(labelOf("Opened")).toBe("Opened1");
});
