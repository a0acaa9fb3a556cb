import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/trx-api";
import { call, customMutation, query } from "@/lib/api/data";
import { OVERVIEW_KEY } from "../overview-data";
import { type StartKind, storeStartKey } from "./start-keys";

/** Placeholder for the key in a code sample: the server returns a key only once. */
export const KEY_PLACEHOLDER = "YOUR_API_KEY";

/** Code sample that sends one message. */
export interface Snippet {
  readonly id: string;
  readonly code: string;
}

/** Creates a key that can send and stores its secret for the code samples. */
export function useCreateStartKey(kind: StartKind) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: ({ name }: { readonly name: string }): Promise<{ readonly secret: string }> =>
        call("post", "/trx-api/apikeys", { body: { name, scopes: ["send"], sandbox: kind === "sandbox" } }),
      onSuccess: ({ secret }) => storeStartKey(client, kind, secret),
      refreshes: [OVERVIEW_KEY],
    }),
  );
}

/** Validates an application's SMTP settings. */
export function useCheckSettings() {
  return useMutation(
    customMutation({
      mutationFn: (body: components["schemas"]["ValidateIn"]) => call("post", "/trx-api/config/validate", { body }),
    }),
  );
}

function selectSnippets({ snippets }: { readonly snippets: readonly Snippet[] }): readonly Snippet[] {
  return snippets;
}

/** Code samples of the same message in several languages. Without `from` they use the team's own address. */
export function useSnippets({ to, from }: { readonly to: string; readonly from?: string | undefined }) {
  const body = { to, ...(from ? { from } : {}) };
  const options = { select: selectSnippets, staleTime: Number.POSITIVE_INFINITY };
  return useQuery(query("post", "/trx-api/config/generate", { body }, options));
}
