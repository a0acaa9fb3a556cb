import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { contactsEvents } from "@/features/contacts/events";
import { FIELDS_KEY } from "@/features/contacts/fields-data";
import { SETTING_KEY, statusKey } from "@/features/contacts/import/imports-data";
import { PENDING_UPDATES_KEY } from "@/features/contacts/pending-updates";
import { createCallId } from "@/lib/api/ids";
import type { EventName } from "@/lib/socket/events";
import { type PayloadParts, receiveEvent } from "../receive-event";
import { IMPORT } from "./handlers";

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
});

function receive<Name extends EventName>(name: Name, payload: PayloadParts<Name>): void {
  receiveEvent(contactsEvents, name, payload, client);
}

test("progress is the status itself", () => {
  client.setQueryData(statusKey(), IMPORT);

  receive("contacts.import.progressed", { ...IMPORT, done: 10, added: 8, updated: 1, failed: 1, revision: 3 });

  const expected = { ...IMPORT, done: 10, added: 8, updated: 1, failed: 1, revision: 3 };
  expect(client.getQueryData(statusKey())).toEqual(expected);
  expect(client.getQueryData(statusKey(IMPORT.importId))).toEqual(expected);
  expect(client.getQueryData(PENDING_UPDATES_KEY)).toEqual({ added: 8, changed: 1, removed: 0 });
});

test("progress that was overtaken changes nothing", () => {
  client.setQueryData(statusKey(), { ...IMPORT, done: 10, revision: 5 });

  receive("contacts.import.progressed", { ...IMPORT, done: 4, added: 4, revision: 4 });

  expect(client.getQueryData(statusKey())).toMatchObject({ done: 10, revision: 5 });
  expect(client.getQueryData(PENDING_UPDATES_KEY)).toEqual({ added: 0, changed: 0, removed: 0 });
});

test("the end of an import counts its rows once", () => {
  client.setQueryData(statusKey(), IMPORT);

  receive("contacts.import.finished", { ...IMPORT, state: "DONE", done: 10, added: 9, failed: 1, revision: 3 });
  receive("contacts.contact.changed", { action: "created", count: 9, ids: [], requestId: "" });

  expect(client.getQueryData(PENDING_UPDATES_KEY)).toEqual({ added: 9, changed: 0, removed: 0 });
});

test("what this tab did itself is no news", () => {
  receive("contacts.contact.changed", { action: "created", count: 1, ids: [1], requestId: createCallId() });
  expect(client.getQueryData(PENDING_UPDATES_KEY)).toBeUndefined();

  receive("contacts.contact.changed", { action: "created", count: 1, ids: [2], requestId: "another1-1" });
  receive("contacts.contact.changed", { action: "deleted", count: 2, ids: [3, 4], requestId: "" });
  receive("contacts.contact.changed", { action: "updated", count: 5, ids: [], requestId: "" });
  expect(client.getQueryData(PENDING_UPDATES_KEY)).toEqual({ added: 1, changed: 5, removed: 2 });
});

test("a change of a contact on screen is fetched", () => {
  const key = ["get", "/api/contacts/{contact_id}", { params: { path: { contact_id: 7 } } }];
  client.setQueryData(key, {});

  receive("contacts.contact.changed", { action: "updated", count: 1, ids: [7], requestId: "" });

  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});

test("a change of a custom field is a change of what columns of a file can become, too", () => {
  for (const key of [FIELDS_KEY, SETTING_KEY]) client.setQueryData(key, []);

  receive("contacts.field.changed", { action: "created", fieldId: 8 });

  expect([FIELDS_KEY, SETTING_KEY].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});
