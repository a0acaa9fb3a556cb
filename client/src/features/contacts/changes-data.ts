/** Mutations of contacts, in a separate module: lists of contacts load without them. */
import { call } from "@/lib/api/data";
import { type Contact, type ContactChange, type ContactFilter, useChangeContacts } from "./contacts-data";

/** Creates a contact, or changes `contactId` if it exists. */
export function useSaveContact(contactId: number | undefined) {
  return useChangeContacts((change: ContactChange): Promise<Contact> => {
    if (contactId === undefined) {
      const { email, ...rest } = change;
      return call("post", "/api/contacts", { body: { ...rest, email: email ?? "" } });
    }
    const params = { path: { contact_id: contactId } };
    return call("put", "/api/contacts/{contact_id}", { params, body: change });
  });
}

/** The affected contacts: by id, or all that match. */
export type ChangeTarget = { readonly ids: readonly number[] } | { readonly filter: ContactFilter };

function buildTargetBody(target: ChangeTarget) {
  return "ids" in target ? { ids: [...target.ids] } : { filter: target.filter };
}

export function useDeleteContacts() {
  return useChangeContacts((target: ChangeTarget) =>
    call("post", "/api/contacts/delete", { body: buildTargetBody(target) }),
  );
}

export function useUndoDeletion() {
  return useChangeContacts((deletionId: string) =>
    call("post", "/api/contacts/delete/{deletion_id}/undo", { params: { path: { deletion_id: deletionId } } }),
  );
}

interface SubscriptionChange {
  readonly target: ChangeTarget;
  readonly state: "subscribed" | "unsubscribed";
  readonly words: string;
}

export function useSetSubscriptions() {
  return useChangeContacts(({ target, state, words }: SubscriptionChange) =>
    call("post", "/api/contacts/find/subscription", { body: { ...buildTargetBody(target), state, words } }),
  );
}

export function useAddToSegment() {
  return useChangeContacts(({ target, segmentId }: { readonly target: ChangeTarget; readonly segmentId: number }) =>
    call("post", "/api/contacts/segment/{segment_id}/add", {
      params: { path: { segment_id: segmentId } },
      body: buildTargetBody(target),
    }),
  );
}

export interface Labelling {
  readonly ids?: readonly number[];
  readonly filter?: ContactFilter;
  readonly add?: readonly number[];
  readonly remove?: readonly number[];
}

export function useApplyLabels() {
  return useChangeContacts(({ ids = [], filter, add = [], remove = [] }: Labelling) =>
    call("post", "/api/contacts/find/apply-label", {
      body: { ids: [...ids], add: [...add], remove: [...remove], ...(filter ? { filter } : {}) },
    }),
  );
}
