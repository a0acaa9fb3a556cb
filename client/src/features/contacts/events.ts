import type { QueryClient } from "@tanstack/react-query";
import type { EventMap, EventPayload } from "@/lib/socket/events";
import { contactQuery, refreshCounts, refreshLists } from "./contacts-data";
import { FIELDS_KEY } from "./fields-data";
import { type ContactImport, HISTORY_KEY, newerImport, SETTING_KEY, STATUS_KEY, statusKey } from "./imports-data";
import { LABELS_KEY } from "./labels-data";
import { addNews } from "./news";
import { claimOwn } from "./own-acts";

function numbers(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((item): item is number => typeof item === "number") : [];
}

/** The one event that tells of all rows of an import: its progress has told of them already. */
function isEchoOfImport(status: ContactImport | null | undefined, ids: readonly number[], count: number): boolean {
  return ids.length === 0 && status?.state === "DONE" && status.added + status.updated === count;
}

/** Contacts changed: by us, then the lists follow at once; by others, then the list on screen says so first. */
function contactsChanged(client: QueryClient, payload: EventPayload): void {
  const action = String(payload.action);
  const ids = numbers(payload.ids);
  const count = typeof payload.count === "number" ? payload.count : ids.length;
  for (const id of ids) void client.invalidateQueries({ queryKey: contactQuery(id).queryKey });
  if (isEchoOfImport(client.getQueryData<ContactImport | null>(statusKey()), ids, count)) return;
  if (claimOwn(action)) {
    void refreshLists(client);
    return;
  }
  if (action === "created") addNews(client, { added: count });
  else if (action === "deleted") addNews(client, { removed: count });
  else addNews(client, { changed: count });
}

function isImport(payload: EventPayload): payload is EventPayload & ContactImport {
  return typeof payload.importId === "string" && typeof payload.revision === "number";
}

/** The event is the status itself: of the import it names, and of the current one unless that is another one. */
function importMoved(client: QueryClient, payload: EventPayload): void {
  if (!isImport(payload)) return;
  const current = client.getQueryData<ContactImport | null>(statusKey());
  const isSame = current?.importId === payload.importId;
  const next = newerImport(isSame ? current : undefined, payload);
  client.setQueryData(statusKey(payload.importId), next);
  if (!isSame && current?.state === "RUNNING") return;
  client.setQueryData(statusKey(), next);
  const before = isSame ? current : { added: 0, updated: 0 };
  addNews(client, {
    added: Math.max(0, next.added - before.added),
    changed: Math.max(0, next.updated - before.updated),
  });
}

function importEnded(client: QueryClient, payload: EventPayload): void {
  importMoved(client, payload);
  void client.invalidateQueries({ queryKey: STATUS_KEY });
  void client.invalidateQueries({ queryKey: HISTORY_KEY });
  void client.invalidateQueries({ queryKey: SETTING_KEY });
  void refreshCounts(client);
}

export const contactsEvents: EventMap = {
  "contacts.contact.changed": contactsChanged,
  "contacts.label.changed": (client) => {
    void client.invalidateQueries({ queryKey: LABELS_KEY });
    void refreshLists(client);
  },
  "contacts.field.changed": (client) => void client.invalidateQueries({ queryKey: FIELDS_KEY }),
  "contacts.import.started": (client, payload) => {
    importMoved(client, payload);
    void client.invalidateQueries({ queryKey: STATUS_KEY });
  },
  "contacts.import.progressed": importMoved,
  "contacts.import.finished": importEnded,
};
