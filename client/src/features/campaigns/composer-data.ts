import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useMe } from "@/features/session/public";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { answered, type Campaign, campaignQuery, type Named, TAGS_KEY } from "./campaigns-data";
import { type Draft, type Edits, storedRecordOf } from "./draft";
import { type SaveActor, savingBy } from "./saving";

export type RecipientCount = components["schemas"]["RecipientCountOut"];
export type Preview = components["schemas"]["PreviewOut"];
export type Tag = components["schemas"]["TagOut"];
export type Label = components["schemas"]["LabelOut"];

export const COUNT_KEY = ["campaigns", "count"] as const;

/** Contacts offered while their name or address is typed. */
const MOST_FOUND = 8;

async function put(
  client: QueryClient,
  id: string,
  { test: _test, variants: _variants, ...edits }: Edits,
  baseRevision: number,
) {
  const data = answered(
    await api.PUT("/api/email-marketing/{campaign_id}", {
      params: { path: { campaign_id: id } },
      body: { ...edits, baseRevision },
    }),
  );
  client.setQueryData(campaignQuery(id).queryKey, data);
  if (edits.recipients) await client.invalidateQueries({ queryKey: COUNT_KEY });
  return storedRecordOf(data);
}

/** Saves edits of the draft. */
export function saveActor(client: QueryClient, id: string): SaveActor<Draft> {
  return savingBy<Draft>(
    (edits, baseRevision) => put(client, id, edits, baseRevision),
    () => client.refetchQueries({ queryKey: campaignQuery(id).queryKey }),
  );
}

/** How many would get the campaign as it is saved; counted anew every `everyMs`, where that is given. */
export function useRecipientCount({ id, kind }: Named, everyMs?: number) {
  return useQuery(
    queryOptions({
      queryKey: [...COUNT_KEY, id],
      queryFn: async ({ signal }) => {
        const call = { params: { path: { campaign_id: id } }, signal };
        if (kind === "abTest") return answered(await api.GET("/api/ab-test/{campaign_id}/count-recipient", call));
        return answered(await api.GET("/api/email-marketing/{campaign_id}/count-recipient", call));
      },
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchInterval: everyMs ?? false,
      meta: { quiet: true },
    }),
  );
}

/** The merge tags that can be used. */
export function useTags() {
  return $api.useQuery(...TAGS_KEY, {}, { meta: { quiet: true } }).data?.items ?? NO_TAGS;
}
const NO_TAGS: readonly Tag[] = [];

export function useCategories() {
  return $api.useQuery("get", "/api/email-marketing/category", {}, { meta: { quiet: true } }).data?.items ?? NO_WORDS;
}
const NO_WORDS: readonly string[] = [];

export function useLabels() {
  return $api.useQuery("get", "/api/contacts/label", {}, { meta: { quiet: true } });
}

export function useSegments() {
  return $api.useQuery("get", "/api/contacts/segment", {}, { meta: { quiet: true } });
}

export function useTopics() {
  return $api.useQuery("get", "/api/contacts/topic", {}, { meta: { quiet: true } });
}

/** How often it is asked whether somebody has gone on with what is built in the editor. */
const BUILT_MS = 10_000;

/** Another string for everything that the mail is made of: what is built in the editor has revisions of its own. */
export function useContentRevision({ revision, documentId, status }: Campaign): string {
  const { data } = $api.useQuery(
    "get",
    "/api/documents/{document_id}",
    { params: { path: { document_id: documentId ?? "" } } },
    {
      enabled: documentId !== null,
      staleTime: 0,
      refetchInterval: status === "DRAFT" ? BUILT_MS : false,
      meta: { quiet: true },
    },
  );
  return documentId === null ? String(revision) : `${revision}.${data?.revision ?? ""}`;
}

/** How large the mail, or a variant of it, is in that revision, and how much of it is shown. */
export function useMailSize({ id, kind }: Named, revision: string, variantId?: string) {
  return useQuery(
    queryOptions({
      queryKey: ["campaigns", "size", id, revision, variantId ?? null],
      queryFn: async ({ signal }) => {
        const path = { campaign_id: id };
        if (kind === "abTest") {
          const query = variantId === undefined ? {} : { variantId };
          return answered(await api.GET("/api/ab-test/{campaign_id}/size", { params: { path, query }, signal }));
        }
        return answered(await api.GET("/api/email-marketing/{campaign_id}/size", { params: { path }, signal }));
      },
      placeholderData: keepPreviousData,
      // A mail that can't be made yet has no size: what is wrong with it is told before sending.
      retry: false,
      meta: { quiet: true },
    }),
  );
}

/** The campaign of that revision as the contact would get it; the newest recipient when none is named. */
export function usePreview(id: string, revision: string, contactId: number | undefined, variantId?: string) {
  return useQuery(
    queryOptions({
      queryKey: ["campaigns", "preview", id, revision, contactId ?? null, variantId ?? null],
      queryFn: async ({ signal }) => {
        if (variantId !== undefined) {
          const { data } = await api.GET("/api/ab-test/{campaign_id}/preview", {
            params: {
              path: { campaign_id: id },
              query: { variantId, ...(contactId === undefined ? {} : { contactId }) },
            },
            signal,
          });
          return data;
        }
        const { data } = await api.GET("/api/email-marketing/{campaign_id}/preview", {
          params: { path: { campaign_id: id }, query: contactId === undefined ? {} : { contactId } },
          signal,
        });
        return data;
      },
      // The address in the answer lasts a quarter of an hour.
      staleTime: 10 * 60_000,
      placeholderData: keepPreviousData,
      meta: { quiet: true },
    }),
  );
}

/** Contacts by the beginning of their name or address. */
export function useFoundContacts(search: string) {
  const query = { page: 1, size: MOST_FOUND, ...(search ? { search } : {}) };
  return $api.useQuery(
    "get",
    "/api/contacts",
    { params: { query } },
    { placeholderData: keepPreviousData, meta: { quiet: true } },
  );
}

export interface TestRequest {
  readonly emails: readonly string[];
  readonly contactId: number | undefined;
}

/** Sends a test of the campaign, or of a variant of it. */
export function useSendTest(id: string, variantId?: string) {
  return useMutation({
    mutationFn: async ({ emails, contactId }: TestRequest) => {
      if (variantId !== undefined) {
        const { data } = await api.POST("/api/ab-test/{campaign_id}/send-test", {
          params: { path: { campaign_id: id } },
          body: { variantId, emails: [...emails], ...(contactId === undefined ? {} : { contactId }) },
        });
        return data?.queued ?? 0;
      }
      const { data } = await api.POST("/api/email-marketing/{campaign_id}/send-test", {
        params: { path: { campaign_id: id } },
        body: { emails: [...emails], ...(contactId === undefined ? {} : { contactId }) },
      });
      return data?.queued ?? 0;
    },
    meta: { quiet: true },
  });
}

const NOBODY: readonly string[] = [];

/** The contact testers of the team, for who may see contacts. */
export function useTesterAddresses(): readonly string[] {
  const mayView = useMe()?.permissions.includes("contact.view") ?? false;
  const { data } = $api.useQuery("get", "/api/contacts/tester", {}, { enabled: mayView, meta: { quiet: true } });
  return data?.map(({ email }) => email) ?? NOBODY;
}
