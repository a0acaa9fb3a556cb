import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import * as Y from "yjs";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";

export type Version = components["schemas"]["DocumentVersionOut"];

const SIZE = 30;
/** Characters of a name. */
export const MOST_NAME = 120;

function keyOf(documentId: string) {
  return ["get", "/api/documents/{document_id}/versions", documentId] as const;
}

/** The versions of a document, the newest first, page after page. */
export function useVersions(documentId: string) {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: keyOf(documentId),
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      const params = { path: { document_id: documentId }, query: { page, size: SIZE } };
      return answered(await api.GET("/api/documents/{document_id}/versions", { params, signal }));
    },
    getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
    meta: { quiet: true },
  });
  return {
    versions: data?.pages.flatMap(({ items }) => items),
    failure: error,
    again: () => void refetch(),
    isFetching,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}

/** The document as it was; undefined until it is here. */
export function useVersionDocument(documentId: string, versionId: string | undefined) {
  const { data, error, refetch } = useQuery({
    queryKey: [...keyOf(documentId), versionId, "update"],
    enabled: versionId !== undefined,
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const path = { document_id: documentId, version_id: versionId ?? "" };
      const { data: bytes } = await api.GET("/api/documents/{document_id}/versions/{version_id}/update", {
        params: { path },
        parseAs: "arrayBuffer",
        signal,
      });
      return new Uint8Array(bytes as ArrayBuffer);
    },
    meta: { quiet: true },
  });
  const doc = useMemo(() => {
    if (!data) return undefined;
    const made = new Y.Doc();
    Y.applyUpdate(made, data);
    return made;
  }, [data]);
  return { doc, failure: error, again: () => void refetch() };
}

/** What can be done with versions. */
export function useVersionActs(documentId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: keyOf(documentId), exact: true });
  const path = (versionId: string) => ({ path: { document_id: documentId, version_id: versionId } });
  const keep = useMutation({
    mutationFn: async (name: string) =>
      answered(
        await api.POST("/api/documents/{document_id}/versions", {
          params: { path: { document_id: documentId } },
          body: { name },
        }),
      ),
    onSuccess,
  });
  const rename = useMutation({
    mutationFn: async ({ id, name }: { readonly id: string; readonly name: string }) =>
      answered(
        await api.PATCH("/api/documents/{document_id}/versions/{version_id}", { params: path(id), body: { name } }),
      ),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE("/api/documents/{document_id}/versions/{version_id}", { params: path(id) });
    },
    onSuccess,
  });
  return { keep, rename, remove };
}

function answered<Data>({ data }: { data?: Data }): Data {
  if (data === undefined) throw new Error("an answer without a body");
  return data;
}
