import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { call, customMutation, query } from "@/lib/api/data";
import { useRoom } from "@/lib/socket/link";
import { type Comment, commentsQuery, removeCachedComment, upsertCachedComment } from "./comments-data";
import type { MentionableUser } from "./mentions";
import { buildThreads, countCommentsByNode, isOpen, type Thread } from "./threads";

export interface Comments {
  /** Undefined while loading. */
  readonly threads: readonly Thread[] | undefined;
  /** Number of open threads. */
  readonly open: number;
  /** Number of comments in open threads, by node. */
  readonly counts: ReadonlyMap<string, number>;
  readonly failure: unknown;
  readonly again: () => void;
}

/** The comments on a document, updated live. */
export function useComments(documentId: string): Comments {
  const client = useQueryClient();
  const options = commentsQuery(documentId);
  const { data, error, refetch } = useQuery(options);
  useRoom("document", documentId, () => void client.invalidateQueries({ queryKey: options.queryKey }));
  return useMemo(() => {
    const threads = data && buildThreads(data);
    return {
      threads,
      open: threads?.filter(isOpen).length ?? 0,
      counts: countCommentsByNode(threads ?? []),
      failure: error,
      again: () => void refetch(),
    };
  }, [data, error, refetch]);
}

const NO_USERS: readonly MentionableUser[] = [];
const MAX_MENTIONABLE_USERS = 100;

/** The users that a comment can mention: the team's members, or none without the permission to see them. */
export function useMentionableUsers(): readonly MentionableUser[] {
  const params = { query: { size: MAX_MENTIONABLE_USERS, sort: "fullname" } };
  const { data } = useQuery(query("get", "/api/companies/members", { params }));
  return useMemo(
    () =>
      data?.items.filter(({ active }) => active).map(({ userId, fullname }) => ({ id: userId, name: fullname })) ??
      NO_USERS,
    [data],
  );
}

interface CommentText {
  readonly text: string;
  readonly mentions: string[];
}

export interface NewComment extends CommentText {
  readonly node: string;
  readonly replyTo: string | null;
}

/** Mutations of comments. Each returns the changed comment. */
export function useCommentMutations(documentId: string) {
  const client = useQueryClient();
  const take = (comment: Comment) => upsertCachedComment(client, documentId, comment);
  const path = (commentId: string) => ({ path: { document_id: documentId, comment_id: commentId } });
  const post = useMutation(
    customMutation({
      mutationFn: (body: NewComment) =>
        call("post", "/api/documents/{document_id}/comments", { params: { path: { document_id: documentId } }, body }),
      onSuccess: take,
      toast: true,
    }),
  );
  const edit = useMutation(
    customMutation({
      mutationFn: ({ id, ...body }: CommentText & { readonly id: string }) =>
        call("patch", "/api/documents/{document_id}/comments/{comment_id}", { params: path(id), body }),
      onSuccess: take,
      toast: true,
    }),
  );
  const settle = useMutation(
    customMutation({
      mutationFn: ({ id, isOpen: opens }: { readonly id: string; readonly isOpen: boolean }) =>
        opens
          ? call("post", "/api/documents/{document_id}/comments/{comment_id}/reopen", { params: path(id) })
          : call("post", "/api/documents/{document_id}/comments/{comment_id}/resolve", { params: path(id) }),
      onSuccess: take,
      toast: true,
    }),
  );
  const remove = useMutation(
    customMutation({
      mutationFn: (id: string) =>
        call("delete", "/api/documents/{document_id}/comments/{comment_id}", { params: path(id) }),
      onSuccess: (_, id) => removeCachedComment(client, documentId, id),
      toast: true,
    }),
  );
  return { post, edit, settle, remove };
}
