import { MutationCache, QueryCache, type QueryClient } from "@tanstack/react-query";
import { resolveFailure } from "../errors";
import { tellPlanRefusal } from "../plan-limits";
import { isFailure } from "./failure";
import { LiveQueryClient } from "./live-query-client";

const MOST_RETRIES = 2;
/** Sockets tell of changes, so a list need not be fetched again at every mount. */
const STALE_MS = 30_000;

declare module "@tanstack/react-query" {
  interface Register {
    /**
     * `toast`: a toast shows a failure, which otherwise the screen shows that has the query.
     * `ownEnd`: the caller reacts to the end of the session itself, because it knows more than the response says.
     */
    queryMeta: { toast?: boolean | undefined; ownEnd?: boolean | undefined };
    mutationMeta: { toast?: boolean };
  }
}

/** Only what may pass by itself is tried again: no answer, or a server that is not ready. */
function mayPass(error: unknown): boolean {
  return isFailure(error) && (error.code === "offline" || error.status === 502 || error.status === 503);
}

/** Whether the failure is the end of the session: no call can show that in its own place. */
function endsSession(error: unknown): boolean {
  if (!isFailure(error)) return false;
  const { reaction } = resolveFailure(error);
  return reaction === "logout" || reaction === "sessionEnded";
}

/**
 * `onFailure` gets the failures that a toast shows, except those of mutations that the plan's dialog explains. It gets
 * the end of the session from every call that is not marked `ownEnd`.
 */
export function createQueryClient(onFailure: (error: unknown) => void): QueryClient {
  return new LiveQueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.ownEnd) return;
        if (query.meta?.toast || endsSession(error)) onFailure(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        const isTold = tellPlanRefusal(error);
        if (!isTold && (mutation.meta?.toast || endsSession(error))) onFailure(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < MOST_RETRIES && mayPass(error),
      },
      mutations: { retry: false },
    },
  });
}
