import { expect, test } from "vitest";
import { getRateParts, RATES } from "./columns";
import type { SentMetrics } from "./overview-data";

const METRICS: SentMetrics = {
  recipients: 1100,
  sent: 1000,
  delivered: 950,
  failed: 90,
  inDoubt: 10,
  hardBounced: 30,
  softBounced: 80,
  suppressed: 0,
  opened: 380,
  opens: 500,
  machineOpened: 200,
  machineOpens: 300,
  clicked: 95,
  clicks: 120,
  machineClicks: 20,
  anyOpened: 475,
  anyClicked: 100,
  unsubscribed: 19,
  complained: 1,
  rates: {
    delivered: 0.863636,
    bounced: 0.1,
    opened: 0.4,
    clicked: 0.1,
    clickedOfOpened: 0.25,
    unsubscribed: 0.02,
    complained: 0.001053,
  },
};

test("a rate is of the figures that the server takes it of", () => {
  for (const name of RATES) {
    const [part, whole] = getRateParts(METRICS, name, "exclude");
    expect(Number((part / whole).toFixed(6))).toBe(METRICS.rates[name]);
  }
});

test("one control counts what machines did", () => {
  expect(getRateParts(METRICS, "opened", "include")).toEqual([475, 950]);
  expect(getRateParts(METRICS, "clicked", "include")).toEqual([100, 950]);
  expect(getRateParts(METRICS, "clickedOfOpened", "include")).toEqual([100, 475]);
  expect(getRateParts(METRICS, "unsubscribed", "include")).toEqual([19, 950]);
});
