import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, call, customMutation, mutation, query } from "@/lib/api/data";
import { useConflictAwareSave } from "@/lib/edit-conflict";
import type { Grammar } from "./kinds/kind";
import type { Rules } from "./tree";

type Schemas = components["schemas"];
export type Segment = Schemas["SegmentOut"];
export type MatchExplanation = Schemas["RuleResultOut"];
export type MatchingContact = Schemas["ContactOut"];

const SEGMENTS_KEY = buildQueryKey("get", "/api/contacts/segment");
/** Key of all responses about rules. The Contact Book invalidates them when contacts change (its segments-data.ts). */
const RULES_KEY = ["segments", "rules"] as const;
/** Sending changes segments without an event about the contact, so displayed counts are refetched. */
const REFETCH_MS = 60_000;
/** Number of matches shown beside the builder. */
const FIRST_MATCHES = 10;
const MAX_CAMPAIGNS = 8;

function segmentQuery(segmentId: number) {
  return query("get", "/api/contacts/segment/{segment_id}", { params: { path: { segment_id: segmentId } } });
}

export function useSegment(segmentId: number) {
  return useQuery(segmentQuery(segmentId));
}

/** The fields and activities that the team can use in rules. */
export function useGrammar() {
  return useQuery(query("get", "/api/contacts/segment/grammar"));
}
export const NO_GRAMMAR: Grammar = { fields: [], activities: [] };

/**
 * Number of matching contacts. The previous number remains while the next loads, and an outdated request is aborted.
 */
export function useSize(rules: Rules | undefined) {
  return useQuery({
    queryKey: [...RULES_KEY, "size", rules ?? null],
    queryFn: ({ signal }) => call("post", "/api/contacts/segment/size", { body: { rules: rules as Rules }, signal }),
    enabled: rules !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: REFETCH_MS,
    retry: false,
  });
}

/** The first matching contacts, newest first. */
export function useMatches(rules: Rules | undefined) {
  return useQuery({
    queryKey: [...RULES_KEY, "matches", rules ?? null],
    queryFn: ({ signal }) =>
      call("post", "/api/contacts/find", {
        body: { rules: rules as unknown as Record<string, unknown>, page: 1, size: FIRST_MATCHES },
        signal,
      }),
    enabled: rules !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Explains why a contact matches the rules or does not. */
export function useMatchExplanation(rules: Rules, contactId: number) {
  return useQuery({
    queryKey: [...RULES_KEY, "verdict", rules, contactId],
    queryFn: ({ signal }) => call("post", "/api/contacts/segment/explain", { body: { rules, contactId }, signal }),
    staleTime: 0,
    retry: false,
  });
}

const REFRESHING = { refreshes: [SEGMENTS_KEY] };

export function useCreateSegment() {
  return useMutation(mutation("post", "/api/contacts/segment", REFRESHING));
}

interface SegmentSave {
  readonly segmentId: number;
  readonly body: Schemas["SegmentIn"] & { readonly base: Schemas["SegmentIn"] };
}

export function useChangeSegment() {
  const client = useQueryClient();
  const saveOver = useConflictAwareSave();
  return useMutation(
    customMutation({
      mutationFn: ({ segmentId, body: { base, ...body } }: SegmentSave) =>
        saveOver(body, base, (over) =>
          call("put", "/api/contacts/segment/{segment_id}", {
            params: { path: { segment_id: segmentId } },
            body: { ...body, base: over },
          }),
        ),
      onSuccess: (segment) => client.setQueryData(segmentQuery(segment.id).queryKey, segment),
      refreshes: [SEGMENTS_KEY],
    }),
  );
}

export function useDeleteSegment() {
  return useMutation(mutation("delete", "/api/contacts/segment/{segment_id}", REFRESHING));
}

/** Campaigns by their name or subject, newest first. */
export function useCampaignSearch(search: string, isEnabled: boolean) {
  const params = { query: { page: 1, size: MAX_CAMPAIGNS, ...(search ? { search } : {}) } };
  return useQuery(
    query("get", "/api/email-marketing", { params }, { enabled: isEnabled, placeholderData: keepPreviousData }),
  );
}

export function useCampaignName(campaignId: string | null): string | undefined {
  const { data } = useQuery(
    query(
      "get",
      "/api/email-marketing/{campaign_id}",
      { params: { path: { campaign_id: campaignId ?? "" } } },
      { enabled: campaignId !== null, retry: false },
    ),
  );
  return data?.name;
}
