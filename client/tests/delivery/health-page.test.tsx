import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Health } from "@/features/delivery/health/health-data";
import { campaignsHandlers } from "../campaigns/handlers";
import { ALICE } from "../fixtures";
import { ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";

const NO_DATA: Health = {
  paused: null,
  window: {
    since: "2026-01-01T00:00:00Z",
    handed: 0,
    delivered: 0,
    hardBounced: 0,
    complained: 0,
    bounceRate: 0,
    complaintRate: 0,
  },
  limits: { bounceRate: 0.05, complaintRate: 0.003, leastSent: 500, leastComplaints: 3, days: 7 },
  days: [
    { day: "2026-01-01", handed: 0, delivered: 0, hardBounced: 0, softBounced: 0, blocked: 0, complained: 0 },
    { day: "2026-01-02", handed: 0, delivered: 0, hardBounced: 0, softBounced: 0, blocked: 0, complained: 0 },
  ],
  destinations: [],
  returns: [],
  pauses: [],
};
const PAUSE = {
  at: "2026-01-02T03:00:00Z",
  reason: "bounces" as const,
  sent: 1000,
  counted: 60,
  threshold: 0.05,
  campaigns: 2,
  resumedAt: null,
  resumedBy: "",
  byOperator: false,
};

async function show(health: Health, permissions: readonly string[]): Promise<void> {
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, permissions })));
  server.use(http.get(`${ORIGIN}/api/sending-health`, () => HttpResponse.json(health)));
  await renderScreen("/sending-health", { token: "alice" });
}

async function findBanner(): Promise<HTMLElement> {
  const heading = await screen.findByRole("heading", {
    name: "Marketing email is paused because of too many hard bounces",
  });
  return heading.closest("section") as HTMLElement;
}

beforeEach(() => server.use(...campaignsHandlers()));

test("a team that has sent nothing is told what will stand here", async () => {
  await show(NO_DATA, ["sending.view"]);

  expect(await screen.findByRole("heading", { name: "No campaigns sent yet" })).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a healthy team is told that there is nothing to do, and how far the limits are", async () => {
  const day = { day: "2026-01-02", handed: 1000, delivered: 990, hardBounced: 1, softBounced: 0, blocked: 0 };
  const window = { ...NO_DATA.window, handed: 1000, delivered: 990, hardBounced: 1, bounceRate: 0.001 };
  await show({ ...NO_DATA, window, days: [{ ...day, complained: 0 }] }, ["sending.view"]);

  expect(await screen.findByText(/^Nothing to do\. Keep sending/)).toBeDefined();
  expect(screen.getByText("Below half of the 5% limit")).toBeDefined();
  expect(screen.getByText("Below half of the 0.3% limit")).toBeDefined();
});

test("days are those of the team's clock, as on every other screen", async () => {
  const day = { day: "2026-01-02", handed: 1000, delivered: 990, hardBounced: 1, softBounced: 0, blocked: 0 };
  const window = { ...NO_DATA.window, handed: 1000, delivered: 990, hardBounced: 1, bounceRate: 0.001 };
  server.use(
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({
        ...ALICE,
        team: { ...ALICE.team, timezone: "(GMT+13:00) Pacific/Apia" },
        permissions: ["sending.view"],
      }),
    ),
    http.get(`${ORIGIN}/api/sending-health`, () =>
      HttpResponse.json({ ...NO_DATA, window, days: [{ ...day, complained: 0 }] }),
    ),
  );
  await renderScreen("/sending-health", { token: "alice" });

  expect(await screen.findAllByText("Days in UTC+13:00")).toHaveLength(3);
  expect(screen.getAllByTitle(/^2 Jan 2026: /)).toHaveLength(2);
});

test("a stopped team goes on once an admin has read the advice", async () => {
  let asked: unknown;
  server.use(
    http.post(`${ORIGIN}/api/sending-health/resume`, async ({ request }) => {
      asked = await request.json();
      return HttpResponse.json({ changed: true });
    }),
  );
  await show({ ...NO_DATA, paused: PAUSE }, ["sending.view", "sending.resume"]);
  const banner = await findBanner();
  expect(within(banner).getByText(/60 of 1,000 recipients hard bounced\. The limit is 5%\./)).toBeDefined();
  expect(within(banner).getByText(/2 campaigns were paused while being sent\./)).toBeDefined();

  await userEvent.click(within(banner).getByRole("button", { name: "Resume sending" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getAllByRole("listitem")).toHaveLength(3);
  await userEvent.click(within(dialog).getByRole("button", { name: "Resume sending" }));
  expect(within(dialog).getByText("Read the advice, then tick this box")).toBeDefined();
  expect(asked).toBeUndefined();

  await userEvent.click(within(dialog).getByRole("checkbox", { name: "I have read this and fixed the cause" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Resume sending" }));
  expect(await screen.findByText("Marketing email resumed")).toBeDefined();
  expect(asked).toEqual({ adviceRead: true });
});

test("who may not let it go on is told who may", async () => {
  await show({ ...NO_DATA, paused: PAUSE }, ["sending.view"]);

  const banner = await findBanner();
  expect(within(banner).getByText(/An admin of your team can resume sending/)).toBeDefined();
  expect(within(banner).queryByRole("button")).toBeNull();
});
