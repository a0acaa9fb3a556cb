import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteStoredUpdates } from "@/builder/collab/sync/update-storage";
import { usageQuery } from "@/features/session/public";
import type { components } from "@/generated/api";
import { buildQueryKey, call, customMutation, query } from "@/lib/api/data";
import type { ListAddress } from "@/ui/table/list-address";

export type CampaignRow = components["schemas"]["CampaignRowOut"];
export type Campaign = components["schemas"]["CampaignOut"];
export type CampaignPage = components["schemas"]["Page_CampaignRowOut_"];
/** Identifies a campaign in API calls. The kind selects the path. */
export type CampaignRef = Pick<CampaignRow, "id" | "kind">;
type Newsletter = components["schemas"]["Newsletter"];
export type CampaignStatus = components["schemas"]["CampaignStatus"];

/** In lifecycle order. */
export const CAMPAIGN_STATUSES = [
  "DRAFT",
  "SCHEDULED",
  "SENDING",
  "PAUSED",
  "SENT",
  "CANCELLED",
  "FAILED",
] as const satisfies readonly CampaignStatus[];

/** Sort fields of the campaign and A/B test lists. */
export const CAMPAIGN_SORTS = ["name", "status", "createdAt", "updatedAt", "scheduleAt", "startedAt", "sentAt"];

export const LIST_KEY = buildQueryKey("get", "/api/email-marketing");
export const AB_LIST_KEY = buildQueryKey("get", "/api/ab-test");
/** Available merge tags, including those of the team's contact fields. */
export const tagsQuery = query("get", "/api/email-marketing/tag");
const CATEGORIES_KEY = buildQueryKey("get", "/api/email-marketing/category");

export function parseStatus(value: string | undefined): CampaignStatus | undefined {
  return CAMPAIGN_STATUSES.find((status) => status === value);
}

/** Whether a campaign has no report yet: draft, scheduled, or failed to start. */
export function isUnsent({ status, startedAt }: Pick<CampaignRow, "status" | "startedAt">): boolean {
  return status === "DRAFT" || status === "SCHEDULED" || (status === "FAILED" && startedAt === null);
}

/** Path of the composer for an unsent campaign, otherwise of the report or comparison. */
export function campaignPath(campaign: Pick<CampaignRow, "id" | "status" | "kind" | "startedAt">): string {
  const base = campaign.kind === "abTest" ? "/ab-tests" : "/campaigns";
  return isUnsent(campaign) ? `${base}/${campaign.id}/edit` : `${base}/${campaign.id}`;
}

/** Where the editor opens: at a node, or at the variant with this root. */
export interface EditorTarget {
  readonly node?: string | undefined;
  readonly root?: string | undefined;
}

/** Path of the email editor. */
export function editorPath({ id, kind }: CampaignRef, { node, root }: EditorTarget = {}): string {
  const search = new URLSearchParams({ ...(node ? { node } : {}), ...(root ? { root } : {}) }).toString();
  return `${kind === "abTest" ? `/ab-tests/${id}/compose` : `/email-marketing/compose/${id}`}${search && `?${search}`}`;
}

/** Query parameters of a list of campaigns or A/B tests. */
export function buildListQuery({ page, size, sort, search, filter }: ListAddress, category?: string) {
  const status = parseStatus(filter);
  return {
    page,
    size,
    sort,
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(category ? { category } : {}),
  };
}

/** One page. The previous page stays on screen while the next one loads. */
export function useCampaigns(address: ListAddress, category?: string) {
  return useQuery(
    query(
      "get",
      "/api/email-marketing",
      { params: { query: buildListQuery(address, category) } },
      { placeholderData: keepPreviousData },
    ),
  );
}

export function campaignQuery(id: string) {
  return query("get", "/api/email-marketing/{campaign_id}", { params: { path: { campaign_id: id } } });
}

export function useCampaign(id: string) {
  return useQuery(campaignQuery(id));
}

/** Keys of all queries that list or count campaigns. */
export const COUNTED_KEYS = [LIST_KEY, AB_LIST_KEY, CATEGORIES_KEY, usageQuery.queryKey];

export async function refreshCampaigns(client: QueryClient): Promise<void> {
  await Promise.all(COUNTED_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useListMutation<Input, Output>(act: (input: Input) => Promise<Output>) {
  return useMutation(customMutation({ mutationFn: act, refreshes: COUNTED_KEYS }));
}

/** A mutation that returns the updated campaign and stores it in the query cache. */
function useCampaignMutation<Input>(move: (input: Input) => Promise<Campaign>) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: move,
      onSuccess: (campaign) => client.setQueryData(campaignQuery(campaign.id).queryKey, campaign),
      refreshes: COUNTED_KEYS,
    }),
  );
}

const buildPathParams = (id: string) => ({ params: { path: { campaign_id: id } } });

/** Input for a new campaign. It starts from a newsletter, as a blank document (`blank`) or as text (`plain`). */
export interface NewCampaign {
  readonly name: string;
  readonly startFrom?: Newsletter | "blank" | "plain" | undefined;
  readonly category?: string | undefined;
  /** Recipients; if undefined, the user chooses them in the composer. */
  readonly segmentId?: number | undefined;
}

export function useCreateCampaign(kind: CampaignRow["kind"] = "email") {
  return useCampaignMutation(({ name, startFrom = "plain", category, segmentId }: NewCampaign): Promise<Campaign> => {
    const built = { content: { kind: "document" as const }, newsletter: startFrom === "blank" ? null : startFrom };
    const baseBody = {
      name,
      ...(category ? { category } : {}),
      ...(segmentId ? { recipients: { all: false, segmentIds: [segmentId] } } : {}),
    };
    const body = startFrom === "plain" ? baseBody : { ...baseBody, ...built };
    if (kind === "abTest") {
      // Most tests of a built email compare its content. The composer can change this.
      const test = startFrom === "plain" ? {} : { test: { tested: "content" as const } };
      const testBody = { ...body, ...test } as components["schemas"]["AbTestIn"];
      return call("post", "/api/ab-test", { body: testBody });
    }
    return call("post", "/api/email-marketing", { body: body as components["schemas"]["CampaignIn"] });
  });
}

export function useDuplicateCampaign() {
  return useCampaignMutation((id: string) =>
    call("post", "/api/email-marketing/{campaign_id}/duplicate", buildPathParams(id)),
  );
}

export function useDeleteCampaign() {
  return useListMutation(async ({ id, kind, documentId }: Pick<CampaignRow, "id" | "kind" | "documentId">) => {
    if (kind === "abTest") await call("post", "/api/ab-test/{campaign_id}/delete", buildPathParams(id));
    else await call("post", "/api/email-marketing/{campaign_id}/delete", buildPathParams(id));
    if (documentId) deleteStoredUpdates(documentId);
  });
}

export function useSendCampaign() {
  return useCampaignMutation((id: string) =>
    call("post", "/api/email-marketing/{campaign_id}/send", buildPathParams(id)),
  );
}

export function usePauseCampaign() {
  return useCampaignMutation((id: string) =>
    call("post", "/api/email-marketing/{campaign_id}/pause", buildPathParams(id)),
  );
}

export function useResumeCampaign() {
  return useCampaignMutation((id: string) =>
    call("post", "/api/email-marketing/{campaign_id}/resume", buildPathParams(id)),
  );
}

/** Resends to recipients with unconfirmed delivery. */
export function useSendAgain() {
  return useCampaignMutation((id: string) =>
    call("post", "/api/email-marketing/{campaign_id}/send-again", buildPathParams(id)),
  );
}

export function useStopCampaign() {
  return useCampaignMutation((id: string) =>
    call("post", "/api/email-marketing/{campaign_id}/stop", buildPathParams(id)),
  );
}
