import type { QueryClient } from "@tanstack/react-query";
import { query } from "@/lib/api/data";
import { batchCalls } from "@/lib/batch-calls";

/** Minimum interval between two fetches of the variants' metrics. */
const FETCH_MS = 3000;

export function testQuery(id: string) {
  return query("get", "/api/ab-test/{campaign_id}", { params: { path: { campaign_id: id } } });
}

export function comparisonQuery(id: string) {
  return query("get", "/api/ab-test/{campaign_id}/comparison", { params: { path: { campaign_id: id } } });
}

export function comparisonKey(id: string) {
  return comparisonQuery(id).queryKey;
}

/** Refetches the test if the revision is newer, and always its comparison. */
export function refreshTest(client: QueryClient, id: string, revision: number): void {
  const cachedTest = client.getQueryData<{ readonly revision: number }>(testQuery(id).queryKey);
  if (cachedTest && cachedTest.revision < revision) void client.invalidateQueries({ queryKey: testQuery(id).queryKey });
  void client.invalidateQueries({ queryKey: comparisonKey(id) });
}

const batchFetches = batchCalls(FETCH_MS);

/** Refetches a shown comparison. */
export function scheduleComparisonFetch(client: QueryClient, id: string): void {
  if (!client.getQueryData(comparisonKey(id))) return;
  batchFetches(id, () => void client.invalidateQueries({ queryKey: comparisonKey(id) }));
}
