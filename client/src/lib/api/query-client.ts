import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isFailure } from "./failure";

const MOST_RETRIES = 2;
/** Sockets tell of changes, so a list need not be fetched again at every mount. */
const STALE_MS = 30_000;

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: boolean };
  }
}

/** Only what may pass by itself is tried again: no answer, or a server that is not ready. */
function mayPass(error: unknown): boolean {
  return isFailure(error) && (error.code === "offline" || error.status === 502 || error.status === 503);
}

/** `onFailure` hears of every failed call but those marked `meta: { quiet: true }`, which show their error in place. */
export function createQueryClient(onFailure: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!query.meta?.quiet) onFailure(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (!mutation.meta?.quiet) onFailure(error);
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
