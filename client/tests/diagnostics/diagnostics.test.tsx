import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ALICE } from "../fixtures";
import { ORIGIN, signedInHandlers } from "../handlers";
import { renderApp } from "../render-app";
import { server } from "../server";

let isInternal = true;

beforeEach(() => {
  isInternal = true;
  server.use(...signedInHandlers());
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, isInternal })));
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { name: `${ORIGIN}/api/contacts/17`, startTime: 0, duration: 40, responseStatus: 200 },
    { name: `${ORIGIN}/api/contacts/18?x=1`, startTime: 0, duration: 60, responseStatus: 500 },
  ] as never);
});
afterEach(() => void vi.restoreAllMocks());

/** Value of the diagnostics line with this name. */
function getEntry(name: string): string | null | undefined {
  return screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
}

test("TEAM-185: an internal user is led from the user menu to version and diagnostic details", async () => {
  const user = userEvent.setup();
  const { router } = await renderApp("/help", { token: "alice" });
  await user.click(await screen.findByRole("button", { name: /Alice Wulandari/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Diagnostics", hidden: true }));

  await screen.findByRole("heading", { level: 1, name: "Diagnostics" });
  expect(router.state.location.pathname).toBe("/diagnostics");
  await waitFor(() => expect(getEntry("Server")).toBe("2.3.12"));
  expect(getEntry("Interface")).toBe("2.3.12");
  expect(getEntry("User")).toBe(ALICE.user.userId);
  expect(getEntry("Team")).toBe(ALICE.team?.companyId);
  expect(getEntry("Plan")).toBe("sample");
  await waitFor(() => expect(getEntry("API response time")).toMatch(/^\d+ ms$/));
  await waitFor(() => expect(getEntry("WebSocket response time")).toBe("No response"));
  const row = within(screen.getByRole("rowheader", { name: "/api/contacts/{id}" }).closest("tr") as HTMLElement);
  expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual(["2", "50 ms", "60 ms", "1"]);
});

test("all of it is copied as text, without an id or a query of a call", async () => {
  const user = userEvent.setup();
  await renderApp("/diagnostics", { token: "alice" });
  await screen.findByRole("heading", { level: 1, name: "Diagnostics" });
  await waitFor(() => expect(getEntry("Server")).toBe("2.3.12"));
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();

  await user.click(screen.getByRole("button", { name: "Copy all" }));

  const [text = ""] = write.mock.calls[0] ?? [];
  expect(text).toContain("Versions\n  Interface: 2.3.12\n  Server: 2.3.12");
  expect(text).toContain("  /api/contacts/{id}: 2 requests, median 50 ms, slowest 60 ms, 1 failed");
  expect(text).not.toContain(localStorage.getItem("token"));
  expect(await screen.findByText("Copied")).toBeInTheDocument();
});

test("anybody else has no link to it, and is sent home from its address", async () => {
  isInternal = false;
  const user = userEvent.setup();
  const { router } = await renderApp("/diagnostics", { token: "alice" });

  await screen.findByRole("heading", { level: 1, name: "Analytics" });
  expect(router.state.location.pathname).toBe("/analytics");
  await user.click(screen.getByRole("button", { name: /Alice Wulandari/ }));
  await screen.findByRole("menuitem", { name: "Logout", hidden: true });
  expect(screen.queryByRole("menuitem", { name: "Diagnostics", hidden: true })).toBeNull();
});
