import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { buildErrorResponse } from "../handlers";
import { renderScreen } from "../render-app";
import { PASSWORD, recordRequestBodies, serveAccountSettings } from "./handlers";
// Imported here so that their loading does not count towards the first test's timeout.
import "@/app/shell-layout";
import "@/app/signed-in";
import "@/features/account/pages/password-page";

const NEW_PASSWORD = " sepuluh biji kopi ";

beforeEach(() => serveAccountSettings());

async function fillIn(current: string, wanted: string) {
  await userEvent.type(await screen.findByLabelText("Current password"), current);
  await userEvent.type(screen.getByLabelText("New password"), wanted);
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
}

test("SHELL-73: the rules are said before; what was typed goes as it is, and the fields are empty again", async () => {
  const sent = recordRequestBodies("put", "/api/users/change-password", () => HttpResponse.json({ done: true }));
  await renderScreen("/account/password", { token: "full" });
  expect(await screen.findByLabelText("New password")).toHaveAccessibleDescription(/^10 to 128 characters/);
  expect(screen.getByRole("heading", { level: 1, name: "Change password" })).toBeInTheDocument();

  await fillIn(PASSWORD, NEW_PASSWORD);

  expect(await screen.findByText(/^Password changed\. Your other devices are signed out/)).toBeInTheDocument();
  expect(sent).toEqual([{ currentPassword: PASSWORD, password: NEW_PASSWORD }]);
  expect(screen.getByLabelText("Current password")).toHaveValue("");
  expect(screen.getByLabelText("New password")).toHaveValue("");
  expect(screen.getByRole("button", { name: "Change password" })).toHaveFocus();
});

test("SESS-90: a wrong current password is told at its field", async () => {
  recordRequestBodies("put", "/api/users/change-password", () => buildErrorResponse(400, "currentPasswordWrong"));
  await renderScreen("/account/password", { token: "full" });

  await fillIn("not it", NEW_PASSWORD);

  await waitFor(() => expect(screen.getByLabelText("Current password")).toBeInvalid());
  expect(screen.getByLabelText("Current password")).toHaveFocus();
  expect(screen.getByLabelText("New password")).toHaveValue(NEW_PASSWORD);
  expect(screen.getByLabelText("New password")).toBeValid();
});

test("passwords are not written into the markup", async () => {
  await renderScreen("/account/password", { token: "full" });

  await fillIn("not it", "short");

  expect(screen.getByLabelText("Current password")).not.toHaveAttribute("value");
  expect(screen.getByLabelText("New password")).not.toHaveAttribute("value");
});

test("the server's cause stands at the new password", async () => {
  const cause = "This password is on a list of common ones.";
  recordRequestBodies("put", "/api/users/change-password", () =>
    buildErrorResponse(400, "passwordInvalid", { field: "password", value: null, cause }),
  );
  await renderScreen("/account/password", { token: "full" });

  await fillIn(PASSWORD, "qwertyuiop");

  await waitFor(() => expect(screen.getByLabelText("New password")).toHaveAccessibleDescription(cause));
});

test("a short password is not sent", async () => {
  const sent = recordRequestBodies("put", "/api/users/change-password", () => HttpResponse.json({ done: true }));
  await renderScreen("/account/password", { token: "full" });

  await fillIn(PASSWORD, "short");

  expect(screen.getByLabelText("New password")).toHaveAccessibleDescription("Password must be 10 to 128 characters");
  expect(sent).toEqual([]);
});
