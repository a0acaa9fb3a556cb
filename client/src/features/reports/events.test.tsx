import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { receiveEvent } from "../../../tests/receive-event";
import { mergeMetrics, reportsEvents } from "./events";
import { refreshReport } from "./refresh-report";
import { type ReportMetrics, reportKey } from "./reports-data";

vi.mock("./refresh-report", () => ({ refreshReport: vi.fn(async () => {}) }));

const METRICS: ReportMetrics = {
  revision: 4,
  recipients: 100,
  sent: 40,
  delivered: 40,
  failed: 2,
  hardBounced: 1,
  softBounced: 1,
  suppressed: 3,
  skipped: 0,
  inDoubt: 0,
  deferred: 5,
  waiting: 55,
  pending: 50,
  opened: 10,
  opens: 12,
  machineOpens: 4,
  machineOpened: 3,
  anyOpened: 12,
  retried: 5,
  clicked: 2,
  clicks: 2,
  machineClicks: 0,
  anyClicked: 2,
  unsubscribed: 0,
  complained: 0,
  rates: {
    delivered: 0,
    bounced: 0,
    opened: 0,
    clicked: 0,
    clickedOfOpened: 0,
    unsubscribed: 0,
    complained: 0,
  },
};
const ID = "01a1fc3d-0000-7000-8000-0000000ca401";
const EVENT = { ...METRICS, origin: "campaign", originId: ID, state: "sending", revision: 5, sent: 60, delivered: 60 };

describe("figures told by the socket", () => {
  test("a newer revision replaces, and what is left to send follows", () => {
    expect(mergeMetrics(METRICS, EVENT)).toMatchObject({ revision: 5, sent: 60, waiting: 35, retried: 5, pending: 30 });
  });

  test("an older or the same revision changes nothing", () => {
    expect(mergeMetrics(METRICS, { ...EVENT, revision: 4 })).toBe(METRICS);
    expect(mergeMetrics(METRICS, { ...EVENT, revision: 3 })).toBe(METRICS);
  });
});

describe("an open report", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.mocked(refreshReport).mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("shows the figures at once and fetches the rest once in a while", () => {
    const client = new QueryClient();
    const key = [...reportKey("basic", ID), "email-marketing", { machines: "exclude" }];
    client.setQueryData(key, { figures: METRICS, parts: [] });

    receiveEvent(reportsEvents, "delivery.mailing.progressed", EVENT, client);
    receiveEvent(reportsEvents, "delivery.mailing.progressed", { ...EVENT, revision: 6, sent: 61 }, client);

    expect(client.getQueryData(key)).toMatchObject({ figures: { revision: 6, sent: 61 } });
    expect(refreshReport).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3000);
    expect(vi.mocked(refreshReport).mock.calls).toEqual([[client, ID]]);
    vi.advanceTimersByTime(60_000);
    expect(refreshReport).toHaveBeenCalledTimes(1);
  });

  test("with machines the figures of everybody are at least those of people", () => {
    const merged = mergeMetrics(METRICS, { ...EVENT, opened: 30, clicked: 9 });

    expect(merged).toMatchObject({ opened: 30, anyOpened: 30, clicked: 9, anyClicked: 9 });
  });

  test("an A/B test is fetched: the event tells of one of its mailings", () => {
    const client = new QueryClient();
    const key = [...reportKey("basic", ID), "ab-test", { machines: "exclude" }];
    const report = { figures: METRICS, parts: [{ variant: 0 }, { variant: 1 }] };
    client.setQueryData(key, report);

    receiveEvent(reportsEvents, "delivery.mailing.progressed", EVENT, client);

    expect(client.getQueryData(key)).toEqual(report);
    vi.advanceTimersByTime(3000);
    expect(refreshReport).toHaveBeenCalledTimes(1);
  });

  test("a file that can be had is seen in the list", () => {
    const client = new QueryClient();
    const key = [...reportKey("files", ID), "email-marketing"];
    client.setQueryData(key, { items: [] });

    receiveEvent(reportsEvents, "reports.file.changed", { id: ID, state: "DONE" }, client);

    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  });

  test("mail of another origin is not its business", () => {
    const client = new QueryClient();
    const set = vi.spyOn(client, "setQueriesData");

    receiveEvent(reportsEvents, "delivery.mailing.progressed", { ...EVENT, origin: "test" }, client);

    expect(set).not.toHaveBeenCalled();
  });
});
