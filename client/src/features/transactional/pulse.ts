import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMe } from "@/features/session/public";
import type { EventPayload } from "@/lib/socket/events";
import { useRoom } from "@/lib/socket/link";

type Grew = EventPayload<"transactional.activity.grew">;

/** Live activity counters since the user opened the area. */
export interface Pulse {
  readonly revision: number;
  /** Events since the first activity event, by type. */
  readonly counts: Readonly<Record<string, number>>;
}

export const PULSE_KEY = ["transactional", "pulse"] as const;
const SILENT: Pulse = { revision: 0, counts: {} };

/** Adds an activity event. An event with an old revision is a duplicate and is ignored. */
export function grown(before: Pulse, { revision, counts }: Pick<Grew, "revision" | "counts">): Pulse {
  if (revision <= before.revision) return before;
  const sums = { ...before.counts };
  for (const [type, count] of Object.entries(counts)) sums[type] = (sums[type] ?? 0) + count;
  return { revision, counts: sums };
}

export function heard(client: QueryClient, payload: Grew): void {
  client.setQueryData<Pulse>(PULSE_KEY, (before) => grown(before ?? SILENT, payload));
}

/**
 * Subscribes to the team's activity while the screen is open. `onJoined` runs at every join and fetches missed events.
 */
export function usePulse(onJoined?: () => void): Pulse {
  const teamId = useMe()?.team?.companyId;
  useRoom("transactional", teamId, onJoined);
  const client = useQueryClient();
  const { data } = useQuery<Pulse>({
    queryKey: PULSE_KEY,
    queryFn: () => client.getQueryData<Pulse>(PULSE_KEY) ?? SILENT,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? SILENT;
}
