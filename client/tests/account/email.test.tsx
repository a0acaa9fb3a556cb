import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { queryClient } from "@/app/query";
import { accountEvents } from "@/features/account/events";
import { ALICE } from "../fixtures";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { PASSWORD, PROFILE, recordRequestBodies, serveAccountSettings } from "./handlers";
// Imported here so that their loading does not count towards the first test's timeout.
import "@/app/shell-layout";
import "@/app/signed-in";
import "@/features/account/pages/email-page";

const NEW_EMAIL = "ayu@kopiselatan.example";

beforeEach(() => serveAccountSettings());

async function requestChange(email: string, password = PASSWORD) {
  await userEvent.type(await screen.findByLabelText("New email address"), email);
  await userEvent.type(screen.getByLabelText("Current password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Send link" }));
}

test("SHELL-74, SESS-65: says what comes next, waits a minute before the next mail, and follows the confirmation", async () => {
  const sent = recordRequestBodies("put", "/api/users/change-email", () => HttpResponse.json({ done: true }));
  await renderScreen("/account/email", { token: "full" });
  expect(await screen.findByRole("heading", { level: 1, name: "Change email" })).toBeInTheDocument();

  await requestChange(NEW_EMAIL);

  const waiting = await screen.findByText(/^Open the link that we emailed to/);
  expect(waiting).toHaveTextContent(
    `${NEW_EMAIL}. The link works for one day. Until you open it, you sign in with ${ALICE.user.email}.`,
  );
  expect(sent).toEqual([{ email: NEW_EMAIL, password: PASSWORD }]);
  expect(screen.getByRole("button", { name: /^Resend in \d+ s$/ })).toHaveAttribute("aria-disabled", "true");

  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, user: { ...ALICE.user, email: NEW_EMAIL } })),
  );
  act(() => accountEvents["identity.user.changed"]?.(queryClient, { userId: ALICE.user.userId }));
  expect(await screen.findByText(`You now sign in with ${NEW_EMAIL}.`)).toBeInTheDocument();
});

test("SESS-90: a wrong password and a taken address are told at their fields", async () => {
  recordRequestBodies("put", "/api/users/change-email", () => buildErrorResponse(400, "currentPasswordWrong"));
  await renderScreen("/account/email", { token: "full" });
  await requestChange(NEW_EMAIL, "not it");
  await waitFor(() => expect(screen.getByLabelText("Current password")).toBeInvalid());
  expect(screen.getByLabelText("Current password")).toHaveFocus();
  expect(screen.queryByText(/^Open the link/)).not.toBeInTheDocument();

  recordRequestBodies("put", "/api/users/change-email", () => buildErrorResponse(405, "emailRegistered"));
  await userEvent.click(screen.getByRole("button", { name: "Send link" }));

  await waitFor(() => expect(screen.getByLabelText("New email address")).toBeInvalid());
  expect(screen.getByLabelText("New email address")).toHaveFocus();
  expect(screen.getByLabelText("New email address")).toHaveValue(NEW_EMAIL);
  expect(screen.getByLabelText("Current password")).toHaveValue("not it");
});

test("another address starts with the pending one and without the password", async () => {
  recordRequestBodies("put", "/api/users/change-email", () => {
    const profile = { ...PROFILE, pendingEmail: NEW_EMAIL };
    server.use(http.get(`${ORIGIN}/api/users/profile`, () => HttpResponse.json(profile)));
    return HttpResponse.json({ done: true });
  });
  await renderScreen("/account/email", { token: "full" });
  await requestChange(NEW_EMAIL);

  await userEvent.click(await screen.findByRole("button", { name: "Use another address" }));
  await waitFor(() => expect(screen.getByLabelText("New email address")).toHaveValue(NEW_EMAIL));
  await userEvent.click(screen.getByRole("button", { name: "Send link" }));

  expect(screen.getByLabelText("Current password")).toHaveAccessibleDescription("Enter your password");
  expect(screen.getByLabelText("Current password")).toHaveFocus();
});

test("an address that waits from before is named and stands in the form", async () => {
  server.use(http.get(`${ORIGIN}/api/users/profile`, () => HttpResponse.json({ ...PROFILE, pendingEmail: NEW_EMAIL })));
  await renderScreen("/account/email", { token: "full" });

  expect(await screen.findByText(/^Open the link that we emailed to ayu@/)).toBeInTheDocument();
  expect(screen.getByLabelText("New email address")).toHaveValue(NEW_EMAIL);
});
