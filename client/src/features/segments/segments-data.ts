import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { useSaveOver } from "@/lib/edit-conflict";
import type { Grammar } from "./kinds/kind";
import type { Rules } from "./tree";

type Schemas = components["schemas"];
export type Segment = Schemas["SegmentOut"];
export type Verdict = Schemas["VerdictOut"];
export type Match = Schemas["ContactOut"];

const SEGMENTS_KEY = ["get", "/api/contacts/segment"] as const;
/** Answers about rules; the Contact Book asks for them again when contacts change (its segments-data.ts). */
const RULES_KEY = ["segments", "rules"] as const;
/** What mail did moves people in and out without a word about the contact, so figures on screen are asked for anew. */
const COUNT_AGAIN_MS = 60_000;
/** Matches shown beside the builder. */
const FIRST_MATCHES = 10;
const MOST_CAMPAIGNS = 8;

export function useSegments() {
  return $api.useQuery("get", "/api/contacts/segment", {}, { meta: { quiet: true } });
}

export function useSegment(segmentId: number) {
  return $api.useQuery(
    "get",
    "/api/contacts/segment/{segment_id}",
    { params: { path: { segment_id: segmentId } } },
    { meta: { quiet: true } },
  );
}

/** What the team may ask for. */
export function useGrammar() {
  return $api.useQuery("get", "/api/contacts/segment/grammar", {}, { meta: { quiet: true } });
}
export const NO_GRAMMAR: Grammar = { fields: [], activities: [] };

export function useLabelNames() {
  return $api.useQuery("get", "/api/contacts/label", {}, { meta: { quiet: true } });
}

function answered<Data>({ data }: { data?: Data }): Data {
  if (data === undefined) throw new Error("an answer without a body");
  return data;
}

/** How many fit; the figure before stays until the next is here, and a question that is outdated is taken back. */
export function useSize(rules: Rules | undefined) {
  return useQuery(
    queryOptions({
      queryKey: [...RULES_KEY, "size", rules ?? null],
      queryFn: async ({ signal }) =>
        answered(await api.POST("/api/contacts/segment/size", { body: { rules: rules as Rules }, signal })),
      enabled: rules !== undefined,
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      refetchInterval: COUNT_AGAIN_MS,
      retry: false,
      meta: { quiet: true },
    }),
  );
}

/** The first contacts that fit, newest first. */
export function useMatches(rules: Rules | undefined) {
  return useQuery(
    queryOptions({
      queryKey: [...RULES_KEY, "matches", rules ?? null],
      queryFn: async ({ signal }) =>
        answered(
          await api.POST("/api/contacts/find", {
            body: { rules: rules as unknown as Record<string, unknown>, page: 1, size: FIRST_MATCHES },
            signal,
          }),
        ),
      enabled: rules !== undefined,
      placeholderData: keepPreviousData,
      retry: false,
      meta: { quiet: true },
    }),
  );
}

/** Why a contact fits the rules, or why not. */
export function useVerdict(rules: Rules, contactId: number) {
  return useQuery(
    queryOptions({
      queryKey: [...RULES_KEY, "verdict", rules, contactId],
      queryFn: async ({ signal }) =>
        answered(await api.POST("/api/contacts/segment/explain", { body: { rules, contactId }, signal })),
      staleTime: 0,
      retry: false,
      meta: { quiet: true },
    }),
  );
}

function useRefreshing() {
  const client = useQueryClient();
  return {
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: SEGMENTS_KEY }),
  };
}

export function useCreateSegment() {
  return $api.useMutation("post", "/api/contacts/segment", useRefreshing());
}

interface SegmentSave {
  readonly segmentId: number;
  readonly body: Schemas["SegmentIn"] & { readonly base: Schemas["SegmentIn"] };
}

export function useChangeSegment() {
  const client = useQueryClient();
  const saveOver = useSaveOver();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ segmentId, body: { base, ...body } }: SegmentSave) =>
      saveOver(body, base, async (over) =>
        answered(
          await api.PUT("/api/contacts/segment/{segment_id}", {
            params: { path: { segment_id: segmentId } },
            body: { ...body, base: over },
          }),
        ),
      ),
    onSuccess: async (segment) => {
      const { queryKey } = $api.queryOptions("get", "/api/contacts/segment/{segment_id}", {
        params: { path: { segment_id: segment.id } },
      });
      client.setQueryData(queryKey, segment);
      await client.invalidateQueries({ queryKey: SEGMENTS_KEY });
    },
  });
}

export function useDeleteSegment() {
  return $api.useMutation("delete", "/api/contacts/segment/{segment_id}", useRefreshing());
}

/** Campaigns by their name or subject, newest first. */
export function useFoundCampaigns(search: string, isEnabled: boolean) {
  const query = { page: 1, size: MOST_CAMPAIGNS, ...(search ? { search } : {}) };
  return $api.useQuery(
    "get",
    "/api/email-marketing",
    { params: { query } },
    { enabled: isEnabled, placeholderData: keepPreviousData, meta: { quiet: true } },
  );
}

export function useCampaignName(campaignId: string | null): string | undefined {
  const { data } = $api.useQuery(
    "get",
    "/api/email-marketing/{campaign_id}",
    { params: { path: { campaign_id: campaignId ?? "" } } },
    { enabled: campaignId !== null, retry: false, meta: { quiet: true } },
  );
  return data?.name;
}
