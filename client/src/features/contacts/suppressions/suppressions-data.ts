import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, customMutation, mutation, query } from "@/lib/api/data";
import { upload } from "@/lib/api/upload";
import { saveFile } from "@/lib/save-file";
import type { ListAddress } from "@/ui/table/list-address";
import { SUPPRESSIONS_KEY } from "../bulk-data";

export type Suppression = components["schemas"]["SuppressionOut"];
export type SuppressionReason = Suppression["reason"];
export type SuppressionScope = Suppression["scope"];
export type SuppressionResult = components["schemas"]["SuppressionResultOut"];

export const SUPPRESSION_REASONS = [
  "unsubscribed",
  "hardBounce",
  "complaint",
  "manual",
  "sunset",
  "softBounce",
] as const satisfies readonly SuppressionReason[];
export const SUPPRESSION_SCOPES = ["marketing", "all"] as const satisfies readonly SuppressionScope[];
export const MAX_PASTED_ADDRESSES = 1000;
/** Maximum file size on the server. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

function parseReasons(filter: string | undefined): SuppressionReason[] {
  return SUPPRESSION_REASONS.filter((reason) => reason === filter);
}

export function useSuppressions({ page, size, sort, search, filter }: ListAddress) {
  const reasons = parseReasons(filter);
  const params = {
    query: { page, size, sort, ...(search ? { search } : {}), ...(reasons.length > 0 ? { reasons } : {}) },
  };
  return useQuery(query("get", "/api/contacts/suppression", { params }, { placeholderData: keepPreviousData }));
}

const REFRESHING = { refreshes: [SUPPRESSIONS_KEY] };

export function useSuppress() {
  return useMutation(mutation("post", "/api/contacts/suppression", REFRESHING));
}

export function useRemoveSuppression() {
  return useMutation(mutation("delete", "/api/contacts/suppression/{suppression_id}", REFRESHING));
}

export interface SuppressFileInput {
  readonly file: File;
  readonly reason: SuppressionReason;
  readonly scope: SuppressionScope;
  /** The encoding that the user has confirmed for text that is not UTF-8. */
  readonly encoding?: string;
}

export function useSuppressFile() {
  return useMutation(
    customMutation({
      ...REFRESHING,
      mutationFn: async ({ file, reason, scope, encoding }: SuppressFileInput): Promise<SuppressionResult> => {
        const form = new FormData();
        form.append("file", file);
        if (encoding) form.append("encoding", encoding);
        const path = `/api/contacts/suppression/import?${new URLSearchParams({ reason, scope })}`;
        return (await upload({
          path,
          form,
          signal: new AbortController().signal,
          onProgress: () => {},
        })) as SuppressionResult;
      },
    }),
  );
}

/** Exports the filtered list as a file. */
export function useExportSuppressions() {
  return useMutation(
    customMutation({
      mutationFn: async ({ search, filter }: Pick<ListAddress, "search" | "filter">) => {
        const data = await call("post", "/api/contacts/suppression/export", {
          body: { ...(search ? { search } : {}), reasons: parseReasons(filter) },
          parseAs: "blob",
        });
        saveFile(data, "suppressions.csv");
      },
      toast: true,
    }),
  );
}
