import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";

export type Sender = components["schemas"]["SenderOut"];

export const SENDERS_KEY = ["get", "/api/senders"] as const;
const SUGGESTIONS_KEY = ["get", "/api/senders/suggestion"] as const;
/** The ceiling of a page: a choice offers this many. */
const MOST_OFFERED = 100;

interface Wanted {
  readonly page: number;
  readonly size: number;
  readonly sort: string;
  readonly search: string;
}

/** One page; the page before stays on screen until the next is here. */
export function useSenders({ page, size, sort, search }: Wanted) {
  const query = { page, size, sort, ...(search ? { search } : {}) };
  return $api.useQuery(
    "get",
    "/api/senders",
    { params: { query } },
    { placeholderData: keepPreviousData, meta: { quiet: true } },
  );
}

/** Every sender, for a choice among them. */
export function useAllSenders() {
  const params = { query: { size: MOST_OFFERED, sort: "name" } };
  return $api.useQuery("get", "/api/senders", { params }, { meta: { quiet: true } });
}

/** Addresses that could become a sender. */
export function useSuggestions(isWanted: boolean) {
  return $api.useQuery("get", "/api/senders/suggestion", {}, { enabled: isWanted, meta: { quiet: true } });
}

function useAct<Input, Output>(call: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    meta: { quiet: true },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: SENDERS_KEY }),
        client.invalidateQueries({ queryKey: SUGGESTIONS_KEY }),
      ]),
  });
}

function answered<Data>({ data }: { data?: Data }): Data {
  if (data === undefined) throw new Error("an answer without a body");
  return data;
}

export interface SenderDraft {
  readonly name: string;
  readonly email: string;
}

/** Makes a sender, or changes `sender`. */
export function useWriteSender(sender: Sender | undefined) {
  return useAct(async (draft: SenderDraft) => {
    if (!sender) return answered(await api.POST("/api/senders", { body: draft }));
    const params = { path: { sender_id: sender.senderId } };
    return answered(await api.PUT("/api/senders/{sender_id}", { params, body: { ...draft, default: false } }));
  });
}

export function useMakeDefault() {
  return useAct(async ({ senderId, name, email }: Sender) => {
    const params = { path: { sender_id: senderId } };
    return answered(await api.PUT("/api/senders/{sender_id}", { params, body: { name, email, default: true } }));
  });
}

/** Mails the link of the validation once more. */
export function useAskAgain() {
  return useAct((sender: Sender) =>
    api.POST("/api/senders/{sender_id}/revalidate", { params: { path: { sender_id: sender.senderId } } }),
  );
}

export function useDeleteSender() {
  return useAct((sender: Sender) =>
    api.DELETE("/api/senders/{sender_id}", { params: { path: { sender_id: sender.senderId } } }),
  );
}
