import type { QueryClient } from "@tanstack/react-query";
import type { EventMap, EventPayload } from "@/lib/socket/events";
import { removeCachedComment, upsertCachedComment } from "./comments-data";

function addComment(client: QueryClient, { documentId, comment }: EventPayload<"documents.comment.posted">): void {
  upsertCachedComment(client, documentId, comment);
}

/** Events that update the comments of an open document. */
export const documentsEvents: EventMap = {
  "documents.comment.posted": addComment,
  "documents.comment.edited": addComment,
  "documents.comment.resolved": addComment,
  "documents.comment.reopened": addComment,
  "documents.comment.removed": (client, { documentId, commentId }) => {
    removeCachedComment(client, documentId, commentId);
  },
};
