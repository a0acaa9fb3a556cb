import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { accountEvents } from "@/features/account/events";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { recordRequestBodies, serveAccountSettings } from "./handlers";
// Imported here so that their loading does not count towards the first test's timeout.
import "@/app/shell-layout";
import "@/app/signed-in";
import "@/features/account/pages/team-security-page";
import { receiveEvent } from "../receive-event";

const SETTINGS = { multiLogin: "allow" as const, showPresence: true, enable2FA: false };
let settings = SETTINGS;

beforeEach(() => {
  settings = SETTINGS;
  serveAccountSettings();
  server.use(http.get(`${ORIGIN}/api/companies/settings`, () => HttpResponse.json(settings)));
});

function recordSaves(): unknown[] {
  return recordRequestBodies("put", "/api/companies/settings", (body: object) => {
    settings = { ...settings, ...body };
    return HttpResponse.json(settings);
  });
}

test("multiple login: each way says what a person meets; one is saved at once and can be undone", async () => {
  const saved = recordSaves();
  await renderScreen("/team/security", { token: "full" });
  expect(await screen.findByRole("radio", { name: "Allow" })).toBeChecked();
  expect(screen.getByRole("radio", { name: "Deny" })).toHaveAccessibleDescription(
    "The member cannot sign in until they sign out on the other device.",
  );

  await userEvent.click(screen.getByRole("radio", { name: "Deny" }));
  expect(await screen.findByText("Multiple sign-ins denied")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));

  await waitFor(() => expect(saved).toEqual([{ multiLogin: "deny" }, { multiLogin: "allow" }]));
  await waitFor(() => expect(screen.getByRole("radio", { name: "Allow" })).toBeChecked());
});

test("TEAM-53, 138: two-factor for everybody is switched by its own call, and says what follows", async () => {
  const saved = recordRequestBodies("put", "/api/companies/settings/enable-2FA", ({ enable }: { enable: boolean }) => {
    settings = { ...settings, enable2FA: enable };
    return HttpResponse.json(settings);
  });
  await renderScreen("/team/security", { token: "full" });
  const code = await screen.findByRole("switch", { name: "Require two-factor sign-in for everyone" });
  expect(code).toHaveAccessibleDescription(
    /^Members without an authenticator app will get a code by email at their next sign-in/,
  );

  await userEvent.click(code);

  await waitFor(() => expect(saved).toEqual([{ enable: true }]));
  expect(code).toBeChecked();
  expect(code).toHaveAccessibleDescription(/^Members with an authenticator app/);
});

test("a refusal is told, and the switch falls back", async () => {
  recordRequestBodies("put", "/api/companies/settings/enable-2FA", () => buildErrorResponse(403, "needValidateEmail"));
  await renderScreen("/team/security", { token: "full" });
  const code = await screen.findByRole("switch", { name: "Require two-factor sign-in for everyone" });

  await userEvent.click(code);

  expect(await screen.findByText(/validate your email/i)).toBeInTheDocument();
  expect(code).not.toBeChecked();
});

test("what another admin changes appears by itself", async () => {
  await renderScreen("/team/security", { token: "full" });
  const presence = await screen.findByRole("switch", { name: "Show who is online" });
  expect(presence).toBeChecked();

  act(() => receiveEvent(accountEvents, "teams.settings.changed", { ...SETTINGS, showPresence: false }));

  await waitFor(() => expect(presence).not.toBeChecked());
});
