import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changeLanguage } from "@/lib/i18n/i18n";
import { ALICE as ME } from "../../fixtures";
import { buildErrorResponse, ORIGIN } from "../../handlers";
import { renderScreen } from "../../render-app";
import { server } from "../../server";
import { ALL_PERMISSIONS } from "../handlers";
import {
  ALICE,
  bodies,
  createPendingResponse,
  fieldButton,
  LOADING,
  openContact,
  serve,
  write,
} from "./contact-server";

beforeEach(() => serve());

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
