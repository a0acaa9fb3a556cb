import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, call, customMutation, query } from "@/lib/api/data";

export type Sender = components["schemas"]["SenderOut"];

export const SENDERS_KEY = buildQueryKey("get", "/api/senders");
const SUGGESTIONS_KEY = buildQueryKey("get", "/api/senders/suggestion");
/** Maximum page size of the server, so a select field lists at most this many. */
const MAX_OPTIONS = 100;

interface SenderListQuery {
  readonly page: number;
  readonly size: number;
  readonly sort: string;
  readonly search: string;
}

/** One page. The previous page stays on screen while the next one loads. */
export function useSenders({ page, size, sort, search }: SenderListQuery) {
  const params = { query: { page, size, sort, ...(search ? { search } : {}) } };
  return useQuery(query("get", "/api/senders", { params }, { placeholderData: keepPreviousData }));
}

/** Every sender, for a select field. */
export function useAllSenders() {
  const params = { query: { size: MAX_OPTIONS, sort: "name" } };
  return useQuery(query("get", "/api/senders", { params }));
}

/** Suggested addresses for a new sender. */
export function useSenderSuggestions(isWanted: boolean) {
  return useQuery(query("get", "/api/senders/suggestion", {}, { enabled: isWanted }));
}

function useSenderMutation<Input, Output>(act: (input: Input) => Promise<Output>) {
  return useMutation(customMutation({ mutationFn: act, refreshes: [SENDERS_KEY, SUGGESTIONS_KEY] }));
}

export interface SenderDraft {
  readonly name: string;
  readonly email: string;
}

/** Creates a sender, or updates `sender`. */
export function useWriteSender(sender: Sender | undefined) {
  return useSenderMutation((draft: SenderDraft) => {
    if (!sender) return call("post", "/api/senders", { body: draft });
    const params = { path: { sender_id: sender.senderId } };
    return call("put", "/api/senders/{sender_id}", { params, body: { ...draft, default: false } });
  });
}

export function useMakeDefault() {
  return useSenderMutation(({ senderId, name, email }: Sender) => {
    const params = { path: { sender_id: senderId } };
    return call("put", "/api/senders/{sender_id}", { params, body: { name, email, default: true } });
  });
}

/** Sends the verification email again. */
export function useResendVerification() {
  return useSenderMutation((sender: Sender) =>
    call("post", "/api/senders/{sender_id}/revalidate", { params: { path: { sender_id: sender.senderId } } }),
  );
}

export function useDeleteSender() {
  return useSenderMutation((sender: Sender) =>
    call("delete", "/api/senders/{sender_id}", { params: { path: { sender_id: sender.senderId } } }),
  );
}
