import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { clearDraftOwner, setDraftOwner } from "@/lib/draft-storage";
import { ALICE as ME } from "../../fixtures";
import { buildErrorResponse, ORIGIN } from "../../handlers";
import { server } from "../../server";
import { ALICE, bodies, createPendingResponse, openContact, serve } from "./contact-server";

beforeEach(() => serve());

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
