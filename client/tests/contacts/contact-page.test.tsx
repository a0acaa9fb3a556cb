import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { failing, ORIGIN } from "../answers";
import { renderApp } from "../render-app";
import { server } from "../server";
import { ALL_PERMISSIONS, contact, contactsAnswers } from "./answers";

const LOADING = { timeout: 10_000 };
const ALICE = contact(5, { email: "ayu@example.com", firstname: "Ayu", lastname: "Lestari", fullname: "Ayu Lestari" });
const bodies: unknown[] = [];

function serve(permissions: readonly string[] = ALL_PERMISSIONS): void {
  bodies.length = 0;
  server.use(
    http.get(`${ORIGIN}/api/contacts/5`, () => HttpResponse.json(ALICE)),
    http.put(`${ORIGIN}/api/contacts/5`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...ALICE, firstname: "Ayunda", fullname: "Ayunda Lestari", revision: 2 });
    }),
    ...contactsAnswers({ permissions }),
  );
}

beforeEach(() => serve());

async function openContact(path = "/contacts/5") {
  const user = userEvent.setup();
  const app = await renderApp(path, { token: "alice" });
  await screen.findByRole("textbox", { name: "First name" }, LOADING);
  return { user, ...app };
}

test("writes only what was changed", async () => {
  const { user } = await openContact();
  expect(screen.queryByText("Unsaved changes")).not.toBeInTheDocument();

  await user.clear(screen.getByRole("textbox", { name: "First name" }));
  await user.type(screen.getByRole("textbox", { name: "First name" }), "Ayunda");
  await user.selectOptions(await screen.findByRole("combobox", { name: "Membership" }), "Gold");
  await user.click(screen.getByRole("button", { name: "Save contact" }));

  await waitFor(() => expect(bodies).toEqual([{ firstname: "Ayunda", customField: { 7: "Gold" } }]));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).not.toBeInTheDocument());
});

test("says at the field what must be mended before anything is sent", async () => {
  const { user } = await openContact();

  await user.type(screen.getByRole("textbox", { name: "Phone" }), "call me");
  await user.click(screen.getByRole("button", { name: "Save contact" }));

  expect(screen.getByRole("textbox", { name: "Phone" })).toBeInvalid();
  expect(screen.getByText("Enter 6 to 15 digits, such as +62 812 3456 789")).toBeVisible();
  expect(bodies).toEqual([]);
});

test("keeps what was typed when the server refuses it, and says so at the field", async () => {
  server.use(http.put(`${ORIGIN}/api/contacts/5`, () => failing(409, "contactExists", { field: "email" })));
  const { user } = await openContact();
  const email = screen.getByRole("textbox", { name: "Email address" });

  await user.clear(email);
  await user.type(email, "bob@example.com");
  await user.click(screen.getByRole("button", { name: "Save contact" }));

  await waitFor(() => expect(email).toBeInvalid());
  expect(email).toHaveValue("bob@example.com");
  expect(screen.getByText("Unsaved changes")).toBeVisible();
});

test("discards what was typed", async () => {
  const { user } = await openContact();

  await user.type(screen.getByRole("textbox", { name: "City" }), "x");
  await user.click(screen.getByRole("button", { name: "Discard" }));

  expect(screen.getByRole("textbox", { name: "City" })).toHaveValue("Bogor");
});

test("does not leave behind what is unsaved without asking", async () => {
  const { user, router } = await openContact();
  await user.type(screen.getByRole("textbox", { name: "City" }), "x");

  await user.click(within(screen.getByRole("navigation", { name: "You are here" })).getByRole("link"));
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));

  expect(router.state.location.pathname).toBe("/contacts/5");
  expect(screen.getByRole("textbox", { name: "City" })).toHaveValue("Bogorx");
});

test("says that a contact is not there", async () => {
  server.use(http.get(`${ORIGIN}/api/contacts/5`, () => failing(404, "noEntity")));
  await renderApp("/contacts/5", { token: "alice" });

  expect(await screen.findByRole("heading", { name: "This contact is not there" }, LOADING)).toBeVisible();
});

test("a role that may not change contacts only reads them", async () => {
  serve(["contact.view"]);
  await openContact();

  expect(screen.getByRole("textbox", { name: "First name" })).toBeDisabled();
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
