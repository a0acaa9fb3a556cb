import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { bodyOf, type Edits } from "../contact-draft";
import { type Contact, contactQuery, refreshLists } from "../contacts-data";
import { LABELS_KEY, type Label } from "../labels-data";
import { expectOwn, forgetOwn } from "../own-acts";
import { TIMELINE_KEY } from "../timeline-key";
import { consentsKey } from "./timeline-data";

/** The contact as it will be once the server has taken the edits. */
export function withApplied(contact: Contact, edits: Edits, labels: readonly Label[]): Contact {
  const { labelIds, customField, birthday, ...texts } = edits;
  const next = { ...contact, ...texts };
  return {
    ...next,
    fullname: `${next.firstname} ${next.lastname}`.trim(),
    ...(birthday === undefined ? {} : { birthday: birthday || null }),
    ...(customField ? { customField: { ...contact.customField, ...customField } } : {}),
    ...(labelIds ? { labels: labels.filter(({ id }) => labelIds.includes(id)) } : {}),
  };
}

async function showAnswer(client: QueryClient, contact: Contact): Promise<void> {
  client.setQueryData(contactQuery(contact.contactId).queryKey, contact);
  await Promise.all([refreshLists(client), client.invalidateQueries({ queryKey: TIMELINE_KEY })]);
}

/** Writes single fields: shown at once, and taken back where the server refuses them. */
export function useEditContact(contactId: number) {
  const client = useQueryClient();
  const { queryKey } = contactQuery(contactId);
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (edits: Edits) => {
      const { data } = await api.PUT("/api/contacts/{contact_id}", {
        params: { path: { contact_id: contactId } },
        body: bodyOf(edits),
      });
      if (!data) throw new Error("an answer without a body");
      return data;
    },
    onMutate: async (edits) => {
      expectOwn("updated");
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Contact>(queryKey);
      const labels = client.getQueryData<readonly Label[]>([...LABELS_KEY, {}]) ?? [];
      if (before) client.setQueryData(queryKey, withApplied(before, edits, labels));
      return { before };
    },
    onError: (_failure, _edits, kept) => {
      forgetOwn("updated");
      if (kept?.before) client.setQueryData(queryKey, kept.before);
    },
    onSuccess: (contact) => showAnswer(client, contact),
  });
}

/** Subscribes or unsubscribes a contact, with the word on which it is done. */
export function useDecide(contactId: number) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (body: { readonly state: "subscribed" | "unsubscribed"; readonly words?: string }) => {
      const { data } = await api.PUT("/api/contacts/{contact_id}/subscription", {
        params: { path: { contact_id: contactId } },
        body: { state: body.state, words: body.words ?? "" },
      });
      if (!data) throw new Error("an answer without a body");
      return data;
    },
    onMutate: () => expectOwn("updated"),
    onError: () => forgetOwn("updated"),
    onSuccess: async (contact) => {
      await Promise.all([showAnswer(client, contact), client.invalidateQueries({ queryKey: consentsKey(contactId) })]);
    },
  });
}
