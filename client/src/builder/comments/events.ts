import type { EventHandler, EventMap } from "@/lib/socket/events";
import { type Comment, dropComment, takeComment } from "./comments-data";

const take: EventHandler = (client, { documentId, comment }) => {
  takeComment(client, String(documentId), comment as Comment);
};

/** What people say about documents, as it is told to those who have one open. */
export const documentsEvents: EventMap = {
  "documents.comment.posted": take,
  "documents.comment.edited": take,
  "documents.comment.resolved": take,
  "documents.comment.reopened": take,
  "documents.comment.removed": (client, { documentId, commentId }) => {
    dropComment(client, String(documentId), String(commentId));
  },
};
