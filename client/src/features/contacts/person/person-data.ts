import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { useSaveOver } from "@/lib/edit-conflict";
import { bodyOf, type CustomValue, type Edits } from "../contact-draft";
import { type Contact, contactQuery, refreshLists } from "../contacts-data";
import { LABELS_KEY, type Label } from "../labels-data";
import { expectOwn, forgetOwn } from "../own-acts";
import { TIMELINE_KEY } from "../timeline-key";
import { consentsKey } from "./timeline-data";

/** Labels to add and remove. Those that a teammate changes meanwhile stay as they are. */
export interface LabelChange {
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/** Edits of a contact, with the stored values that they replace, by field. If others are stored, the save is refused. */
export interface FieldSave {
  readonly edits: Omit<Edits, "labelIds">;
  readonly base: Readonly<Record<string, CustomValue>>;
}

export type ContactSave = FieldSave | LabelChange;

/** The contact as it will be once the server has taken the save. */
export function withApplied(contact: Contact, save: ContactSave, labels: readonly Label[]): Contact {
  if (!("edits" in save)) return withLabels(contact, save, labels);
  const { customField, birthday, ...texts } = save.edits;
  const next = { ...contact, ...texts };
  return {
    ...next,
    fullname: `${next.firstname} ${next.lastname}`.trim(),
    ...(birthday === undefined ? {} : { birthday: birthday || null }),
    ...(customField ? { customField: { ...contact.customField, ...customField } } : {}),
  };
}

function withLabels(contact: Contact, { add, remove }: LabelChange, labels: readonly Label[]): Contact {
  const kept = contact.labels.filter(({ id }) => !(remove.includes(id) || add.includes(id)));
  return { ...contact, labels: [...kept, ...labels.filter(({ id }) => add.includes(id))] };
}

/** `contact` with what `save` changed as it is in `previous`. */
function withRolledBack(contact: Contact, save: ContactSave, previous: Contact, labels: readonly Label[]): Contact {
  if (!("edits" in save)) return withLabels(contact, { add: save.remove, remove: save.add }, labels);
  const { customField = {}, ...texts } = save.edits;
  const names = Object.keys(texts) as (keyof typeof texts)[];
  const next: Contact = { ...contact, ...Object.fromEntries(names.map((name) => [name, previous[name]])) };
  const custom = Object.keys(customField).map((id) => [id, previous.customField[id] ?? null]);
  return {
    ...next,
    fullname: `${next.firstname} ${next.lastname}`.trim(),
    customField: { ...contact.customField, ...Object.fromEntries(custom) },
  };
}

async function showAnswer(client: QueryClient, contact: Contact): Promise<void> {
  client.setQueryData(contactQuery(contact.contactId).queryKey, contact);
  await Promise.all([refreshLists(client), client.invalidateQueries({ queryKey: TIMELINE_KEY })]);
}

function labelsIn(client: QueryClient): readonly Label[] {
  return client.getQueryData<readonly Label[]>([...LABELS_KEY, {}]) ?? [];
}

/** The fields of `body` by the names that `base` has. */
function flat({ customField = {}, ...fields }: ReturnType<typeof bodyOf>): Readonly<Record<string, unknown>> {
  const custom = Object.entries(customField).map(([id, value]) => [`customField.${id}`, value]);
  return { ...fields, ...Object.fromEntries(custom) };
}

/**
 * Writes single fields or labels: shown at once, and rolled back if the server rejects them. Several saves may be under
 * way, so each rolls back only its own. `onRejected` is called for each failed save of fields, also after another one has started.
 */
export function useEditContact(contactId: number, onRejected?: (save: FieldSave, failure: unknown) => void) {
  const client = useQueryClient();
  const { queryKey } = contactQuery(contactId);
  const mutationKey = [...queryKey, "edit"];
  const saveOver = useSaveOver();

  /** Shows `contact` with the changes of the other saves that are under way. */
  function show(contact: Contact, settled: ContactSave): void {
    const pending = client.getMutationCache().findAll({ mutationKey, status: "pending" });
    const others = pending.map(({ state }) => state.variables as ContactSave).filter((save) => save !== settled);
    const labels = labelsIn(client);
    client.setQueryData(
      queryKey,
      others.reduce((shown, save) => withApplied(shown, save, labels), contact),
    );
  }

  function writeFields({ edits, base }: FieldSave): Promise<Contact> {
    return saveOver(flat(bodyOf(edits)), base, async (over) => {
      const { data } = await api.PUT("/api/contacts/{contact_id}", {
        params: { path: { contact_id: contactId } },
        body: { ...bodyOf(edits), base: over },
      });
      if (!data) throw new Error("an answer without a body");
      return data;
    });
  }

  async function changeLabels({ add, remove }: LabelChange): Promise<Contact> {
    await api.POST("/api/contacts/find/apply-label", {
      body: { ids: [contactId], add: [...add], remove: [...remove] },
    });
    const { data } = await api.GET("/api/contacts/{contact_id}", { params: { path: { contact_id: contactId } } });
    if (!data) throw new Error("an answer without a body");
    return data;
  }

  return useMutation({
    meta: { quiet: true },
    mutationKey,
    mutationFn: (save: ContactSave) => ("edits" in save ? writeFields(save) : changeLabels(save)),
    onMutate: async (save) => {
      expectOwn("updated");
      await client.cancelQueries({ queryKey });
      const previous = client.getQueryData<Contact>(queryKey);
      if (previous) client.setQueryData(queryKey, withApplied(previous, save, labelsIn(client)));
      return { previous };
    },
    onError: (failure, save, context) => {
      forgetOwn("updated");
      const shown = client.getQueryData<Contact>(queryKey);
      if (shown && context?.previous) {
        show(withRolledBack(shown, save, context.previous, labelsIn(client)), save);
      }
      if ("edits" in save) onRejected?.(save, failure);
    },
    onSuccess: (contact, save) => {
      show(contact, save);
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
