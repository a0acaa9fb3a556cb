import { MutationCache, QueryCache, type QueryClient } from "@tanstack/react-query";
import { resolveFailure } from "../errors";
import { showPlanFailure } from "../plan-failure";
import { isFailure } from "./failure";
import { LiveQueryClient } from "./live-query-client";

const MAX_RETRIES = 2;
/** Sockets announce changes, so mounting a list does not always refetch it. */
const STALE_MS = 30_000;

declare module "@tanstack/react-query" {
  interface Register {
    /**
     * `toast`: a toast shows the failure instead of the screen. `ownEnd`: the caller handles the end of the session,
     * because it knows more than the response says.
     */
    queryMeta: { toast?: boolean | undefined; ownEnd?: boolean | undefined };
    mutationMeta: { toast?: boolean };
  }
}

/** Only temporary failures are retried: no response, or a server that is not ready. */
function isTemporary(error: unknown): boolean {
  return isFailure(error) && (error.code === "offline" || error.status === 502 || error.status === 503);
}

/** Whether the failure ends the session, which no screen can handle in place. */
function isSessionEnd(error: unknown): boolean {
  if (!isFailure(error)) return false;
  const { reaction } = resolveFailure(error);
  return reaction === "logout" || reaction === "sessionEnded";
}

/**
 * Creates the query client. `onFailure` receives the failures that a toast shows, except mutations that the plan dialog
 * explains. It receives the end of the session from every call without `ownEnd`.
 */
export function createQueryClient(onFailure: (error: unknown) => void): QueryClient {
  return new LiveQueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.ownEnd) return;
        if (query.meta?.toast || isSessionEnd(error)) onFailure(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        const isTold = showPlanFailure(error);
        if (!isTold && (mutation.meta?.toast || isSessionEnd(error))) onFailure(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < MAX_RETRIES && isTemporary(error),
      },
      mutations: { retry: false },
    },
  });
}
