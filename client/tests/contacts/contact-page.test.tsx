import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contactsEvents } from "@/features/contacts/events";
import type { components } from "@/generated/api";
import { clearDraftOwner, setDraftOwner } from "@/lib/draft-storage";
import { changeLanguage } from "@/lib/i18n/i18n";
import { ALICE as ME } from "../fixtures";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { receiveEvent } from "../receive-event";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { ALL_PERMISSIONS, buildContact, contactsHandlers } from "./handlers";

const LOADING = { timeout: 10_000 };
const ALICE = buildContact(5, {
  email: "ayu@example.com",
  firstname: "Ayu",
  lastname: "Lestari",
  fullname: "Ayu Lestari",
  labels: [{ id: 1, name: "Newsletter", color: 0 }],
});
const bodies: unknown[] = [];
const requests: URLSearchParams[] = [];

type Item = components["schemas"]["TimelineItem"];
const NOTE = {
  noteId: 3,
  text: "Prefers mornings",
  userId: ME.user.userId,
  fullname: "Alice Wulandari",
  at: "2026-11-20T03:00:00Z",
  editedAt: null,
};
const OPENED: Item = {
  key: "mail:9",
  kind: "opened",
  at: "2026-11-21T03:00:00Z",
  fullname: "",
  mail: { subject: "Autumn offers", campaignId: "01a1fc58-1228-70b6-8c80-05f1fa898dfd" },
  device: "Firefox, Linux",
};
const NOTED: Item = { key: "note:3", kind: "noted", at: NOTE.at, fullname: NOTE.fullname, note: NOTE };
const CHANGED: Item = {
  key: "entry:2",
  kind: "changed",
  at: "2026-11-19T03:00:00Z",
  fullname: "Alice Wulandari",
  changes: [{ field: "city", name: "city", before: "Solo", after: "Bogor" }],
};
const BOUNCED: Item = {
  key: "log:1",
  kind: "bounced",
  at: "2026-11-18T03:00:00Z",
  fullname: "",
  mail: { subject: "Summer offers", campaignId: null },
  reply: "550 5.1.1 No such user",
};

function serve(permissions: readonly string[] = ALL_PERMISSIONS, stored = ALICE): void {
  bodies.length = 0;
  requests.length = 0;
  let current = stored;
  server.use(
    http.get(`${ORIGIN}/api/contacts/5`, () => HttpResponse.json(current)),
    http.get(`${ORIGIN}/api/contacts/5/timeline`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      requests.push(query);
      if (query.get("after")) return HttpResponse.json({ items: [BOUNCED], next: null });
      return HttpResponse.json({ items: [OPENED, NOTED, CHANGED], next: "further" });
    }),
    http.get(`${ORIGIN}/api/contacts/5/preferences`, () =>
      HttpResponse.json({
        topics: [
          { id: 1, name: "Monthly news", taken: true },
          { id: 2, name: "Offers", taken: false },
        ],
        pausedUntil: null,
        follows: false,
      }),
    ),
    http.get(`${ORIGIN}/api/contacts/5/consents`, () =>
      HttpResponse.json({
        items: [
          {
            what: "marketing",
            given: true,
            way: "person",
            at: "2026-11-01T03:00:00Z",
            fullname: "Alice Wulandari",
            words: "Asked at the counter",
            ip: null,
            userAgent: "",
            file: null,
          },
        ],
      }),
    ),
    http.put(`${ORIGIN}/api/contacts/5`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      bodies.push(body);
      const { labelIds: _, customField: __, base: ___, ...texts } = body;
      current = { ...current, ...texts, revision: current.revision + 1 };
      return HttpResponse.json(current);
    }),
    ...contactsHandlers({ permissions }),
  );
}

beforeEach(() => serve());

async function openContact(path = "/contacts/5") {
  const user = userEvent.setup();
  const app = await renderScreen(path, { token: "alice" });
  if (path === "/contacts/5") await screen.findByText("Autumn offers", undefined, LOADING);
  else await screen.findByRole("textbox", { name: "First name" }, LOADING);
  return { user, ...app };
}

function fieldButton(field: string): HTMLElement {
  return screen.getByRole("button", { name: new RegExp(`^${field}: .*Edit$`) });
}

async function write(user: ReturnType<typeof userEvent.setup>, field: string, text: string): Promise<void> {
  await user.click(fieldButton(field));
  const input = screen.getByLabelText(field, { selector: "input, textarea" });
  await user.clear(input);
  if (text) await user.type(input, text);
}

test("writes the one field, shows it at once, and takes it back from the toast", async () => {
  const { user } = await openContact();

  await write(user, "City", "Jakarta");
  await user.keyboard("{Enter}");

  await waitFor(() => expect(bodies).toEqual([{ city: "Jakarta", base: { city: "Bogor" } }]));
  expect(fieldButton("City")).toHaveAccessibleName("City: Jakarta. Edit");
  expect(fieldButton("City")).toHaveFocus();
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(bodies[1]).toEqual({ city: "Bogor", base: { city: "Jakarta" } }));
});

test("a custom field is written like any other", async () => {
  const { user } = await openContact();

  await user.click(fieldButton("Membership"));
  await user.selectOptions(screen.getByRole("combobox", { name: "Membership" }), "Gold");
  await user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(bodies).toEqual([{ customField: { 7: "Gold" }, base: { "customField.7": null } }]));
});

test("Escape leaves a field as it was", async () => {
  const { user } = await openContact();

  await write(user, "City", "Jakarta");
  await user.keyboard("{Escape}");

  expect(fieldButton("City")).toHaveAccessibleName("City: Bogor. Edit");
  expect(bodies).toEqual([]);
});

test.each([
  ["Phone", "call me", "Enter 6 to 15 digits, such as +62 812 3456 789"],
  ["Email address", "nobody", "Enter an email address such as name@example.com"],
])("says at the field %s what must be mended before anything is sent", async (field, typed, sentence) => {
  const { user } = await openContact();

  await write(user, field, typed);
  await user.keyboard("{Enter}");

  expect(screen.getByRole("textbox", { name: field })).toBeInvalid();
  expect(screen.getByText(sentence)).toBeVisible();
  expect(bodies).toEqual([]);
});

test("keeps what was typed when the server refuses it, and shows what it still has", async () => {
  server.use(http.put(`${ORIGIN}/api/contacts/5`, () => buildErrorResponse(409, "contactExists", { field: "email" })));
  const { user } = await openContact();

  await write(user, "Email address", "bob@example.com");
  await user.keyboard("{Enter}");

  const email = await screen.findByRole("textbox", { name: "Email address" });
  await waitFor(() => expect(email).toBeInvalid());
  expect(email).toHaveValue("bob@example.com");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(fieldButton("Email address")).toHaveAccessibleName("Email address: ayu@example.com. Edit");
});

test("what a teammate has written meanwhile is shown, and replaced only by a second save", async () => {
  server.use(
    http.put(
      `${ORIGIN}/api/contacts/5`,
      () => buildErrorResponse(409, "editConflict", { fields: ["city"], values: { city: "Depok" } }),
      { once: true },
    ),
  );
  const { user } = await openContact();
  await write(user, "City", "Jakarta");
  await user.keyboard("{Enter}");

  expect(
    await screen.findByText("This was changed to “Depok” while you were editing. Save again to keep yours."),
  ).toBeVisible();
  expect(screen.getByLabelText("City", { selector: "input" })).toHaveValue("Jakarta");
  expect(screen.getByLabelText("City", { selector: "input" })).toHaveFocus();
  expect(screen.getByLabelText("City", { selector: "input" })).toHaveAttribute("aria-expanded", "false");
  await user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(bodies).toEqual([{ city: "Jakarta", base: { city: "Depok" } }]));
});

test("a custom field that a teammate has cleared meanwhile is replaced by a second save", async () => {
  server.use(
    http.put(
      `${ORIGIN}/api/contacts/5`,
      () => buildErrorResponse(409, "editConflict", { fields: ["customField.7"], values: { "customField.7": null } }),
      { once: true },
    ),
  );
  const { user } = await openContact();
  await user.click(fieldButton("Membership"));
  await user.selectOptions(screen.getByRole("combobox", { name: "Membership" }), "Gold");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("This field was cleared while you were editing. Save again to keep yours.");

  await user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(bodies).toEqual([{ customField: { 7: "Gold" }, base: { "customField.7": null } }]));
});

test("a field that is opened while its save fails is saved over what is stored", async () => {
  const response = createPendingResponse();
  server.use(
    http.put(
      `${ORIGIN}/api/contacts/5`,
      async () => {
        await response.promise;
        return buildErrorResponse(403, "notAuthorized");
      },
      { once: true },
    ),
  );
  const { user } = await openContact();
  await write(user, "City", "Depok");
  await user.keyboard("{Enter}");
  await user.click(fieldButton("City"));
  response.resolve();
  await screen.findByText("You not authorized to access this resources");

  await user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(bodies).toEqual([{ city: "Depok", base: { city: "Bogor" } }]));
});

test("does not leave behind what is unsaved without asking", async () => {
  const { user, router } = await openContact();
  await write(user, "City", "Jakarta");

  await user.click(within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("link"));
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));

  expect(router.state.location.pathname).toBe("/contacts/5");
  expect(screen.getByLabelText("City", { selector: "input" })).toHaveValue("Jakarta");
});

/** A promise with its `resolve` function. */
function createPendingResponse() {
  let resolve = () => {};
  const promise = new Promise<void>((end) => {
    resolve = end;
  });
  return { promise, resolve };
}

test("a save that fails after its field was opened again says why and keeps the text", async () => {
  const response = createPendingResponse();
  server.use(
    http.put(`${ORIGIN}/api/contacts/5`, async () => {
      await response.promise;
      return buildErrorResponse(403, "notAuthorized");
    }),
  );
  const { user } = await openContact();
  await write(user, "Company", "Kopi");
  await user.keyboard("{Enter}");
  await user.click(fieldButton("Company"));
  const input = screen.getByRole("textbox", { name: "Company" });
  await user.type(input, " Selatan");

  response.resolve();

  expect(await screen.findByText("You not authorized to access this resources")).toBeVisible();
  expect(input).toHaveValue("Kopi Selatan");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(fieldButton("Company")).toHaveAccessibleName("Company: Not set. Edit");
});

test("a failed save takes back only its own field", async () => {
  const response = createPendingResponse();
  let reads = 0;
  server.use(
    http.get(`${ORIGIN}/api/contacts/5`, () => {
      reads += 1;
    }),
    http.put(`${ORIGIN}/api/contacts/5`, async ({ request }) => {
      const body = (await request.clone().json()) as object;
      if (!("phone" in body)) return undefined;
      await response.promise;
      return buildErrorResponse(403, "notAuthorized");
    }),
  );
  const { user } = await openContact();
  await write(user, "Phone", "+62 812 000 001");
  await user.keyboard("{Enter}");
  await write(user, "Company", "Kopi");
  await user.keyboard("{Enter}");
  await screen.findByText("Company updated");
  expect(fieldButton("Phone")).toHaveAccessibleName("Phone: +62 812 000 001. Edit");
  const before = reads;

  response.resolve();

  expect(await screen.findByText("You not authorized to access this resources")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Phone" })).toHaveValue("+62 812 000 001");
  expect(fieldButton("Company")).toHaveAccessibleName("Company: Kopi. Edit");
  await waitFor(() => expect(reads).toBe(before + 1));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(fieldButton("Phone")).toHaveAccessibleName("Phone: Not set. Edit");
  expect(fieldButton("Company")).toHaveAccessibleName("Company: Kopi. Edit");
});

test.each([
  ["stored", true],
  ["rejected", false],
])("leaving waits for a save that is under way: %s", async (_, isStored) => {
  const response = createPendingResponse();
  server.use(
    http.put(`${ORIGIN}/api/contacts/5`, async () => {
      await response.promise;
      return isStored ? undefined : buildErrorResponse(403, "notAuthorized");
    }),
  );
  const { user, router } = await openContact();
  await write(user, "Company", "Kopi");
  await user.keyboard("{Enter}");

  await user.click(within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("link"));
  expect(router.state.location.pathname).toBe("/contacts/5");
  expect(screen.queryByRole("dialog")).toBeNull();
  response.resolve();

  if (isStored) {
    await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
    return;
  }
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/contacts/5");
  expect(screen.getByLabelText("Company", { selector: "input" })).toHaveValue("Kopi");
});

test("the browser leaves the domain of an email address as it is typed", async () => {
  const { user } = await openContact();

  await user.click(fieldButton("Email address"));

  const input = screen.getByRole("textbox", { name: "Email address" });
  expect(input).toHaveAttribute("type", "text");
  expect(input).toHaveAttribute("inputmode", "email");
});

test.each(["a new", "an edited"])("%s note is not left behind without asking", async (kind) => {
  const { user, router } = await openContact();
  const entry = screen.getByText("Prefers mornings").closest("li") as HTMLElement;
  if (kind === "an edited") await user.click(within(entry).getByRole("button", { name: "Edit" }));
  const area = kind === "an edited" ? within(entry) : screen;
  const note = area.getByRole("textbox", { name: "Note" });
  await user.type(note, " and tea");
  const text = (note as HTMLTextAreaElement).value;

  await user.click(within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("link"));
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));

  expect(router.state.location.pathname).toBe("/contacts/5");
  expect(note).toHaveValue(text);
});

test("the timeline tells what happened, with which mail, and goes on where it ends", async () => {
  const { user } = await openContact();
  const timeline = screen.getByRole("region", { name: "Timeline" });

  expect(within(timeline).getByRole("link", { name: "Autumn offers" })).toHaveAttribute(
    "href",
    "/campaigns/01a1fc58-1228-70b6-8c80-05f1fa898dfd",
  );
  expect(within(timeline).getByText(/City:/)).toHaveTextContent("City: Solo → Bogor");
  await user.click(within(timeline).getByRole("button", { name: "Show earlier activity" }));

  expect(await within(timeline).findByText("550 5.1.1 No such user")).toBeVisible();
  expect(requests.map((query) => query.get("after"))).toEqual([null, "further"]);
});

test("one kind of entry is asked for, and stands in the address", async () => {
  const { user, router } = await openContact();

  await user.selectOptions(screen.getByRole("combobox", { name: "Show on timeline" }), "Opens and clicks");

  await waitFor(() => expect(requests.at(-1)?.getAll("kinds")).toEqual(["opened", "clicked"]));
  expect(router.state.location.search).toBe("?show=reading");
});

test("a note is added, and its writer edits it", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts/5/notes`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(NOTE);
    }),
    http.put(`${ORIGIN}/api/contacts/5/notes/3`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(NOTE);
    }),
  );
  const { user } = await openContact();

  await user.type(screen.getByRole("textbox", { name: "Note" }), "Likes tea ");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Note" })).toHaveValue(""));
  const entry = screen.getByText("Prefers mornings").closest("li") as HTMLElement;
  await user.click(within(entry).getByRole("button", { name: "Edit" }));
  await user.type(within(entry).getByRole("textbox", { name: "Note" }), " only ");
  await user.click(within(entry).getByRole("button", { name: "Save" }));

  await waitFor(() => expect(sent).toEqual([{ text: "Likes tea " }, { text: "Prefers mornings only " }]));
  await waitFor(() => expect(within(entry).queryByRole("button", { name: "Save" })).toBeNull());
});

test("what is typed while a note is being saved stays, in a new one and in one that is edited", async () => {
  let answer = () => {};
  const saved = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const save = async () => {
    await saved;
    return HttpResponse.json(NOTE);
  };
  server.use(http.post(`${ORIGIN}/api/contacts/5/notes`, save), http.put(`${ORIGIN}/api/contacts/5/notes/3`, save));
  const { user } = await openContact();
  const composed = screen.getByRole("textbox", { name: "Note" });
  const entry = screen.getByText("Prefers mornings").closest("li") as HTMLElement;
  await user.click(within(entry).getByRole("button", { name: "Edit" }));
  const edited = within(entry).getByRole("textbox", { name: "Note" });

  await user.type(composed, "Likes tea");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await user.type(composed, " and coffee");
  await user.type(edited, " only");
  await user.click(within(entry).getByRole("button", { name: "Save" }));
  await user.type(edited, ", not Mondays");
  const busy = [screen.getByRole("button", { name: "Add note" }), within(entry).getByRole("button", { name: "Save" })];
  for (const button of busy) expect(button).toHaveAttribute("data-loading");
  answer();

  for (const button of busy) await waitFor(() => expect(button).not.toHaveAttribute("data-loading"));
  expect(composed).toHaveValue("Likes tea and coffee");
  expect(edited).toHaveValue("Prefers mornings only, not Mondays");
});

test("a note that is rejected stays in its field, with the error and the focus", async () => {
  const reject = () => buildErrorResponse(422, "invalidField", { field: "text", cause: "Too long." });
  server.use(http.post(`${ORIGIN}/api/contacts/5/notes`, reject), http.put(`${ORIGIN}/api/contacts/5/notes/3`, reject));
  const { user } = await openContact();
  const composed = screen.getByRole("textbox", { name: "Note" });

  await user.type(composed, "Likes tea");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(composed).toHaveAccessibleDescription("Too long."));
  expect(composed).toHaveFocus();
  expect(composed).toHaveValue("Likes tea");

  const entry = screen.getByText("Prefers mornings").closest("li") as HTMLElement;
  await user.click(within(entry).getByRole("button", { name: "Edit" }));
  const edited = within(entry).getByRole("textbox", { name: "Note" });
  await user.clear(edited);
  await user.click(within(entry).getByRole("button", { name: "Save" }));
  expect(edited).toHaveAccessibleDescription("Enter a note");
  expect(edited).toHaveFocus();
  await user.type(edited, "Prefers evenings");
  await user.click(within(entry).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(edited).toHaveAccessibleDescription("Too long."));
  expect(edited).toHaveFocus();

  await user.click(within(entry).getByRole("button", { name: "Cancel" }));
  await user.click(within(entry).getByRole("button", { name: "Edit" }));
  const reopened = within(entry).getByRole("textbox", { name: "Note" });
  expect(reopened).toHaveValue("Prefers mornings");
  expect(reopened).not.toHaveAccessibleDescription();
});

test("an edited note outlives the end of the session", async () => {
  setDraftOwner(ME.user.userId);
  const { user, unmount } = await openContact();
  const entry = screen.getByText("Prefers mornings").closest("li") as HTMLElement;
  await user.click(within(entry).getByRole("button", { name: "Edit" }));
  await user.type(within(entry).getByRole("textbox", { name: "Note" }), " only");
  clearDraftOwner();
  unmount();
  setDraftOwner(ME.user.userId);

  await openContact();

  expect(screen.getAllByRole("textbox", { name: "Note" }).map((note) => (note as HTMLTextAreaElement).value)).toContain(
    "Prefers mornings only",
  );
});

test("subscribing again asks for the word on which it is done", async () => {
  serve(ALL_PERMISSIONS, { ...ALICE, state: "unsubscribed", optin: false });
  const sent: unknown[] = [];
  server.use(
    http.put(`${ORIGIN}/api/contacts/5/subscription`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(ALICE);
    }),
  );
  const { user } = await openContact();
  expect(await screen.findByText("“Asked at the counter”")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Subscribe" }));
  const dialog = await screen.findByRole("dialog", { name: "Subscribe this contact" });
  await user.click(within(dialog).getByRole("button", { name: "Subscribe" }));
  expect(within(dialog).getByText("Enter how they agreed")).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(within(dialog).getByRole("textbox"), "Signed at the fair");
  await user.click(within(dialog).getByRole("button", { name: "Subscribe" }));

  await waitFor(() => expect(sent).toEqual([{ state: "subscribed", words: "Signed at the fair" }]));
});

test("says that a contact is not there", async () => {
  server.use(http.get(`${ORIGIN}/api/contacts/5`, () => buildErrorResponse(404, "noEntity")));
  await renderScreen("/contacts/5", { token: "alice" });

  expect(await screen.findByRole("heading", { name: "Contact not found" }, LOADING)).toBeVisible();
});

test("deleting the contact says so and leads to the list, however slowly the lists follow", async () => {
  let isDeleted = false;
  let goOn: () => void = () => undefined;
  const areSlow = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const waiting = vi.fn();
  const wait = async () => {
    if (!isDeleted) return;
    waiting();
    await areSlow;
  };
  server.use(
    http.post(`${ORIGIN}/api/contacts/delete`, () => {
      isDeleted = true;
      return HttpResponse.json({ count: 1, queued: false });
    }),
    http.get(`${ORIGIN}/api/contacts/5`, () => (isDeleted ? buildErrorResponse(404, "noEntity") : undefined)),
    http.get(`${ORIGIN}/api/contacts/label`, wait),
    http.get(`${ORIGIN}/api/companies/usage`, wait),
  );
  const { user, router } = await openContact();

  const [head] = screen.getAllByRole("button", { name: "Delete" });
  if (head) await user.click(head);
  const dialog = await screen.findByRole("dialog", { name: "Delete “Ayu Lestari”?" });
  await user.click(within(dialog).getByRole("button", { name: "Delete 1 contact" }));
  await waitFor(() => expect(waiting).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByText(/This contact no longer exists/)).toBeNull();
  expect(screen.queryByText("Contact not found")).toBeNull();
  goOn();

  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
  expect(await screen.findByText("1 contact deleted")).toBeVisible();
});

test("what is typed about a contact goes with it, unasked, when its writer deletes it", async () => {
  server.use(http.post(`${ORIGIN}/api/contacts/delete`, () => HttpResponse.json({ count: 1, queued: false })));
  const { user, router } = await openContact();
  await user.type(screen.getByRole("textbox", { name: "Note" }), "Call on Monday");

  const [head] = screen.getAllByRole("button", { name: "Delete" });
  if (head) await user.click(head);
  const dialog = await screen.findByRole("dialog", { name: "Delete “Ayu Lestari”?" });
  await user.click(within(dialog).getByRole("button", { name: "Delete 1 contact" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
});

test("what is being written stays when someone else deletes the contact", async () => {
  let isDeleted = false;
  server.use(http.get(`${ORIGIN}/api/contacts/5`, () => (isDeleted ? buildErrorResponse(404, "noEntity") : undefined)));
  const { user } = await openContact();
  await user.type(screen.getByRole("textbox", { name: "Note" }), "Tea");
  await write(user, "City", "Solo");

  isDeleted = true;
  act(() => receiveEvent(contactsEvents, "contacts.contact.changed", { action: "deleted", ids: [5], requestId: "" }));

  expect(await screen.findByText(/^This contact no longer exists/)).toBeVisible();
  expect(screen.getByLabelText("City", { selector: "input" })).toHaveValue("Solo");
  expect(screen.getByRole("textbox", { name: "Note" })).toHaveValue("Tea");
  expect(screen.queryByRole("button", { name: "Merge" })).toBeNull();
});

test("a role that may not change contacts only reads them", async () => {
  serve(["contact.view"]);
  await openContact();

  const details = screen.getByRole("complementary", { name: "Details" });
  expect(within(details).getByText("Bogor")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Edit$/ })).not.toBeInTheDocument();
  expect(screen.queryByRole("textbox", { name: "Note" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Unsubscribe" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Delete" })).not.toBeInTheDocument();
});

test("a new contact gets its own page", async () => {
  server.use(
    http.post(`${ORIGIN}/api/contacts`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(ALICE);
    }),
  );
  const { user, router } = await openContact("/contacts/new");

  await user.type(screen.getByRole("textbox", { name: "Email address" }), "ayu@example.com");
  await user.click(screen.getByRole("button", { name: "Create contact" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts/5"));
  expect(bodies).toEqual([{ email: "ayu@example.com" }]);
});

test("text typed while a contact is being created stays, and is saved to the new contact", async () => {
  const response = createPendingResponse();
  server.use(
    http.post(`${ORIGIN}/api/contacts`, async ({ request }) => {
      bodies.push(await request.json());
      await response.promise;
      return HttpResponse.json({ ...ALICE, firstname: "", lastname: "", fullname: "", city: "", labels: [] });
    }),
  );
  const { user, router } = await openContact("/contacts/new");
  const email = screen.getByRole("textbox", { name: "Email address" });
  const name = screen.getByRole("textbox", { name: "First name" });

  await user.type(email, "ayu@example.com");
  await user.click(screen.getByRole("button", { name: "Create contact" }));
  await user.type(name, "Ayu");
  response.resolve();

  expect(await screen.findByText("Contact created")).toBeVisible();
  expect(router.state.location.pathname).toBe("/contacts/new");
  expect(name).toHaveValue("Ayu");
  expect(email).toHaveValue("ayu@example.com");
  expect(screen.getByText("Unsaved changes")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts/5"));
  expect(bodies).toEqual([{ email: "ayu@example.com" }, { firstname: "Ayu" }]);
});

test("a new contact without a valid address or phone number says so at the fields, and focuses the first", async () => {
  const { user } = await openContact("/contacts/new");
  const email = screen.getByRole("textbox", { name: "Email address" });
  const phone = screen.getByRole("textbox", { name: "Phone" });
  await user.type(phone, "call me");

  await user.click(screen.getByRole("button", { name: "Create contact" }));

  expect(email).toHaveAccessibleDescription("Enter an email address");
  expect(email).toHaveFocus();
  expect(phone).toBeInvalid();
  await user.type(email, "ayu@example.com");
  await user.click(screen.getByRole("button", { name: "Create contact" }));
  expect(phone).toHaveFocus();
});

test("a rejected value of a new contact stays in its field, with the error and the focus", async () => {
  let failedField = "company";
  server.use(
    http.post(`${ORIGIN}/api/contacts`, () =>
      buildErrorResponse(422, "invalidField", { field: failedField, cause: "Too long." }),
    ),
  );
  const { user } = await openContact("/contacts/new");
  const company = screen.getByRole("textbox", { name: "Company" });
  const membership = await screen.findByLabelText("Membership");
  await user.type(screen.getByRole("textbox", { name: "Email address" }), "ayu@example.com");
  await user.type(company, "Kopi");

  await user.click(screen.getByRole("button", { name: "Create contact" }));
  await waitFor(() => expect(company).toHaveAccessibleDescription("Too long."));
  expect(company).toHaveFocus();
  expect(company).toHaveValue("Kopi");

  failedField = "customField.7";
  await user.click(screen.getByRole("button", { name: "Create contact" }));
  await waitFor(() => expect(membership).toHaveAccessibleDescription("Too long."));
  expect(membership).toHaveFocus();
  expect(company).toBeValid();

  failedField = "labelIds.0";
  await user.click(screen.getByRole("button", { name: "Create contact" }));
  expect(await within(screen.getByRole("group", { name: "Labels" })).findByText("Too long.")).toBeVisible();
  expect(membership).toBeValid();
});

test("a new contact outlives the end of the session", async () => {
  setDraftOwner(ME.user.userId);
  const { user, unmount } = await openContact("/contacts/new");
  await user.type(screen.getByRole("textbox", { name: "First name" }), "Ayu");
  clearDraftOwner();
  unmount();
  setDraftOwner(ME.user.userId);

  await openContact("/contacts/new");

  expect(screen.getByRole("textbox", { name: "First name" })).toHaveValue("Ayu");
});

test("merging asks whose value stays, and takes what is missing from the one who goes", async () => {
  const sent: unknown[] = [];
  const other = buildContact(6, {
    fullname: "Ayu L.",
    firstname: "Ayu",
    lastname: "L.",
    phone: "+62 812 000 111",
    city: "Solo",
  });
  server.use(
    http.get(`${ORIGIN}/api/contacts`, () =>
      HttpResponse.json({ items: [ALICE, other], total: 2, totalIsExact: true, page: 1, size: 6, next: null }),
    ),
    http.post(`${ORIGIN}/api/contacts/5/merge`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...ALICE, city: "Solo" });
    }),
  );
  const { user } = await openContact();

  await user.click(screen.getByRole("button", { name: "Merge" }));
  const dialog = await screen.findByRole("dialog", { name: "Merge into Ayu Lestari" });
  await user.type(within(dialog).getByRole("textbox"), "ayu");
  await user.click(await within(dialog).findByRole("button", { name: /^Ayu L\./ }));
  expect(within(dialog).queryByRole("button", { name: /Ayu Lestari/ })).not.toBeInTheDocument();
  await user.click(within(within(dialog).getByRole("group", { name: "City" })).getByRole("radio", { name: "Solo" }));
  await user.click(within(dialog).getByRole("button", { name: "Merge contacts" }));

  await waitFor(() => expect(sent).toEqual([{ otherId: 6, take: ["phone", "city"] }]));
});

test("nobody is erased without their address typed", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts/5/erase`, async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, router } = await openContact();

  await user.click(screen.getByRole("button", { name: "Erase contact" }));
  const dialog = await screen.findByRole("dialog", { name: "Erase Ayu Lestari?" });
  await user.type(within(dialog).getByRole("textbox"), "budi@example.com");
  await user.click(within(dialog).getByRole("button", { name: "Erase contact" }));
  expect(within(dialog).getByText("Enter the email address of this contact")).toBeVisible();
  expect(sent).toEqual([]);
  await user.clear(within(dialog).getByRole("textbox"));
  await user.type(within(dialog).getByRole("textbox"), "Ayu@example.com");
  await user.click(within(dialog).getByRole("button", { name: "Erase contact" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
  expect(sent).toEqual([{ email: "Ayu@example.com" }]);
});

test("shows what the person chose, and how that came", async () => {
  const chosen: Item = {
    key: "entry:8",
    kind: "preferred",
    at: "2026-11-21T05:00:00Z",
    preferred: {
      topicsOn: [],
      topicsOff: ["Offers"],
      paused: true,
      pausedUntil: "2026-12-21T05:00:00Z",
      follows: false,
    },
  };
  const left: Item = { key: "mail:10", kind: "unsubscribed", reason: "tooMany", at: "2026-11-21T04:00:00Z" };
  server.use(
    http.get(`${ORIGIN}/api/contacts/5/timeline`, () =>
      HttpResponse.json({ items: [chosen, left, OPENED], next: null }),
    ),
  );
  await openContact();

  const timeline = screen.getByRole("region", { name: "Timeline" });
  expect(within(timeline).getByText("Opted out of: Offers")).toBeVisible();
  expect(within(timeline).getByText("Email paused until 21 December 2026")).toBeVisible();
  expect(within(timeline).getByText("Open and click tracking declined")).toBeVisible();
  expect(within(timeline).getByText("Reason: too many emails")).toBeVisible();
  expect(await screen.findByText("Subscribed to: Monthly news")).toBeVisible();
});

test("a guessed timezone is shown as a guess, and one of the choices is written", async () => {
  serve(ALL_PERMISSIONS, { ...ALICE, city: "Jakarta", timezoneGuess: "Asia/Jakarta" });
  server.use(
    http.get(`${ORIGIN}/api/lookups/timezone`, () =>
      HttpResponse.json(
        ["Asia/Jakarta", "Asia/Makassar"].map((name) => ({ name, value: `(GMT+07:00) ${name}`, offset: "+07:00" })),
      ),
    ),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/5", { token: "alice" });
  await user.click(
    await screen.findByRole("button", { name: "Time zone: Probably Asia/Jakarta. Edit" }, { timeout: 10_000 }),
  );

  const input = screen.getByLabelText("Time zone", { selector: "input" });
  expect(input).toHaveValue("");
  await user.type(input, "makas");
  await user.click(await screen.findByRole("option", { name: "Asia/Makassar", hidden: true }));
  await user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(bodies).toEqual([{ timezone: "Asia/Makassar", base: { timezone: "" } }]));
});

const COUNTRIES = [
  { code: "DE", names: { en: "Germany", id: "Jerman" } },
  { code: "JP", names: { en: "Japan", id: "Jepang" } },
];

afterEach(() => changeLanguage("en"));

async function openCountry(language: "en" | "id", country: string) {
  serve(ALL_PERMISSIONS, { ...ALICE, country });
  server.use(
    http.get(`${ORIGIN}/api/lookups/country`, () => HttpResponse.json(COUNTRIES)),
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ME, permissions: ALL_PERMISSIONS, user: { ...ME.user, language } }),
    ),
  );
  const user = userEvent.setup();
  const app = await renderScreen("/contacts/5", { token: "alice" });
  await screen.findByText("Autumn offers", undefined, LOADING);
  return { user, ...app };
}

test("Escape closes the list of places alone, and once more what is written", async () => {
  const { user } = await openCountry("en", "");
  await user.click(fieldButton("Country"));
  const input = screen.getByLabelText("Country", { selector: "input" });
  await user.type(input, "ger");
  await screen.findByRole("option", { name: "Germany", hidden: true });

  await user.keyboard("{Escape}");

  expect(input).toHaveAttribute("aria-expanded", "false");
  expect(input).toHaveValue("ger");
  expect(input).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(fieldButton("Country")).toHaveAccessibleName("Country: Not set. Edit");
  expect(bodies).toEqual([]);
});

test("a country is read in one's language and kept by its English name", async () => {
  const { user } = await openCountry("id", "Japan");
  const shown = await screen.findByRole("button", { name: "Negara: Jepang. Ubah" });

  await user.click(shown);
  const input = screen.getByLabelText("Negara", { selector: "input" });
  expect(input).toHaveValue("Jepang");
  await user.clear(input);
  await user.type(input, "Jer");
  await user.click(await screen.findByRole("option", { name: "Jerman", hidden: true }));
  expect(input).toHaveValue("Jerman");
  await user.click(screen.getByRole("button", { name: "Simpan" }));

  await waitFor(() => expect(bodies).toEqual([{ country: "Germany", base: { country: "Japan" } }]));
  expect(await screen.findByRole("button", { name: "Negara: Jerman. Ubah" })).toBeVisible();
});
