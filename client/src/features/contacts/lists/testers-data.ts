import { useQueryClient } from "@tanstack/react-query";
import { usageQuery } from "@/features/session/public";
import type { components } from "@/generated/api";
import { $api } from "@/lib/api/hooks";
import { TESTERS_KEY } from "../bulk-data";

export type Tester = components["schemas"]["TesterOut"] & { readonly name: string };

/** The testers of the team, called by their address. */
export function useTesters() {
  return $api.useQuery(
    "get",
    "/api/contacts/tester",
    {},
    { meta: { quiet: true }, select: (rows) => rows.map((row): Tester => ({ ...row, name: row.email })) },
  );
}

function useRefreshing() {
  const client = useQueryClient();
  return {
    meta: { quiet: true },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TESTERS_KEY });
      await client.invalidateQueries({ queryKey: usageQuery.queryKey });
    },
  };
}

export function useCreateTester() {
  return $api.useMutation("post", "/api/contacts/tester", useRefreshing());
}

export function useDeleteTester() {
  return $api.useMutation("delete", "/api/contacts/tester/{tester_id}", useRefreshing());
}
