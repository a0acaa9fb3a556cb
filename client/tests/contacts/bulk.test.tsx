import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { queryClient } from "@/app/query";
import { BULK_KEY, type BulkAction } from "@/features/contacts/bulk-data";
import { BulkWorkPanel } from "@/features/contacts/components/bulk-work-panel";
import { contactsEvents } from "@/features/contacts/events";
import { PENDING_UPDATES_KEY } from "@/features/contacts/pending-updates";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ALICE } from "../fixtures";
import { ORIGIN } from "../handlers";
import { renderApp, renderScreen } from "../render-app";
import { server } from "../server";
import { contactsHandlers } from "./handlers";
// Imported here so that their loading does not count towards the first test's timeout.
import "@/app/shell-layout";
import "@/app/signed-in";
import "@/features/contacts/pages/labels-page";
import { createCallId } from "@/lib/api/ids";
import type { EventName } from "@/lib/socket/events";
import { type PayloadParts, receiveEvent } from "../receive-event";

const RUNNING: BulkAction = {
  bulkId: "01a1fc3d-0000-7000-8000-00000000b0b1",
  kind: "delete",
  userId: ALICE.user.userId,
  fullname: "Alice Wulandari",
  state: "RUNNING",
  total: null,
  done: 0,
  changed: 0,
  reason: "",
  revision: 1,
  createdAt: "2026-11-21T03:00:00Z",
  finishedAt: null,
};
const HALF: BulkAction = { ...RUNNING, total: 48_210, done: 12_000, changed: 12_000, revision: 13 };
const STOPPED: BulkAction = { ...HALF, state: "STOPPED", done: 13_000, changed: 13_000, revision: 15 };

function receive<Name extends EventName>(name: Name, payload: PayloadParts<Name>): void {
  act(() => receiveEvent(contactsEvents, name, payload));
}

async function openWithBulkAction(bulk: BulkAction, permissions = ["contact.view", "contact.delete"]) {
  server.use(...contactsHandlers({ permissions }));
  const { unmount } = await renderScreen("/contacts/labels", { token: "alice" });
  await screen.findByRole("heading", { level: 1, name: "Contact Book" });
  unmount();
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ThemeProvider env="test">
          <BulkWorkPanel bulk={bulk} what="Deleting contacts" ended="12,000 contacts deleted" />
        </ThemeProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("the header says how far an act on many is; the end of one's own is no news, that of another's is", async () => {
  server.use(...contactsHandlers());
  await renderApp("/contacts/labels", { token: "alice" });
  await waitFor(() => expect(queryClient.getQueryData(BULK_KEY)).toEqual({ items: [] }));

  receive("contacts.bulk.changed", RUNNING);
  await screen.findByLabelText("Deleting contacts");
  receive("contacts.bulk.progressed", HALF);
  receive("contacts.bulk.progressed", { ...HALF, done: 1_000, changed: 1_000, revision: 2 });
  await screen.findByLabelText("Deleting contacts, 24%");

  receive("contacts.bulk.changed", STOPPED);
  receive("contacts.contact.changed", { action: "deleted", count: 13_000, ids: [], requestId: createCallId() });
  receive("contacts.bulk.progressed", { ...HALF, revision: 14 });
  await screen.findByLabelText("13,000 contacts deleted");
  expect(screen.queryByLabelText(/Deleting contacts/)).toBeNull();
  expect(queryClient.getQueryData(PENDING_UPDATES_KEY)).toBeUndefined();

  receive("contacts.bulk.changed", { ...STOPPED, bulkId: "01a1fc3d-0000-7000-8000-00000000b0b2", userId: "somebody" });
  receive("contacts.contact.changed", { action: "deleted", count: 13_000, ids: [], requestId: "" });
  expect(queryClient.getQueryData(PENDING_UPDATES_KEY)).toEqual({ added: 0, changed: 0, removed: 13_000 });
});

test("who may do it may stop it", async () => {
  const stopped: string[] = [];
  await openWithBulkAction(HALF);
  server.use(
    http.post(`${ORIGIN}/api/contacts/bulk/:id/stop`, ({ params }) => {
      stopped.push(String(params.id));
      return HttpResponse.json(STOPPED);
    }),
  );

  await userEvent.click(screen.getByText("Stop"));

  await waitFor(() => expect(stopped).toEqual([RUNNING.bulkId]));
  expect(screen.getByText("Started by Alice Wulandari")).toBeVisible();
});

test("who may not do it sees how far it is", async () => {
  await openWithBulkAction(HALF, ["contact.view", "contact.edit"]);

  expect(screen.getByRole("progressbar", { name: "Deleting contacts" })).toHaveAttribute("aria-valuenow", "12000");
  expect(screen.queryByText("Stop")).toBeNull();
});

test("what could not be finished says why, and what was done before", async () => {
  await openWithBulkAction({ ...HALF, state: "FAILED", reason: "inUse" });

  expect(screen.getByRole("alert")).toHaveTextContent(
    "We stopped because some contacts are in use. Completed before that: 12,000 contacts deleted.",
  );
});
