import { useMutation, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, mutation, query } from "@/lib/api/data";

export type Advice = components["schemas"]["TeamAdviceOut"];

export const ADVICE_KEY = buildQueryKey("get", "/api/advice");

/** The team's advice, most serious first; limited to one campaign when `campaignId` is given. */
export function useAdvice(isWanted: boolean, campaignId?: string) {
  return useQuery(
    query(
      "get",
      "/api/advice",
      { params: { query: campaignId === undefined ? {} : { campaignId } } },
      { enabled: isWanted },
    ),
  );
}

/** Groups open advice by campaign. */
export function groupByCampaign(items: readonly Advice[]): ReadonlyMap<string, readonly Advice[]> {
  const found = new Map<string, Advice[]>();
  for (const item of items) {
    if (item.state !== "open" || item.campaignId === null) continue;
    found.set(item.campaignId, [...(found.get(item.campaignId) ?? []), item]);
  }
  return found;
}

/** Open advice about the row that `subject` names. */
export function filterOpenAdvice(subject: string, items: readonly Advice[] = []): readonly Advice[] {
  return items.filter((item) => item.state === "open" && item.subject === subject);
}

const REFRESHES_ADVICE = { refreshes: [ADVICE_KEY] };

export function useFollowAdvice() {
  return useMutation(mutation("post", "/api/advice/{advice_id}/follow", REFRESHES_ADVICE));
}

export function useUndoAdvice() {
  return useMutation(mutation("post", "/api/advice/{advice_id}/undo", REFRESHES_ADVICE));
}

export function useDismissAdvice() {
  return useMutation(mutation("post", "/api/advice/{advice_id}/dismiss", REFRESHES_ADVICE));
}

export function useRestoreAdvice() {
  return useMutation(mutation("post", "/api/advice/{advice_id}/restore", REFRESHES_ADVICE));
}
