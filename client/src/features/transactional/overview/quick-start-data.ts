import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/trx-api";
import { call, customMutation, query } from "@/lib/api/data";
import { OVERVIEW_KEY } from "../overview-data";
import { keepStartKey, type StartKind } from "./start-keys";

/** Stands in a program where the key belongs: the server never tells a key again. */
export const PLACE_OF_KEY = "YOUR_API_KEY";

/** A program that sends one message. */
export interface Snippet {
  readonly id: string;
  readonly code: string;
}

/** Makes a key that hands messages over, and keeps its secret for the programs. */
export function useMakeKey(kind: StartKind) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: ({ name }: { readonly name: string }): Promise<{ readonly secret: string }> =>
        call("post", "/trx-api/apikeys", { body: { name, scopes: ["send"], sandbox: kind === "sandbox" } }),
      onSuccess: ({ secret }) => keepStartKey(client, kind, secret),
      refreshes: [OVERVIEW_KEY],
    }),
  );
}

/** What is wrong with what an application is set to. */
export function useCheckSettings() {
  return useMutation(
    customMutation({
      mutationFn: (body: components["schemas"]["ValidateIn"]) => call("post", "/trx-api/config/validate", { body }),
    }),
  );
}

function snippetsOf({ snippets }: { readonly snippets: readonly Snippet[] }): readonly Snippet[] {
  return snippets;
}

/** The same message in several languages; without `from` it is the team's own address. */
export function useSnippets({ to, from }: { readonly to: string; readonly from?: string | undefined }) {
  const body = { to, ...(from ? { from } : {}) };
  const options = { select: snippetsOf, staleTime: Number.POSITIVE_INFINITY };
  return useQuery(query("post", "/trx-api/config/generate", { body }, options));
}
