import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { receiveEvent } from "../../../tests/receive-event";
import { homeEvents } from "./events";
import { STATS_KEY } from "./stats-data";
import { USAGE_STATS_KEYS } from "./usage/usage-data";

test("SHELL-199: the figures follow what is sent, at most once in five seconds", () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const shown = [STATS_KEY, ...USAGE_STATS_KEYS].map((key) => [...key, {}]);
  const show = () => shown.map((key) => client.setQueryData(key, { items: [] }));
  const due = () => shown.map((key) => client.getQueryState(key)?.isInvalidated);
  show();

  receiveEvent(homeEvents, "delivery.mailing.progressed", {}, client);
  receiveEvent(homeEvents, "campaigns.campaign.changed", {}, client);
  expect(due()).toEqual([false, false, false]);
  vi.advanceTimersByTime(4999);
  expect(due()).toEqual([false, false, false]);
  vi.advanceTimersByTime(1);
  expect(due()).toEqual([true, true, true]);

  client.clear();
  show();
  vi.advanceTimersByTime(60_000);
  expect(due()).toEqual([false, false, false]);
  vi.useRealTimers();
});
