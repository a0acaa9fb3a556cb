import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { contactsEvents } from "@/features/contacts/events";
import { buildErrorResponse, ORIGIN } from "../../handlers";
import { receiveEvent } from "../../receive-event";
import { renderScreen } from "../../render-app";
import { server } from "../../server";
import { buildContact } from "../handlers";
import { ALICE, LOADING, openContact, serve, write } from "./contact-server";

beforeEach(() => serve());

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
