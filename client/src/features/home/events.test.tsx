import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { receiveEvent } from "../../../tests/receive-event";
import { homeEvents } from "./events";
import { STATS_KEY } from "./stats-data";

test("SHELL-199: the figures follow what is sent, at most once in five seconds", () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const isDue = () => client.getQueryState([...STATS_KEY, null, null])?.isInvalidated;
  client.setQueryData([...STATS_KEY, null, null], { campaigns: [] });

  receiveEvent(homeEvents, "delivery.mailing.progressed", {}, client);
  receiveEvent(homeEvents, "campaigns.campaign.changed", {}, client);
  expect(isDue()).toBe(false);
  vi.advanceTimersByTime(4999);
  expect(isDue()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isDue()).toBe(true);

  client.setQueryData([...STATS_KEY, null, null], { campaigns: [] });
  vi.advanceTimersByTime(60_000);
  expect(isDue()).toBe(false);
  vi.useRealTimers();
});
