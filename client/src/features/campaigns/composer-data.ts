import { keepPreviousData, type QueryClient, useMutation, useQuery } from "@tanstack/react-query";
import { useCan } from "@/features/session/public";
import type { components } from "@/generated/api";
import { call, customMutation, query } from "@/lib/api/data";
import { type Campaign, type CampaignRef, campaignQuery, tagsQuery } from "./campaigns-data";
import { type CampaignDraft, type CampaignEdits, toStoredRecord } from "./draft";
import { createSaveActor, type SaveActor } from "./saving";

export type RecipientCount = components["schemas"]["RecipientCountOut"];
export type CampaignPreview = components["schemas"]["PreviewOut"];
export type Tag = components["schemas"]["TagOut"];
export type Label = components["schemas"]["LabelOut"];

export const COUNT_KEY = ["campaigns", "count"] as const;

/** Maximum number of contacts suggested while a name or address is typed. */
const MAX_CONTACT_SUGGESTIONS = 8;

async function saveEdits(
  client: QueryClient,
  id: string,
  { test: _test, variants: _variants, ...edits }: CampaignEdits,
  baseRevision: number,
) {
  const data = await call("put", "/api/email-marketing/{campaign_id}", {
    params: { path: { campaign_id: id } },
    body: { ...edits, baseRevision },
  });
  client.setQueryData(campaignQuery(id).queryKey, data);
  if (edits.recipients) await client.invalidateQueries({ queryKey: COUNT_KEY });
  return toStoredRecord(data);
}

/** Saves edits of the draft. */
export function createCampaignSaveActor(client: QueryClient, id: string): SaveActor<CampaignDraft> {
  return createSaveActor<CampaignDraft>(
    (edits, baseRevision) => saveEdits(client, id, edits, baseRevision),
    () => client.refetchQueries({ queryKey: campaignQuery(id).queryKey }),
  );
}

/** Number of recipients of the saved campaign; refreshed every `everyMs` milliseconds if given. */
export function useRecipientCount({ id, kind }: CampaignRef, everyMs?: number) {
  return useQuery({
    queryKey: [...COUNT_KEY, id],
    queryFn: ({ signal }) => {
      const init = { params: { path: { campaign_id: id } }, signal };
      return kind === "abTest"
        ? call("get", "/api/ab-test/{campaign_id}/count-recipient", init)
        : call("get", "/api/email-marketing/{campaign_id}/count-recipient", init);
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: everyMs ?? false,
  });
}

/** Available merge tags. */
export function useTags() {
  return useQuery(tagsQuery).data?.items ?? NO_TAGS;
}
const NO_TAGS: readonly Tag[] = [];

export function useCategories() {
  return useQuery(query("get", "/api/email-marketing/category")).data?.items ?? NO_CATEGORIES;
}
const NO_CATEGORIES: readonly string[] = [];

/** Polling interval for changes made in the email editor. */
const EDITOR_POLL_MS = 10_000;

/** Changes with every change to the email: the document in the editor has its own revisions. */
export function useContentRevision({ revision, documentId, status }: Campaign): string {
  const { data } = useQuery(
    query(
      "get",
      "/api/documents/{document_id}",
      { params: { path: { document_id: documentId ?? "" } } },
      { enabled: documentId !== null, staleTime: 0, refetchInterval: status === "DRAFT" ? EDITOR_POLL_MS : false },
    ),
  );
  return documentId === null ? String(revision) : `${revision}.${data?.revision ?? ""}`;
}

/** HTML size of the email, or of a variant, in that revision, and the limit at which Gmail clips it, in bytes. */
export function useEmailSize({ id, kind }: CampaignRef, revision: string, variantId?: string) {
  return useQuery({
    queryKey: ["campaigns", "size", id, revision, variantId ?? null],
    queryFn: ({ signal }) => {
      const path = { campaign_id: id };
      const variant = variantId === undefined ? {} : { variantId };
      return kind === "abTest"
        ? call("get", "/api/ab-test/{campaign_id}/size", { params: { path, query: variant }, signal })
        : call("get", "/api/email-marketing/{campaign_id}/size", { params: { path }, signal });
    },
    placeholderData: keepPreviousData,
    // An incomplete email has no size; the review before sending lists the errors.
    retry: false,
  });
}

/** The campaign in that revision as a contact would receive it; by default, the newest recipient. */
export function usePreview(id: string, revision: string, contactId: number | undefined, variantId?: string) {
  return useQuery({
    queryKey: ["campaigns", "preview", id, revision, contactId ?? null, variantId ?? null],
    queryFn: ({ signal }) => {
      const path = { campaign_id: id };
      const contact = contactId === undefined ? {} : { contactId };
      return variantId === undefined
        ? call("get", "/api/email-marketing/{campaign_id}/preview", { params: { path, query: contact }, signal })
        : call("get", "/api/ab-test/{campaign_id}/preview", {
            params: { path, query: { variantId, ...contact } },
            signal,
          });
    },
    // The address in the response lasts a quarter of an hour.
    staleTime: 10 * 60_000,
    placeholderData: keepPreviousData,
  });
}

/** Contacts with a name or address that starts with `search`. */
export function useContactSearch(search: string) {
  const params = { query: { page: 1, size: MAX_CONTACT_SUGGESTIONS, ...(search ? { search } : {}) } };
  return useQuery(query("get", "/api/contacts", { params }, { placeholderData: keepPreviousData }));
}

export interface TestRequest {
  readonly emails: readonly string[];
  readonly contactId: number | undefined;
}

/** Sends a test of the campaign, or of a variant of it. */
export function useSendTest(id: string, variantId?: string) {
  return useMutation(
    customMutation({
      mutationFn: async ({ emails, contactId }: TestRequest) => {
        const params = { path: { campaign_id: id } };
        const body = { emails: [...emails], ...(contactId === undefined ? {} : { contactId }) };
        const { queued } =
          variantId === undefined
            ? await call("post", "/api/email-marketing/{campaign_id}/send-test", { params, body })
            : await call("post", "/api/ab-test/{campaign_id}/send-test", { params, body: { ...body, variantId } });
        return queued;
      },
    }),
  );
}

const NO_ADDRESSES: readonly string[] = [];

/** Email addresses of the team's contact testers; empty without the permission to view contacts. */
export function useTesterAddresses(): readonly string[] {
  const canView = useCan()("contact.view");
  const { data } = useQuery(query("get", "/api/contacts/tester", {}, { enabled: canView }));
  return data?.map(({ email }) => email) ?? NO_ADDRESSES;
}
