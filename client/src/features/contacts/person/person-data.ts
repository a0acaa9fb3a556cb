import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { useSaveOver } from "@/lib/edit-conflict";
import { bodyOf, type CustomValue, type Edits } from "../contact-draft";
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

/** `contact` with the fields of `edits` as they are in `previous`. */
function withRolledBack(contact: Contact, edits: Edits, previous: Contact): Contact {
  const { labelIds, customField = {}, ...texts } = edits;
  const names = Object.keys(texts) as (keyof typeof texts)[];
  const next: Contact = { ...contact, ...Object.fromEntries(names.map((name) => [name, previous[name]])) };
  const custom = Object.keys(customField).map((id) => [id, previous.customField[id] ?? null]);
  return {
    ...next,
    fullname: `${next.firstname} ${next.lastname}`.trim(),
    customField: { ...contact.customField, ...Object.fromEntries(custom) },
    ...(labelIds ? { labels: previous.labels } : {}),
  };
}

async function showAnswer(client: QueryClient, contact: Contact): Promise<void> {
  client.setQueryData(contactQuery(contact.contactId).queryKey, contact);
  await Promise.all([refreshLists(client), client.invalidateQueries({ queryKey: TIMELINE_KEY })]);
}

function labelsIn(client: QueryClient): readonly Label[] {
  return client.getQueryData<readonly Label[]>([...LABELS_KEY, {}]) ?? [];
}

/** Edits of a contact, with the stored values that they replace, by field. If others are stored, the save is refused. */
export interface ContactSave {
  readonly edits: Edits;
  readonly base: Readonly<Record<string, CustomValue>>;
}

/** The fields of `body` by the names that `base` has. */
function flat({ customField = {}, ...fields }: ReturnType<typeof bodyOf>): Readonly<Record<string, unknown>> {
  const custom = Object.entries(customField).map(([id, value]) => [`customField.${id}`, value]);
  return { ...fields, ...Object.fromEntries(custom) };
}

/**
 * Writes single fields: shown at once, and rolled back if the server rejects them. Several saves may be under way, so
 * each rolls back only its own fields. `onRejected` is called for each failed save, also after another one has started.
 */
export function useEditContact(contactId: number, onRejected?: (save: ContactSave, failure: unknown) => void) {
  const client = useQueryClient();
  const { queryKey } = contactQuery(contactId);
  const mutationKey = [...queryKey, "edit"];
  const saveOver = useSaveOver();

  /** Shows `contact` with the edits of the other saves that are under way. */
  function show(contact: Contact, settled: Edits): void {
    const saves = client.getMutationCache().findAll({ mutationKey, status: "pending" });
    const others = saves
      .map(({ state }) => (state.variables as ContactSave).edits)
      .filter((edits) => edits !== settled);
    const labels = labelsIn(client);
    client.setQueryData(
      queryKey,
      others.reduce((shown, edits) => withApplied(shown, edits, labels), contact),
    );
  }

  return useMutation({
    meta: { quiet: true },
    mutationKey,
    mutationFn: ({ edits, base }: ContactSave) =>
      saveOver(flat(bodyOf(edits)), base, async (over) => {
        const { data } = await api.PUT("/api/contacts/{contact_id}", {
          params: { path: { contact_id: contactId } },
          body: { ...bodyOf(edits), base: over },
        });
        if (!data) throw new Error("an answer without a body");
        return data;
      }),
    onMutate: async ({ edits }) => {
      expectOwn("updated");
      await client.cancelQueries({ queryKey });
      const previous = client.getQueryData<Contact>(queryKey);
      if (previous) client.setQueryData(queryKey, withApplied(previous, edits, labelsIn(client)));
      return { previous };
    },
    onError: (failure, save, context) => {
      forgetOwn("updated");
      const shown = client.getQueryData<Contact>(queryKey);
      if (shown && context?.previous) {
        show(withRolledBack(shown, save.edits, context.previous), save.edits);
      }
      onRejected?.(save, failure);
    },
    onSuccess: (contact, { edits }) => {
      show(contact, edits);
      // The save ends without waiting for the lists.
      void refreshLists(client);
      void client.invalidateQueries({ queryKey: TIMELINE_KEY });
    },
    onSettled: () => {
      // While another save is under way, its field would be read as it was before.
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
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
