import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/trx-api";
import { trxApi } from "@/lib/api/trx-client";
import { answered } from "../answered";
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
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ name }: { readonly name: string }): Promise<{ readonly secret: string }> =>
      answered(
        await trxApi.POST("/trx-api/apikeys", { body: { name, scopes: ["send"], sandbox: kind === "sandbox" } }),
      ),
    onSuccess: ({ secret }) => {
      keepStartKey(client, kind, secret);
      return client.invalidateQueries({ queryKey: OVERVIEW_KEY });
    },
  });
}

/** What is wrong with what an application is set to. */
export function useCheckSettings() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (body: components["schemas"]["ValidateIn"]) =>
      answered(await trxApi.POST("/trx-api/config/validate", { body })),
  });
}

/** The same message in several languages; without `from` it is the team's own address. */
export function useSnippets({ to, from }: { readonly to: string; readonly from?: string | undefined }) {
  return useQuery({
    queryKey: ["post", "/trx-api/config/generate", to, from],
    queryFn: async ({ signal }): Promise<readonly Snippet[]> => {
      const body = { to, ...(from ? { from } : {}) };
      const { snippets } = answered(await trxApi.POST("/trx-api/config/generate", { body, signal }));
      return snippets;
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}
