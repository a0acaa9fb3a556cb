import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ListAddress } from "@/ui/table/list-address";
import { answered } from "../answered";

/** A question to the transactional API, which is called off by the signal. */
type Ask<Data> = (signal: AbortSignal) => Promise<{ readonly data?: Data }>;

export const CONFIG_KEY = ["transactional", "config"] as const;
export type Noun = "domains" | "subaccounts" | "apikeys" | "webhooks";

/** What is kept of a noun: its lists, and each of its things. */
export function keyOf(noun: Noun, ...more: readonly unknown[]): QueryKey {
  return [...CONFIG_KEY, noun, ...more];
}

/** What a list is asked for. */
export interface ListQuery {
  readonly page?: number;
  readonly size?: number;
  readonly sort?: string;
  readonly search?: string;
}

/** What a list's address asks of the server. */
export function queryOf({ page, size, sort, search }: ListAddress): ListQuery {
  return { page, size, sort, ...(search ? { search } : {}) };
}

/** Everything that there is to choose from, by name. */
export const ALL: ListQuery = { size: 100, sort: "name" };

/** A page of a list; the page before stays on screen until the next is here. */
export function usePage<Data>(noun: Noun, query: ListQuery, ask: Ask<Data>) {
  return useQuery({
    queryKey: keyOf(noun, "list", query),
    queryFn: async ({ signal }) => answered(await ask(signal)),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

/** One thing by its id. */
export function useThing<Data>(noun: Noun, id: string, ask: Ask<Data>) {
  return useQuery({
    queryKey: keyOf(noun, "one", id),
    queryFn: async ({ signal }) => answered(await ask(signal)),
    enabled: id !== "",
    meta: { quiet: true },
  });
}

/** Something that changes a noun, and others with it. */
export function useAct<Input, Output>(nouns: readonly Noun[], act: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    meta: { quiet: true },
    onSuccess: () => Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: keyOf(noun) }))),
  });
}

/** Deletes a thing. Its own page isn't asked for again: it is about to be left. */
export function useRemove<Input>(noun: Noun, remove: (input: Input) => Promise<unknown>, others: readonly Noun[] = []) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: remove,
    meta: { quiet: true },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keyOf(noun, "list") }),
        ...others.map((other) => client.invalidateQueries({ queryKey: keyOf(other) })),
      ]),
  });
}
