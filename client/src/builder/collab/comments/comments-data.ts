import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";

export type Comment = components["schemas"]["CommentFields"];

export function commentsQuery(documentId: string) {
  return query("get", "/api/documents/{document_id}/comments", {
    params: { path: { document_id: documentId } },
  });
}

type CachedComments = readonly Comment[];

/** Changes the cached comments of a document, if they were fetched. */
function updateCachedComments(
  client: QueryClient,
  documentId: string,
  next: (known: CachedComments) => CachedComments,
): void {
  const key: QueryKey = commentsQuery(documentId).queryKey;
  client.setQueryData<CachedComments>(key, (known) => known && next(known));
}

/** Replaces a comment, or appends a new one. */
export function upsertCachedComment(client: QueryClient, documentId: string, comment: Comment): void {
  updateCachedComments(client, documentId, (known) =>
    known.some(({ id }) => id === comment.id)
      ? known.map((one) => (one.id === comment.id ? comment : one))
      : [...known, comment],
  );
}

/** Removes a comment, and with the first of a thread its replies. */
export function removeCachedComment(client: QueryClient, documentId: string, commentId: string): void {
  updateCachedComments(client, documentId, (known) =>
    known.filter(({ id, replyTo }) => id !== commentId && replyTo !== commentId),
  );
}
