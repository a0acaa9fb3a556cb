import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMe } from "@/features/session/public";
import type { EventPayload } from "@/lib/socket/events";
import { useRoom } from "@/lib/socket/link";

type ActivityEvent = EventPayload<"transactional.activity.grew">;

/** Live activity counters since the user opened the area. */
export interface Activity {
  readonly revision: number;
  /** Events since the first activity event, by type. */
  readonly counts: Readonly<Record<string, number>>;
}

export const ACTIVITY_KEY = ["transactional", "pulse"] as const;
const NO_ACTIVITY: Activity = { revision: 0, counts: {} };

/** Adds an activity event. An event with an old revision is a duplicate and is ignored. */
export function addActivity(
  before: Activity,
  { revision, counts }: Pick<ActivityEvent, "revision" | "counts">,
): Activity {
  if (revision <= before.revision) return before;
  const sums = { ...before.counts };
  for (const [type, count] of Object.entries(counts)) sums[type] = (sums[type] ?? 0) + count;
  return { revision, counts: sums };
}

export function applyActivity(client: QueryClient, payload: ActivityEvent): void {
  client.setQueryData<Activity>(ACTIVITY_KEY, (before) => addActivity(before ?? NO_ACTIVITY, payload));
}

/**
 * Subscribes to the team's activity while the screen is open. `onJoined` runs at every join and fetches missed events.
 */
export function useActivity(onJoined?: () => void): Activity {
  const teamId = useMe()?.team?.companyId;
  useRoom("transactional", teamId, onJoined);
  const client = useQueryClient();
  const { data } = useQuery<Activity>({
    queryKey: ACTIVITY_KEY,
    queryFn: () => client.getQueryData<Activity>(ACTIVITY_KEY) ?? NO_ACTIVITY,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? NO_ACTIVITY;
}
