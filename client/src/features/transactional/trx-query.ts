import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { POLLING } from "@/lib/api/client";
import { useLinkState } from "@/lib/socket/link";
import { answered } from "./answered";

/** How often a screen of the area asks for itself while nothing can be pushed to it. */
export const POLL_MS = 20_000;

export interface Asked {
  readonly headers?: typeof POLLING;
  readonly signal: AbortSignal;
}

/** A question to the transactional API that is asked again and again while the socket is down. */
export function useAsking<Data>(
  queryKey: QueryKey,
  ask: (asked: Asked) => Promise<{ readonly data?: Data }>,
  pollMs: number = POLL_MS,
) {
  const isPolling = useLinkState() !== "up";
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => answered(await ask({ signal, ...(isPolling ? { headers: POLLING } : {}) })),
    meta: { quiet: true },
    refetchInterval: isPolling ? pollMs : (false as const),
  });
}
