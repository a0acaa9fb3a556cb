import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";

/** Secrets of the keys that somebody was given on the way to the first message. */
export type StartKeys = Readonly<Partial<Record<StartKind, string>>>;
/** A key that sends, or one that never does. */
export type StartKind = "live" | "sandbox";

const START_KEYS = ["transactional", "start-keys"] as const;
const NONE: StartKeys = {};
/** The server never tells a secret again, so that it stays until the page or the session goes. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

/** Keeps a secret that was just told, for the programs of the quick start. */
export function keepStartKey(client: QueryClient, kind: StartKind, secret: string): void {
  client.setQueryDefaults(START_KEYS, KEPT);
  client.setQueryData<StartKeys>(START_KEYS, (before) => ({ ...before, [kind]: secret }));
}

export function useStartKeys(): StartKeys {
  const client = useQueryClient();
  const { data } = useQuery<StartKeys>({
    ...KEPT,
    queryKey: START_KEYS,
    queryFn: () => client.getQueryData<StartKeys>(START_KEYS) ?? NONE,
  });
  return data ?? NONE;
}
