import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { contactsEvents } from "@/features/contacts/events";
import { canUndo } from "@/features/contacts/import/undo-data";
import type { components } from "@/generated/api";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { receiveEvent } from "../receive-event";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { contactsHandlers, IMPORT } from "./handlers";

type Import = components["schemas"]["ImportOut"];

const LOADING = { timeout: 10_000 };
const TOMORROW = new Date(Date.now() + 3_600_000).toISOString();
const DONE: Import = {
  ...IMPORT,
  state: "DONE",
  done: 1000,
  added: 900,
  updated: 80,
  failed: 20,
  revision: 4,
  finishedAt: "2026-11-21T03:01:00Z",
  undoUntil: TOMORROW,
};
const UNDO: NonNullable<Import["undo"]> = {
  fullname: "Bob",
  total: 980,
  done: 0,
  removed: 0,
  restored: 0,
  kept: 0,
  reason: "",
  startedAt: "2026-11-21T04:00:00Z",
  finishedAt: null,
};

async function openHistory(shown: Import) {
  let now = shown;
  const calls: string[] = [];
  const undoing: Import = { ...DONE, state: "UNDOING", revision: 5, undo: UNDO };
  server.use(
    http.get(`${ORIGIN}/api/contacts/import/history`, () =>
      HttpResponse.json({ items: [now], total: 1, page: 1, size: 20 }),
    ),
    http.get(`${ORIGIN}/api/contacts/import/status`, () => HttpResponse.json({ item: now })),
    http.get(`${ORIGIN}/api/contacts/import/${IMPORT.importId}/undo`, ({ request }) => {
      const after = new URL(request.url).searchParams;
      calls.push(`look ${after.get("afterId")} ${after.get("afterBlock")}`);
      const first = { removed: 890, restored: 0, kept: 10, done: 900, nextId: 77, nextBlock: -1 };
      const second = { removed: 0, restored: 78, kept: 2, done: 80, nextId: null, nextBlock: null };
      return HttpResponse.json({ ...(after.has("afterId") ? second : first), total: 980, until: TOMORROW });
    }),
    http.post(`${ORIGIN}/api/contacts/import/${IMPORT.importId}/undo`, () => {
      calls.push("undo");
      now = undoing;
      return HttpResponse.json(undoing);
    }),
    ...contactsHandlers(),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/imports", { token: "alice" });
  const row = within(await screen.findByRole("row", { name: /guests.csv/ }, LOADING));
  return { user, row, calls, become: (next: Import) => (now = next) };
}

function receive(name: "contacts.import.progressed" | "contacts.undo.finished", payload: Import): void {
  act(() => receiveEvent(contactsEvents, name, payload));
}

test("says before an import is undone what will happen, follows it and ends with what came of it", async () => {
  const { user, row, calls, become } = await openHistory(DONE);

  await user.click(row.getByRole("button", { name: "Undo the import of guests.csv" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo the import of guests.csv?" }, LOADING));
  expect(await dialog.findByText(/12 contacts were changed/, {}, LOADING)).toBeVisible();
  expect(dialog.queryByRole("progressbar")).toBeNull();
  expect(dialog.getByText("Will be deleted").nextSibling).toHaveTextContent("890");
  expect(dialog.getByText("Will be restored").nextSibling).toHaveTextContent("78");
  expect(dialog.getByText("Will be kept").nextSibling).toHaveTextContent("12");
  expect(calls).toEqual(["look null null", "look 77 -1"]);

  await user.click(dialog.getByRole("button", { name: "Undo import" }));
  const bar = await screen.findByRole("progressbar", { name: "Undoing the import of guests.csv" }, LOADING);
  expect(calls.slice(2)).toEqual(["undo"]);
  const half: Import = { ...DONE, state: "UNDOING", revision: 6, undo: { ...UNDO, done: 490, removed: 490 } };
  receive("contacts.import.progressed", half);
  await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "490"));

  const undone: Import = {
    ...DONE,
    state: "UNDONE",
    revision: 7,
    undoUntil: null,
    undo: { ...UNDO, done: 980, removed: 890, restored: 78, kept: 12, finishedAt: "2026-11-21T04:01:00Z" },
  };
  become(undone);
  receive("contacts.undo.finished", undone);
  expect(await screen.findByText(/890 deleted, 78 restored, 12 kept/, {}, LOADING)).toBeVisible();
  expect(screen.getByRole("button", { name: "12 kept contacts" })).toBeVisible();
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.queryByRole("button", { name: "Undo the import of guests.csv" })).toBeNull();
});

test("a refused undo says why and changes nothing", async () => {
  const { user, row } = await openHistory(DONE);
  server.use(
    http.post(`${ORIGIN}/api/contacts/import/${IMPORT.importId}/undo`, () => buildErrorResponse(409, "importUndoLate")),
  );

  await user.click(row.getByRole("button", { name: "Undo the import of guests.csv" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo the import of guests.csv?" }, LOADING));
  await dialog.findByText("Will be deleted", {}, LOADING);
  await user.click(dialog.getByRole("button", { name: "Undo import" }));

  expect(await dialog.findByText(/within 24 hours/, {}, LOADING)).toBeVisible();
  expect(row.getByText("Done")).toBeVisible();
});

test.each([
  ["DONE", TOMORROW, true],
  ["FAILED", TOMORROW, true],
  ["DONE", "2020-01-01T00:00:00Z", false],
  ["DONE", null, false],
  ["UNDONE", TOMORROW, false],
  ["RUNNING", TOMORROW, false],
] as const)("an import that is %s and kept until %s can be undone: %s", (state, undoUntil, expected) => {
  expect(canUndo({ state, undoUntil }, Date.now())).toBe(expected);
});
