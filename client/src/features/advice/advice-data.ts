import { useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { $api } from "@/lib/api/hooks";

export type Advice = components["schemas"]["TeamAdviceOut"];

export const ADVICE_KEY = ["get", "/api/advice"] as const;

/** What the team's figures say should be mended, the worst first; of one campaign where it is named. */
export function useAdvice(isWanted: boolean, campaignId?: string) {
  return $api.useQuery(
    "get",
    "/api/advice",
    { params: { query: campaignId === undefined ? {} : { campaignId } } },
    { enabled: isWanted, meta: { quiet: true } },
  );
}

/** Open advice about each campaign. */
export function byCampaign(items: readonly Advice[]): ReadonlyMap<string, readonly Advice[]> {
  const found = new Map<string, Advice[]>();
  for (const item of items) {
    if (item.state !== "open" || item.campaignId === null) continue;
    found.set(item.campaignId, [...(found.get(item.campaignId) ?? []), item]);
  }
  return found;
}

/** Open advice about one row, which its subject names. */
export function openAbout(subject: string, items: readonly Advice[] = []): readonly Advice[] {
  return items.filter((item) => item.state === "open" && item.subject === subject);
}

function useRefreshing() {
  const client = useQueryClient();
  return { meta: { quiet: true }, onSuccess: () => client.invalidateQueries({ queryKey: ADVICE_KEY }) };
}

export function useFollow() {
  return $api.useMutation("post", "/api/advice/{advice_id}/follow", useRefreshing());
}

export function useUndo() {
  return $api.useMutation("post", "/api/advice/{advice_id}/undo", useRefreshing());
}

export function useDismiss() {
  return $api.useMutation("post", "/api/advice/{advice_id}/dismiss", useRefreshing());
}

export function useRestore() {
  return $api.useMutation("post", "/api/advice/{advice_id}/restore", useRefreshing());
}
