import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { changeLanguage, getCurrentLanguage } from "@/lib/i18n/i18n";
import { readStored } from "@/lib/storage";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { PROFILE, recordRequestBodies, serveAccountSettings } from "./handlers";
// Imported here so that their loading does not count towards the first test's timeout.
import "@/app/shell-layout";
import "@/app/signed-in";
import "@/features/account/pages/profile-page";

beforeEach(() => serveAccountSettings());

const recordSaves = () =>
  recordRequestBodies("put", "/api/users/profile", (body: object) => HttpResponse.json({ ...PROFILE, ...body }));

test("SHELL-72: the profile is saved from the bar, only what changed, trimmed", async () => {
  const saved = recordSaves();
  await renderScreen("/account/profile", { token: "full" });
  const name = await screen.findByLabelText("First name");
  expect(screen.getByRole("heading", { level: 1, name: "User profile" })).toBeInTheDocument();
  expect(screen.queryByText("Unsaved changes")).not.toBeInTheDocument();

  await userEvent.clear(name);
  await userEvent.type(name, " Ayu ");
  await userEvent.click(screen.getByRole("button", { name: "Save profile" }));

  await waitFor(() => expect(saved).toEqual([{ firstname: "Ayu" }]));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).not.toBeInTheDocument());
  expect(name).toHaveValue(" Ayu ");
});

test("the field that has the focus keeps the space at its end when the profile is saved", async () => {
  const saved = recordSaves();
  await renderScreen("/account/profile", { token: "full" });
  const name = await screen.findByLabelText("First name");

  await userEvent.type(name, " Ayu ");
  // Like Enter, which in this DOM doesn't find a button outside the form.
  act(() => (name as HTMLInputElement).form?.requestSubmit());
  await waitFor(() => expect(saved).toEqual([{ firstname: "Alice Ayu" }]));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).not.toBeInTheDocument());
  expect(name).toHaveFocus();
  await userEvent.type(name, "Dewi");

  expect(name).toHaveValue("Alice Ayu Dewi");
});

test("text typed while the profile is being saved stays, as an unsaved change", async () => {
  const saved: unknown[] = [];
  let respond = () => {};
  const response = new Promise<void>((resolve) => {
    respond = resolve;
  });
  server.use(
    http.put(`${ORIGIN}/api/users/profile`, async ({ request }) => {
      const body = (await request.json()) as object;
      saved.push(body);
      await response;
      return HttpResponse.json({ ...PROFILE, ...body });
    }),
  );
  const { router } = await renderScreen("/account/profile", { token: "full" });
  const first = await screen.findByLabelText("First name");
  const last = screen.getByLabelText("Last name");
  await userEvent.type(first, "x");
  await userEvent.click(screen.getByRole("button", { name: "Save profile" }));
  await waitFor(() => expect(saved).toEqual([{ firstname: "Alicex" }]));

  await userEvent.type(first, "y");
  await userEvent.type(last, "z{Enter}");
  respond();

  expect(await screen.findByText("Profile saved")).toBeInTheDocument();
  expect(first).toHaveValue("Alicexy");
  expect(last).toHaveValue("Wulandariz");
  expect(screen.getByText("Unsaved changes")).toBeInTheDocument();
  expect(saved).toHaveLength(1);
  void router.navigate("/account/password");
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeInTheDocument();
});

test("the bar stands below everything on the page, so that nothing moves when it comes", async () => {
  await renderScreen("/account/profile", { token: "full" });
  await userEvent.type(await screen.findByLabelText("First name"), "x");

  const bar = screen.getByText("Unsaved changes");
  const last = screen.getByRole("heading", { name: "Language and time" });
  expect(last.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("a phone number that is none is refused at its field, and nothing is written", async () => {
  const saved = recordSaves();
  await renderScreen("/account/profile", { token: "full" });
  const phone = await screen.findByLabelText("Phone");
  await userEvent.clear(phone);
  await userEvent.type(phone, "12a");

  await userEvent.click(screen.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText("Enter 6 to 15 digits, such as +62 812 3456 7890")).toBeInTheDocument();
  expect(phone).toHaveFocus();
  expect(saved).toEqual([]);
});

test("discarding puts back what the server has; a refusal keeps what was typed", async () => {
  recordRequestBodies("put", "/api/users/profile", () => buildErrorResponse(403, "notAuthorized"));
  await renderScreen("/account/profile", { token: "full" });
  const name = await screen.findByLabelText("First name");
  await userEvent.type(name, "x");
  await userEvent.click(screen.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText("You not authorized to access this resources")).toBeInTheDocument();
  expect(name).toHaveValue("Alicex");
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(name).toHaveValue("Alice");
  expect(screen.queryByText("You not authorized to access this resources")).not.toBeInTheDocument();
});

test("SHELL-175: what is unsaved is not left behind unasked", async () => {
  const { router } = await renderScreen("/account/profile", { token: "full" });
  await userEvent.type(await screen.findByLabelText("First name"), "x");

  void router.navigate("/account/password");
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  expect(router.state.location.pathname).toBe("/account/profile");
  await userEvent.click(within(dialog).getByRole("button", { name: "Discard and leave" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/account/password"));
});

test("SESS-27, DISP-27: the clock is 24 hours, and another one holds at once", async () => {
  const saved = recordSaves();
  await renderScreen("/account/profile", { token: "full" });
  expect(await screen.findByRole("radio", { name: /^24-hour/ })).toBeChecked();
  expect(readStored("hourFormat")).toBe("24");

  await userEvent.click(screen.getByRole("radio", { name: /^12-hour/ }));

  await waitFor(() => expect(readStored("hourFormat")).toBe("12"));
  expect(saved).toEqual([{ time: 12 }]);
  expect(screen.getByRole("radio", { name: /^12-hour/ })).toBeChecked();
});

test("SESS-28: another language holds at once, and is kept by the server", async () => {
  const saved = recordSaves();
  await renderScreen("/account/profile", { token: "full" });

  await userEvent.click(await screen.findByRole("radio", { name: "Bahasa Indonesia" }));

  expect(await screen.findByRole("heading", { level: 1, name: "Profil pengguna" })).toBeInTheDocument();
  expect(saved).toEqual([{ language: "id" }]);
  expect(getCurrentLanguage()).toBe("id");
  await changeLanguage("en");
});
