import type { QueryClient } from "@tanstack/react-query";
import { query } from "@/lib/api/data";

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

const scheduledIds = new Set<string>();

/** Refetches the comparison once within `FETCH_MS`, however many progress events arrive. */
export function scheduleComparisonFetch(client: QueryClient, id: string): void {
  if (scheduledIds.has(id) || !client.getQueryData(comparisonKey(id))) return;
  scheduledIds.add(id);
  setTimeout(() => {
    scheduledIds.delete(id);
    void client.invalidateQueries({ queryKey: comparisonKey(id) });
  }, FETCH_MS);
}
