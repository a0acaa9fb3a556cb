import { useMutation, useQuery } from "@tanstack/react-query";
import { usageQuery } from "@/features/session/public";
import type { components } from "@/generated/api";
import { mutation, query } from "@/lib/api/data";
import { TESTERS_KEY } from "../bulk-data";

export type Tester = components["schemas"]["TesterOut"] & { readonly name: string };

/** The team's testers, named by their address. */
export function useTesters() {
  return useQuery(
    query(
      "get",
      "/api/contacts/tester",
      {},
      { select: (rows) => rows.map((row): Tester => ({ ...row, name: row.email })) },
    ),
  );
}

const REFRESHING = { refreshes: [TESTERS_KEY, usageQuery.queryKey] };

export function useCreateTester() {
  return useMutation(mutation("post", "/api/contacts/tester", REFRESHING));
}

export function useDeleteTester() {
  return useMutation(mutation("delete", "/api/contacts/tester/{tester_id}", REFRESHING));
}
