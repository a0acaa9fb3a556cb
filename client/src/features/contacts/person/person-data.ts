import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { labelsQuery } from "@/features/lookups/public";
import { call, customMutation } from "@/lib/api/data";
import { useConflictAwareSave } from "@/lib/edit-conflict";
import { type ContactEdits, type CustomValue, toContactChange } from "../contact-draft";
import { type Contact, contactQuery, refreshLists } from "../contacts-data";
import type { Label } from "../labels-data";
import { TIMELINE_KEY } from "../timeline-key";
import { consentsKey } from "./timeline-data";

/** Labels to add and remove. Labels that a teammate changes at the same time are not affected. */
export interface LabelChange {
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/**
 * Edits of a contact with the stored values they replace, by field. If the stored values differ, the save is rejected.
 */
export interface FieldSave {
  readonly edits: Omit<ContactEdits, "labelIds">;
  readonly base: Readonly<Record<string, CustomValue>>;
}

export type ContactSave = FieldSave | LabelChange;

/** The contact as it will be once the server has stored the save. */
function withApplied(contact: Contact, save: ContactSave, labels: readonly Label[]): Contact {
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

function withLabels(
  contact: Contact,
  { add, remove }: LabelChange,
  knownLabels: readonly Contact["labels"][number][],
): Contact {
  const otherLabels = contact.labels.filter(({ id }) => !(remove.includes(id) || add.includes(id)));
  const added = add.flatMap((id) => knownLabels.find((label) => label.id === id) ?? []);
  return { ...contact, labels: [...otherLabels, ...added].sort((one, other) => one.id - other.id) };
}

/** `contact` with the fields of `edits` restored from `previous`. */
function withRolledBack(contact: Contact, edits: FieldSave["edits"], previous: Contact): Contact {
  const { customField = {}, ...texts } = edits;
  const names = Object.keys(texts) as (keyof typeof texts)[];
  const next: Contact = { ...contact, ...Object.fromEntries(names.map((name) => [name, previous[name]])) };
  const custom = Object.keys(customField).map((id) => [id, previous.customField[id] ?? null]);
  return {
    ...next,
    fullname: `${next.firstname} ${next.lastname}`.trim(),
    customField: { ...contact.customField, ...Object.fromEntries(custom) },
  };
}

async function applyResponse(client: QueryClient, contact: Contact): Promise<void> {
  client.setQueryData(contactQuery(contact.contactId).queryKey, contact);
  await Promise.all([refreshLists(client), client.invalidateQueries({ queryKey: TIMELINE_KEY })]);
}

function getCachedLabels(client: QueryClient): readonly Label[] {
  return client.getQueryData(labelsQuery.queryKey) ?? [];
}

/** The fields of `body` by the names used in `base`. */
function flattenChanges({
  customField = {},
  ...fields
}: ReturnType<typeof toContactChange>): Readonly<Record<string, unknown>> {
  const custom = Object.entries(customField).map(([id, value]) => [`customField.${id}`, value]);
  return { ...fields, ...Object.fromEntries(custom) };
}

/** The running saves of a contact's fields and labels. */
function useContactSaves(contactId: number) {
  const client = useQueryClient();
  const { queryKey } = contactQuery(contactId);
  const mutationKey = [...queryKey, "edit"];

  /** Shows `contact` with the changes of the other running saves. */
  function show(contact: Contact, settled: ContactSave): void {
    const pending = client.getMutationCache().findAll({ mutationKey, status: "pending" });
    const others = pending.map(({ state }) => state.variables as ContactSave).filter((save) => save !== settled);
    const labels = getCachedLabels(client);
    client.setQueryData(
      queryKey,
      others.reduce((shown, save) => withApplied(shown, save, labels), contact),
    );
  }

  async function showAtOnce(save: ContactSave): Promise<Contact | undefined> {
    await client.cancelQueries({ queryKey });
    const previous = client.getQueryData<Contact>(queryKey);
    if (previous) client.setQueryData(queryKey, withApplied(previous, save, getCachedLabels(client)));
    return previous;
  }

  /** Refetches the other queries that show the contact; the save does not wait for them. */
  function refresh(): void {
    void refreshLists(client);
    void client.invalidateQueries({ queryKey: TIMELINE_KEY });
  }

  function onSettled(): void {
    // During another save, a refetch would return its field unchanged.
    if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
  }

  return { client, queryKey, mutationKey, show, showAtOnce, refresh, onSettled };
}

/**
 * Saves single fields optimistically and rolls them back if the server rejects them. Several saves can run, so each
 * rolls back only its own fields. `onRejected` is called for each failed save, even after another one has started.
 */
export function useEditContact(contactId: number, onRejected?: (save: FieldSave, failure: unknown) => void) {
  const { client, queryKey, mutationKey, show, showAtOnce, refresh, onSettled } = useContactSaves(contactId);
  const saveOver = useConflictAwareSave();
  return useMutation(
    customMutation({
      mutationKey,
      mutationFn: ({ edits, base }: FieldSave) =>
        saveOver(flattenChanges(toContactChange(edits)), base, (over) =>
          call("put", "/api/contacts/{contact_id}", {
            params: { path: { contact_id: contactId } },
            body: { ...toContactChange(edits), base: over },
          }),
        ),
      onMutate: async (save) => ({ previous: await showAtOnce(save) }),
      onError: (failure, save, context) => {
        const shown = client.getQueryData<Contact>(queryKey);
        if (shown && context?.previous) show(withRolledBack(shown, save.edits, context.previous), save);
        onRejected?.(save, failure);
      },
      onSuccess: (contact, save) => {
        show(contact, save);
        refresh();
      },
      onSettled,
    }),
  );
}

/** Adds and removes labels optimistically, one change after the other; rolls back a rejected change. */
export function useChangeLabels(contactId: number) {
  const { client, queryKey, mutationKey, show, showAtOnce, refresh, onSettled } = useContactSaves(contactId);
  return useMutation(
    customMutation({
      mutationKey,
      scope: { id: `labels of ${contactId}` },
      mutationFn: ({ add, remove }: LabelChange) =>
        call("post", "/api/contacts/find/apply-label", {
          body: { ids: [contactId], add: [...add], remove: [...remove] },
        }),
      onMutate: async (save) => ({ previous: await showAtOnce(save) }),
      onError: (_failure, save, context) => {
        const shown = client.getQueryData<Contact>(queryKey);
        const knownLabels = [...getCachedLabels(client), ...(context?.previous?.labels ?? [])];
        if (shown) show(withLabels(shown, { add: save.remove, remove: save.add }, knownLabels), save);
      },
      onSuccess: refresh,
      onSettled,
      toast: true,
    }),
  );
}

/** Subscribes or unsubscribes a contact, with the stated reason. */
export function useSetSubscription(contactId: number) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: (body: { readonly state: "subscribed" | "unsubscribed"; readonly words?: string }) =>
        call("put", "/api/contacts/{contact_id}/subscription", {
          params: { path: { contact_id: contactId } },
          body: { state: body.state, words: body.words ?? "" },
        }),
      onSuccess: async (contact) => {
        await Promise.all([
          applyResponse(client, contact),
          client.invalidateQueries({ queryKey: consentsKey(contactId) }),
        ]);
      },
    }),
  );
}
