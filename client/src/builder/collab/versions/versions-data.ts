import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import * as Y from "yjs";
import type { components } from "@/generated/api";
import { buildQueryKey, call, customMutation } from "@/lib/api/data";

export type Version = components["schemas"]["DocumentVersionOut"];

const PAGE_SIZE = 30;
/** Maximum number of characters. */
export const MAX_NAME_LENGTH = 120;

function buildVersionsKey(documentId: string) {
  return buildQueryKey("get", "/api/documents/{document_id}/versions", {
    params: { path: { document_id: documentId } },
  });
}

/** The versions of a document, newest first, page by page. */
export function useVersions(documentId: string) {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: buildVersionsKey(documentId),
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) => {
      const params = { path: { document_id: documentId }, query: { page, size: PAGE_SIZE } };
      return call("get", "/api/documents/{document_id}/versions", { params, signal });
    },
    getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
  });
  return {
    versions: data?.pages.flatMap(({ items }) => items),
    failure: error,
    again: () => void refetch(),
    isFetching,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}

/** The document of a version; undefined while it loads. */
export function useVersionDocument(documentId: string, versionId: string | undefined) {
  const { data, error, refetch } = useQuery({
    queryKey: [...buildVersionsKey(documentId), versionId, "update"],
    enabled: versionId !== undefined,
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const path = { document_id: documentId, version_id: versionId ?? "" };
      const bytes = await call("get", "/api/documents/{document_id}/versions/{version_id}/update", {
        params: { path },
        parseAs: "arrayBuffer",
        signal,
      });
      return new Uint8Array(bytes);
    },
  });
  const doc = useMemo(() => {
    if (!data) return undefined;
    const made = new Y.Doc();
    Y.applyUpdate(made, data);
    return made;
  }, [data]);
  return { doc, failure: error, again: () => void refetch() };
}

/** A mutation that reloads the versions. */
function useVersionMutation<Input, Result>(
  documentId: string,
  mutationFn: (input: Input) => Promise<Result>,
  { toast = false } = {},
) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: buildVersionsKey(documentId), exact: true });
  return useMutation(customMutation({ mutationFn, onSuccess, toast }));
}

/** Names the current state of the document. */
export function useCreateVersion(documentId: string) {
  return useVersionMutation(documentId, (name: string) =>
    call("post", "/api/documents/{document_id}/versions", {
      params: { path: { document_id: documentId } },
      body: { name },
    }),
  );
}

export function useRenameVersion(documentId: string, versionId: string) {
  const params = { path: { document_id: documentId, version_id: versionId } };
  return useVersionMutation(documentId, (name: string) =>
    call("patch", "/api/documents/{document_id}/versions/{version_id}", { params, body: { name } }),
  );
}

export function useDeleteVersion(documentId: string, versionId: string) {
  const params = { path: { document_id: documentId, version_id: versionId } };
  return useVersionMutation(
    documentId,
    () => call("delete", "/api/documents/{document_id}/versions/{version_id}", { params }),
    { toast: true },
  );
}
