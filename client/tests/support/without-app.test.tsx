import { screen } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { ALICE } from "../fixtures";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";

beforeEach(() => {
  server.use(...signedInHandlers());
  server.use(
    http.get(`${ORIGIN}/api/me`, () => Response.json({ ...ALICE, isOperator: true })),
    http.get(`${ORIGIN}/api/admin/*`, () => buildErrorResponse(403, "secondFactorMissing")),
  );
});

test.each(["/admin/teams", "/admin/teams/01a1fc3d-0000-7000-8000-0000000091a1"])(
  "without an authenticator app %s names the remedy and no longer says that it loads",
  async (address) => {
    await renderScreen(address, { token: "alice" });

    expect(await screen.findByText(/^The support console requires an authenticator app/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Open security settings" }).getAttribute("href")).toBe("/account/security");
    expect(screen.queryByText("Loading…")).toBeNull();
  },
);
