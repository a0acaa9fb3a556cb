import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { contactsEvents } from "@/features/contacts/events";
import type { EventName } from "@/lib/socket/events";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { type PayloadParts, receiveEvent } from "../receive-event";
import { renderApp, renderScreen } from "../render-app";
import { server } from "../server";
import { buildContact, contactsHandlers, LABELS, listRequests, USUAL_FIELDS } from "./handlers";

/** The first screen of a run is compiled while it loads. */
const LOADING = { timeout: 10_000 };

async function openBook(path = "/contacts", renderPath = renderScreen) {
  const user = userEvent.setup();
  const app = await renderPath(path, { token: "alice" });
  await screen.findByRole("heading", { level: 1, name: "Contact Book" }, LOADING);
  return { user, ...app };
}

function receive<Name extends EventName>(name: Name, payload: PayloadParts<Name>): void {
  act(() => receiveEvent(contactsEvents, name, payload));
}

test("lists contacts with state and labels as words, the name as the link", async () => {
  const labels = LABELS.map(({ id, name, color }) => ({ id, name, color }));
  server.use(
    ...contactsHandlers({
      contacts: [
        buildContact(1, { labels }),
        buildContact(2, { state: "bounced", firstname: "", lastname: "", fullname: "" }),
      ],
    }),
  );
  await openBook();

  const row = (await screen.findByRole("link", { name: "Ayu Lestari 1" })).closest("tr") as HTMLElement;
  expect(within(row).getByText("Subscribed")).toBeVisible();
  expect(within(row).getByText("Newsletter")).toBeVisible();
  expect(within(row).getByText("VIP")).toBeVisible();
  expect(screen.getByRole("link", { name: "Ayu Lestari 1" })).toHaveAttribute("href", "/contacts/1");
  expect(screen.getByRole("link", { name: "No name" })).toHaveAttribute("href", "/contacts/2");
  expect(within(screen.getByRole("table")).getByText("Bounced")).toBeVisible();
});

test("says why the list could not be loaded, and loads it on another try", async () => {
  server.use(...contactsHandlers());
  server.use(http.get(`${ORIGIN}/api/contacts`, () => buildErrorResponse(500, "serverException"), { once: true }));
  const { user } = await openBook();

  await screen.findByRole("alert");
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("link", { name: "Ayu Lestari 1" })).toBeVisible();
});

test("an empty book leads to the import, by the one filled button there is", async () => {
  server.use(...contactsHandlers({ contacts: [] }));
  await openBook();

  await screen.findByRole("heading", { name: "No contacts yet" });

  await waitFor(() =>
    expect(document.querySelectorAll('[data-kind="primary"], [data-variant="filled"]')).toHaveLength(1),
  );
  const lead = screen.getByRole("link", { name: "Import" });
  expect(lead).toHaveAttribute("href", "/contacts/import");
  expect(lead).toHaveAttribute("data-variant", "filled");
});

test("a search without match offers to look inside words", async () => {
  server.use(...contactsHandlers({ contacts: [] }));
  const { user, router } = await openBook("/contacts?search=zzz");

  await user.click(await screen.findByRole("button", { name: "Search inside words" }));

  expect(router.state.location.search).toBe("?search=zzz&match=contains");
  await waitFor(() => expect(listRequests.at(-1)?.get("whole")).toBe("true"));
});

test("an address says what is listed", async () => {
  server.use(...contactsHandlers({ total: 400 }));
  await openBook("/contacts?page=3&size=25&sort=email&search=ayu&label=2&state=bounced");
  await screen.findByRole("link", { name: "Ayu Lestari 1" });

  expect(Object.fromEntries(listRequests.at(-1) ?? [])).toEqual({
    search: "ayu",
    whole: "false",
    sort: "email",
    labelIds: "2",
    states: "bounced",
    page: "3",
    size: "25",
  });
  expect(screen.getByRole("columnheader", { name: /Email address/ })).toHaveAttribute("aria-sort", "ascending");
  expect(screen.getByRole("button", { name: "Remove the filter VIP" })).toBeVisible();
});

test("searches word beginnings while typing and anywhere on Enter", async () => {
  server.use(...contactsHandlers());
  const { user, router } = await openBook();
  const search = await screen.findByRole("searchbox", { name: "Name, email, phone or company" });

  await user.type(search, "lest");
  await waitFor(() => expect(router.state.location.search).toBe("?search=lest"));
  await user.type(search, "ari{Enter}");

  await waitFor(() => expect(router.state.location.search).toBe("?search=lestari&match=contains"));
  const last = (name: string) => listRequests.at(-1)?.get(name);
  // Slow typing has already searched for the beginning of the word.
  await waitFor(() => expect([last("search"), last("whole")]).toEqual(["lestari", "true"]));
});

test("sorts by a column head, the name by the first name", async () => {
  server.use(...contactsHandlers());
  const { user } = await openBook();
  await screen.findByRole("link", { name: "Ayu Lestari 1" });

  await user.click(screen.getByRole("button", { name: "Full name" }));

  await waitFor(() => expect(listRequests.at(-1)?.get("sort")).toBe("firstname"));
  expect(screen.getByRole("columnheader", { name: /Full name/ })).toHaveAttribute("aria-sort", "ascending");
});

test("deletes what is ticked after asking with the number", async () => {
  server.use(...contactsHandlers());
  const bodies: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts/delete`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ count: 2, queued: false, undoId: null });
    }),
  );
  const { user } = await openBook();

  await user.click(await screen.findByRole("checkbox", { name: "Select Ayu Lestari 1" }));
  await user.click(screen.getByRole("checkbox", { name: "Select Ayu Lestari 3" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete 2 contacts?" });
  expect(bodies).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Delete 2 contacts" }));

  await waitFor(() => expect(bodies).toEqual([{ ids: [1, 3] }]));
  await waitFor(() => expect(screen.queryByText("2 selected")).not.toBeInTheDocument());
});

test.each([
  [() => HttpResponse.json({ count: 1, skipped: 0 }), "1 contact restored."],
  [
    () => HttpResponse.json({ count: 0, skipped: 1 }),
    "0 contacts restored. 1 was not restored because its address has been added again.",
  ],
  [() => buildErrorResponse(409, "deletionUndoLate"), /These contacts can no longer be restored/],
])("a deletion is undone by its notice, which says how that went (%#)", async (answer, said) => {
  const undoId = "01a1fc3d-0000-7000-8000-0000000000d1";
  const undone: string[] = [];
  server.use(...contactsHandlers());
  server.use(
    http.post(`${ORIGIN}/api/contacts/delete`, () => HttpResponse.json({ count: 1, queued: false, undoId })),
    http.post(`${ORIGIN}/api/contacts/delete/:id/undo`, ({ params }) => {
      undone.push(String(params.id));
      return answer();
    }),
  );
  const { user } = await openBook();
  await user.click(await screen.findByRole("checkbox", { name: "Select Ayu Lestari 1" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete 1 contact?" });
  expect(within(dialog).getByText(/You can undo this from the notification that follows/)).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Delete 1 contact" }));

  await user.click(await screen.findByRole("button", { name: "Undo" }));

  expect(await screen.findByText(said)).toBeVisible();
  expect(undone).toEqual([undoId]);
});

test("deletes all that match on the server", async () => {
  const bodies: unknown[] = [];
  server.use(...contactsHandlers({ total: 48_210 }));
  server.use(
    http.post(`${ORIGIN}/api/contacts/delete`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ count: 10_000, queued: true, undoId: null });
    }),
  );
  const { user } = await openBook("/contacts?state=subscribed");
  await user.click(await screen.findByRole("checkbox", { name: "Select Ayu Lestari 1" }));
  await user.click(await screen.findByRole("button", { name: "Select all 48,210 that match" }));
  const bar = screen.getByRole("region", { name: "48,210 selected" });
  await user.click(within(bar).getByRole("button", { name: "Delete" }));

  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(/Deleting more than 1,000 contacts cannot be undone/)).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Delete 48,210 contacts" }));

  await waitFor(() => expect(bodies).toEqual([{ filter: { labelIds: [], states: ["subscribed"] } }]));
  expect(await screen.findByText("Deleting 48,210 contacts in the background")).toBeVisible();
});

test("labels all that match by what they match", async () => {
  server.use(...contactsHandlers({ total: 48_210 }));
  const bodies: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts/find/apply-label`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ count: 48_210, queued: true });
    }),
  );
  const { user } = await openBook("/contacts?state=subscribed");

  await user.click(await screen.findByRole("checkbox", { name: "Select Ayu Lestari 1" }));
  await user.click(await screen.findByRole("button", { name: "Select all 48,210 that match" }));
  const bar = screen.getByRole("region", { name: "48,210 selected" });
  await user.click(within(bar).getByRole("button", { name: "Label" }));
  await user.click(await screen.findByRole("checkbox", { name: /VIP/ }));
  await user.click(screen.getByRole("button", { name: "Add labels" }));

  await waitFor(() =>
    expect(bodies).toEqual([{ ids: [], add: [2], remove: [], filter: { labelIds: [], states: ["subscribed"] } }]),
  );
});

test("does not jump while somebody is at the list, but says what is new", async () => {
  server.use(...contactsHandlers());
  const { user } = await openBook();
  await user.hover(await screen.findByRole("table", { name: "Contact Book" }));
  const before = listRequests.length;

  receive("contacts.contact.changed", { action: "created", count: 3, ids: [], requestId: "" });
  const pill = await screen.findByRole("button", { name: "Show 3 updates" });
  expect(listRequests).toHaveLength(before);
  await user.click(pill);

  await waitFor(() => expect(listRequests).toHaveLength(before + 1));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show 3 updates" })).not.toBeInTheDocument());
});

test("follows by itself while nobody is at the list", async () => {
  server.use(...contactsHandlers());
  await openBook();
  await screen.findByRole("link", { name: "Ayu Lestari 1" });
  const before = listRequests.length;

  receive("contacts.contact.changed", { action: "created", count: 1, ids: [9], requestId: "" });

  await waitFor(() => expect(listRequests).toHaveLength(before + 1));
});

test("offers nothing that the role does not allow", async () => {
  server.use(...contactsHandlers({ permissions: ["contact.view"] }));
  const { user } = await openBook();

  await user.click(await screen.findByRole("checkbox", { name: "Select Ayu Lestari 1" }));

  expect(screen.queryByRole("link", { name: "Import" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Delete" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Label" })).not.toBeInTheDocument();
});

test("the menu leads to the Contact Book and to a new contact", async () => {
  server.use(...contactsHandlers());
  await openBook("/contacts", renderApp);

  const menu = screen.getByRole("navigation", { name: "Menu" });
  expect(within(menu).getByRole("link", { name: "Contact Book" })).toHaveAttribute("href", "/contacts");
  expect(within(menu).getByRole("link", { name: "Add Contact" })).toHaveAttribute("href", "/contacts/new");
});

test("CONT-20, CONT-26, CONT-27, CONT-28: the columns of usual fields are chosen, and show what a contact holds", async () => {
  const held = { 21: "Buyer", 22: 1_250_000, 23: "Asks for\nbills", 24: "Gold" };
  const columns = ["email", "custom:22", "custom:23", "custom:24"];
  const bodies: unknown[] = [];
  server.use(
    http.get(`${ORIGIN}/api/contacts/field`, () => HttpResponse.json(USUAL_FIELDS)),
    http.get(`${ORIGIN}/api/contacts/view`, () => HttpResponse.json({ items: [], defaultId: null, columns })),
    http.put(`${ORIGIN}/api/contacts/view/columns`, async ({ request }) => {
      bodies.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
    ...contactsHandlers({ contacts: [buildContact(1, { customField: held })] }),
  );
  const { user } = await openBook();
  const heads = () => screen.getAllByRole("columnheader").map((head) => head.textContent);
  await waitFor(() => expect(heads()).toEqual(expect.arrayContaining(["Amount", "Description", "Package"])), LOADING);
  expect(heads()).not.toContain("Role");

  await user.click(screen.getByRole("button", { name: "List options" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "Role", hidden: true }));

  await waitFor(() => expect(heads()).toContain("Role"), LOADING);
  const row = within((await screen.findByRole("link", { name: "Ayu Lestari 1" })).closest("tr") as HTMLElement);
  for (const words of ["Buyer", "1,250,000", "Asks for bills", "Gold"]) expect(row.getByText(words)).toBeVisible();
  await waitFor(() => expect(bodies).toEqual([{ columns: ["email", "custom:21", ...columns.slice(1)] }]));
});
