import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMe } from "@/features/session/public";
import type { EventPayload } from "@/lib/socket/events";
import { useRoom } from "@/lib/socket/link";

type Grew = EventPayload<"transactional.activity.grew">;

/** What the team's mail did, as far as it was told while the area was open. */
export interface Pulse {
  readonly revision: number;
  /** Events since the first word, by type. */
  readonly counts: Readonly<Record<string, number>>;
}

export const PULSE_KEY = ["transactional", "pulse"] as const;
const SILENT: Pulse = { revision: 0, counts: {} };

/** Adds what an event tells; one that is not newer than the last is told twice and counts once. */
export function grown(before: Pulse, { revision, counts }: Pick<Grew, "revision" | "counts">): Pulse {
  if (revision <= before.revision) return before;
  const sums = { ...before.counts };
  for (const [type, count] of Object.entries(counts)) sums[type] = (sums[type] ?? 0) + count;
  return { revision, counts: sums };
}

export function heard(client: QueryClient, payload: Grew): void {
  client.setQueryData<Pulse>(PULSE_KEY, (before) => grown(before ?? SILENT, payload));
}

/** Listens to the team's mail while the screen is open; what happened before is fetched by `onJoined` at every join. */
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
