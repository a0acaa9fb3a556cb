import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { trxApi } from "@/lib/api/trx-client";
import { answered } from "../answered";
import { OVERVIEW_KEY } from "../overview-data";
import { keepStartKey } from "./start-keys";

/** Stands in a program where the key belongs: the server never tells a key again. */
export const PLACE_OF_KEY = "YOUR_API_KEY";

/** A program that sends one message. */
export interface Snippet {
  readonly id: string;
  readonly code: string;
}

/** Makes a key that may send, and keeps its secret for the programs. */
export function useMakeKey() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ name }: { readonly name: string }): Promise<{ readonly secret: string }> =>
      answered(await trxApi.POST("/trx-api/apikeys", { body: { name, scopes: ["send"] } })),
    onSuccess: ({ secret }) => {
      keepStartKey(client, "live", secret);
      return client.invalidateQueries({ queryKey: OVERVIEW_KEY });
    },
  });
}

/** The same message in several languages. */
export function useSnippets(to: string) {
  return useQuery({
    queryKey: ["post", "/trx-api/config/generate", to],
    queryFn: async ({ signal }): Promise<readonly Snippet[]> => {
      const { snippets } = answered(await trxApi.POST("/trx-api/config/generate", { body: { to }, signal }));
      return snippets;
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}
