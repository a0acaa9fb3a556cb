import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";

export type Comment = components["schemas"]["CommentFields"];

export function commentsQuery(documentId: string) {
  return query("get", "/api/documents/{document_id}/comments", {
    params: { path: { document_id: documentId } },
  });
}

type Known = readonly Comment[];

/** Changes what is known of a document's comments; nothing when they were not fetched yet. */
function change(client: QueryClient, documentId: string, next: (known: Known) => Known): void {
  const key: QueryKey = commentsQuery(documentId).queryKey;
  client.setQueryData<Known>(key, (known) => known && next(known));
}

/** Puts in a comment as it is now, in its place or behind the others. */
export function takeComment(client: QueryClient, documentId: string, comment: Comment): void {
  change(client, documentId, (known) =>
    known.some(({ id }) => id === comment.id)
      ? known.map((one) => (one.id === comment.id ? comment : one))
      : [...known, comment],
  );
}

/** Takes a comment out, and with the first of a thread its replies. */
export function dropComment(client: QueryClient, documentId: string, commentId: string): void {
  change(client, documentId, (known) => known.filter(({ id, replyTo }) => id !== commentId && replyTo !== commentId));
}
