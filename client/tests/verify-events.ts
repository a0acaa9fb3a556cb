import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { vi } from "vitest";
import { FEATURE_EVENTS } from "@/app/feature-events";
import { meQuery } from "@/features/session/public";
import { mergeEvents } from "@/lib/socket/events";

const FOLDER = resolve(import.meta.dirname, "recorded");

/** Longer than any feature waits before it fetches data that an event did not include. */
const QUIET_PERIOD_MS = 10_000;

interface RecordedRead {
  readonly key: readonly unknown[];
  readonly before: unknown;
  readonly after: unknown;
  /** Whether the list stays unchanged and announces pending updates. */
  readonly waits?: boolean;
}

/** The server's events and responses around one change, recorded by tests/recordings. */
export interface Recording {
  readonly me: unknown;
  readonly events: readonly { readonly name: string; readonly payload: object }[];
  readonly reads: readonly RecordedRead[];
  readonly news: { readonly key: readonly unknown[]; readonly says: unknown } | null;
}

export function readRecordings(): readonly (readonly [name: string, recording: Recording])[] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => [file.replace(".json", ""), JSON.parse(readFileSync(resolve(FOLDER, file), "utf8")) as Recording]);
}

export interface Outcome {
  /** The final content of each screen. */
  readonly shown: readonly unknown[];
  /** The number of refetches of each screen. */
  readonly fetches: readonly number[];
  readonly news: unknown;
}

/**
 * Replays the events into the features' handlers with every recorded call on screen. Patched data stays patched;
 * refetches get the server's responses after the change. Requires fake timers.
 */
export async function replay(
  { me, reads, news }: Recording,
  events: Recording["events"],
  maps = FEATURE_EVENTS,
): Promise<Outcome> {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const fetches = reads.map(() => 0);
  client.setQueryData(meQuery.queryKey, me as never);
  const stops = reads.map(({ key, before, after }, place) => {
    client.setQueryData(key, before);
    const queryFn = () => {
      fetches[place] = (fetches[place] ?? 0) + 1;
      return Promise.resolve(after);
    };
    return new QueryObserver(client, { queryKey: key, queryFn }).subscribe(() => undefined);
  });
  const handlers = mergeEvents(maps);
  for (const { name, payload } of events) {
    for (const handler of handlers.get(name) ?? []) handler(client, payload);
  }
  await vi.advanceTimersByTimeAsync(QUIET_PERIOD_MS);
  const outcome = {
    shown: reads.map(({ key }) => client.getQueryData(key)),
    fetches,
    news: news ? client.getQueryData(news.key) : undefined,
  };
  for (const stop of stops) stop();
  client.clear();
  return outcome;
}
