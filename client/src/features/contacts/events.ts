import type { QueryClient } from "@tanstack/react-query";
import { isOwnCall } from "@/lib/api/ids";
import type { EventMap, EventPayload } from "@/lib/socket/events";
import {
  applyBulkEvent,
  type BulkAction,
  EXPORTS_KEY,
  FUNNEL_KEY,
  HYGIENE_KEY,
  STAGES_KEY,
  SUBSCRIBERS_KEY,
  SUPPRESSIONS_KEY,
  TESTERS_KEY,
  TOPICS_KEY,
  VIEWS_KEY,
} from "./bulk-data";
import { contactQuery, refreshCounts, refreshLists } from "./contacts-data";
import { FIELDS_KEY } from "./fields-data";
import {
  type ContactImport,
  HISTORY_KEY,
  isImportActive,
  pickNewerImport,
  SETTING_KEY,
  STATUS_KEY,
  statusKey,
} from "./import/imports-data";
import { LABELS_KEY } from "./labels-data";
import { addPendingUpdates } from "./pending-updates";
import { SEGMENT_FOLLOWING_KEY, SEGMENT_GRAMMAR_KEY, SEGMENT_RULES_KEY, SEGMENTS_KEY } from "./segments-data";
import { TIMELINE_KEY } from "./timeline-key";

/** Whether it is the final event about all rows of an import, which its progress events have already covered. */
function isEchoOfImport(status: ContactImport | null | undefined, ids: readonly number[], count: number): boolean {
  return ids.length === 0 && status?.state === "DONE" && status.added + status.updated === count;
}

/** Handles changed contacts. Changes by this tab update the lists immediately; others are announced first. */
function onContactsChanged(client: QueryClient, payload: EventPayload<"contacts.contact.changed">): void {
  const { action, ids, count, requestId } = payload;
  for (const id of ids) void client.invalidateQueries({ queryKey: contactQuery(id).queryKey });
  void client.invalidateQueries({ queryKey: SEGMENT_RULES_KEY });
  void client.invalidateQueries({ queryKey: FUNNEL_KEY }, { cancelRefetch: false });
  if (isEchoOfImport(client.getQueryData<ContactImport | null>(statusKey()), ids, count)) return;
  if (isOwnCall(requestId)) {
    void refreshLists(client);
    return;
  }
  if (action === "created") addPendingUpdates(client, { added: count });
  else if (action === "deleted") addPendingUpdates(client, { removed: count });
  else addPendingUpdates(client, { changed: count });
}

/** The payload is a status: stored for its import, and as the current one unless another import is newer. */
function onImportProgressed(client: QueryClient, payload: ContactImport): void {
  const current = client.getQueryData<ContactImport | null>(statusKey());
  const isSame = current?.importId === payload.importId;
  const next = pickNewerImport(isSame ? current : undefined, payload);
  client.setQueryData(statusKey(payload.importId), next);
  // Events can also be about an earlier import, such as responses to its confirmation requests.
  if (
    !isSame &&
    (current?.state === "RUNNING" || (current && current.createdAt > next.createdAt && !isImportActive(next)))
  )
    return;
  client.setQueryData(statusKey(), next);
  const before = isSame ? current : { added: 0, updated: 0 };
  addPendingUpdates(client, {
    added: Math.max(0, next.added - before.added),
    changed: Math.max(0, next.updated - before.updated),
  });
}

/** An import ended, or its undo started or ended. */
function onImportEnded(client: QueryClient, payload: ContactImport): void {
  onImportProgressed(client, payload);
  void client.invalidateQueries({ queryKey: STATUS_KEY });
  void client.invalidateQueries({ queryKey: HISTORY_KEY });
  void client.invalidateQueries({ queryKey: SETTING_KEY });
  void refreshCounts(client);
}

/** A bulk action started or ended. */
function onBulkChanged(client: QueryClient, payload: BulkAction): void {
  applyBulkEvent(client, payload, { isNew: true });
  if (payload.kind === "export" || payload.kind === "subject") void client.invalidateQueries({ queryKey: EXPORTS_KEY });
  if (payload.kind === "retype") void client.invalidateQueries({ queryKey: FIELDS_KEY });
}

/** A contact changed in more than its fields. */
function onContactUpdated(client: QueryClient, contactId: number): void {
  void client.invalidateQueries({ queryKey: contactQuery(contactId).queryKey });
}

export const contactsEvents: EventMap = {
  "contacts.contact.changed": onContactsChanged,
  "contacts.timeline.grown": (client) =>
    void client.invalidateQueries({ queryKey: TIMELINE_KEY }, { cancelRefetch: false }),
  "contacts.subscription.decided": (client, { contactId }) => onContactUpdated(client, contactId),
  "contacts.subscriptions.decided": (client, { contactIds }) => {
    for (const contactId of contactIds) onContactUpdated(client, contactId);
  },
  "contacts.contacts.restored": (client, { contactIds }) => {
    for (const contactId of contactIds) onContactUpdated(client, contactId);
  },
  "contacts.view.changed": (client) => void client.invalidateQueries({ queryKey: VIEWS_KEY }),
  "contacts.contact.merged": (client, { keptId }) => onContactUpdated(client, keptId),
  "contacts.contact.erased": (client, { contactId }) => onContactUpdated(client, contactId),
  "contacts.label.changed": (client) => {
    void client.invalidateQueries({ queryKey: LABELS_KEY });
    void refreshLists(client);
  },
  // The new field is also a target for columns of an import.
  "contacts.field.changed": (client) => {
    for (const queryKey of [FIELDS_KEY, SETTING_KEY]) void client.invalidateQueries({ queryKey });
  },
  "contacts.stage.renamed": (client) => {
    for (const queryKey of [FUNNEL_KEY, STAGES_KEY, SEGMENT_GRAMMAR_KEY]) void client.invalidateQueries({ queryKey });
  },
  "contacts.tester.changed": (client) => void client.invalidateQueries({ queryKey: TESTERS_KEY }),
  "contacts.topic.changed": (client) => void client.invalidateQueries({ queryKey: TOPICS_KEY }),
  "contacts.subscribers.changed": (client) => void client.invalidateQueries({ queryKey: SUBSCRIBERS_KEY }),
  "delivery.cap.changed": (client) => void client.invalidateQueries({ queryKey: HYGIENE_KEY }),
  "hygiene.sunset.changed": (client) => void client.invalidateQueries({ queryKey: HYGIENE_KEY }),
  "delivery.suppression.changed": (client) => void client.invalidateQueries({ queryKey: SUPPRESSIONS_KEY }),
  // A contact might have entered or left it.
  "segments.segment.changed": (client) => {
    void client.invalidateQueries({ queryKey: SEGMENTS_KEY });
    void client.invalidateQueries({ queryKey: SEGMENT_RULES_KEY });
    void client.invalidateQueries({ queryKey: SEGMENT_FOLLOWING_KEY });
    void refreshLists(client);
  },
  "segments.segment.moved": (client) =>
    void client.invalidateQueries({ queryKey: SEGMENT_FOLLOWING_KEY }, { cancelRefetch: false }),
  "contacts.bulk.changed": onBulkChanged,
  "contacts.bulk.progressed": (client, payload) => applyBulkEvent(client, payload, { isNew: false }),
  "contacts.import.started": (client, payload) => {
    onImportProgressed(client, payload);
    void client.invalidateQueries({ queryKey: STATUS_KEY });
  },
  "contacts.import.progressed": onImportProgressed,
  "contacts.import.finished": onImportEnded,
  "contacts.undo.started": onImportEnded,
  "contacts.undo.finished": onImportEnded,
};
