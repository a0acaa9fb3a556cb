import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";

/** Secrets of the keys that the user created in the quick start. */
export type StartKeys = Readonly<Partial<Record<StartKind, string>>>;
/** A live key sends; a sandbox key never does. */
export type StartKind = "live" | "sandbox";

const START_KEYS = ["transactional", "start-keys"] as const;
const NO_KEYS: StartKeys = {};
/** The server never returns a secret again, so it stays cached until the page or session ends. */
const CACHED_FOREVER = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

/** Stores a new secret for the code samples of the quick start. */
export function storeStartKey(client: QueryClient, kind: StartKind, secret: string): void {
  client.setQueryDefaults(START_KEYS, CACHED_FOREVER);
  client.setQueryData<StartKeys>(START_KEYS, (before) => ({ ...before, [kind]: secret }));
}

export function useStartKeys(): StartKeys {
  const client = useQueryClient();
  const { data } = useQuery<StartKeys>({
    ...CACHED_FOREVER,
    queryKey: START_KEYS,
    queryFn: () => client.getQueryData<StartKeys>(START_KEYS) ?? NO_KEYS,
  });
  return data ?? NO_KEYS;
}
