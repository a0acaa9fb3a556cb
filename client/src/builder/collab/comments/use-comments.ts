import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { useRoom } from "@/lib/socket/link";
import { type Comment, commentsQuery, dropComment, takeComment } from "./comments-data";
import type { Mentionable } from "./mentions";
import { countsOf, isOpen, type Thread, threadsOf } from "./threads";

export interface Comments {
  /** Undefined until they are here. */
  readonly threads: readonly Thread[] | undefined;
  /** How many threads are open. */
  readonly open: number;
  /** How much is said of each node in open threads. */
  readonly counts: ReadonlyMap<string, number>;
  readonly failure: unknown;
  readonly again: () => void;
}

/** What people say about a document, as it is said. */
export function useComments(documentId: string): Comments {
  const client = useQueryClient();
  const query = commentsQuery(documentId);
  const { data, error, refetch } = useQuery({ ...query, meta: { quiet: true } });
  useRoom("document", documentId, () => void client.invalidateQueries({ queryKey: query.queryKey }));
  return useMemo(() => {
    const threads = data && threadsOf(data);
    return {
      threads,
      open: threads?.filter(isOpen).length ?? 0,
      counts: countsOf(threads ?? []),
      failure: error,
      again: () => void refetch(),
    };
  }, [data, error, refetch]);
}

const NOBODY: readonly Mentionable[] = [];
const MOST_OFFERED = 100;

/** Whom a comment can name: the members of the team; nobody for who may not see them. */
export function useMentionable(): readonly Mentionable[] {
  const params = { query: { size: MOST_OFFERED, sort: "fullname" } };
  const { data } = $api.useQuery("get", "/api/companies/members", { params }, { meta: { quiet: true } });
  return useMemo(
    () =>
      data?.items.filter(({ active }) => active).map(({ userId, fullname }) => ({ id: userId, name: fullname })) ??
      NOBODY,
    [data],
  );
}

interface Words {
  readonly text: string;
  readonly mentions: string[];
}

export interface NewComment extends Words {
  readonly node: string;
  readonly replyTo: string | null;
}

/** What can be done with comments; each answer is what the comment is from then on. */
export function useCommentActs(documentId: string) {
  const client = useQueryClient();
  const take = (comment: Comment) => takeComment(client, documentId, comment);
  const path = (commentId: string) => ({ path: { document_id: documentId, comment_id: commentId } });
  const post = useMutation({
    mutationFn: async (body: NewComment) =>
      answered(
        await api.POST("/api/documents/{document_id}/comments", {
          params: { path: { document_id: documentId } },
          body,
        }),
      ),
    onSuccess: take,
  });
  const edit = useMutation({
    mutationFn: async ({ id, ...body }: Words & { readonly id: string }) =>
      answered(await api.PATCH("/api/documents/{document_id}/comments/{comment_id}", { params: path(id), body })),
    onSuccess: take,
  });
  const settle = useMutation({
    mutationFn: async ({ id, isOpen: opens }: { readonly id: string; readonly isOpen: boolean }) =>
      answered(
        opens
          ? await api.POST("/api/documents/{document_id}/comments/{comment_id}/reopen", { params: path(id) })
          : await api.POST("/api/documents/{document_id}/comments/{comment_id}/resolve", { params: path(id) }),
      ),
    onSuccess: take,
  });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE("/api/documents/{document_id}/comments/{comment_id}", { params: path(id) });
    },
    onSuccess: (_, id) => dropComment(client, documentId, id),
  });
  return { post, edit, settle, remove };
}

function answered<Data>({ data }: { data?: Data }): Data {
  if (data === undefined) throw new Error("an answer without a body");
  return data;
}
