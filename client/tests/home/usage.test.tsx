import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { campaignsHandlers } from "../campaigns/handlers";
import { ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";

const QUOTA = {
  name: "emailSentUsed",
  feature: "emailMarketing",
  subfeature: "emailSent",
  used: 980,
  reserved: 0,
  limit: 1000,
  left: 20,
  resetsAt: "2026-12-01",
};

const TESTS = { ...QUOTA, name: "abEmailSentUsed", feature: "abTest", subfeature: "abEmailSent" };

/** Opens the usage page with these A/B test counters. */
async function renderUsage(tests: { used: number; limit: number; left: number }) {
  server.use(...campaignsHandlers());
  server.use(
    http.get(`${ORIGIN}/api/companies/usage`, () => HttpResponse.json({ counters: [QUOTA, { ...TESTS, ...tests }] })),
    http.get(`${ORIGIN}/api/usage/email`, () =>
      HttpResponse.json({
        quota: QUOTA,
        start: "2026-11-01T00:00:00Z",
        end: "2026-11-20T00:00:00Z",
        unit: "day",
        used: 640,
        former: 320,
        series: [],
        retentionDays: 30,
      }),
    ),
    http.get(`${ORIGIN}/api/usage/ab`, () =>
      HttpResponse.json({
        quota: { ...TESTS, ...tests },
        start: "2026-11-01T00:00:00Z",
        end: "2026-11-20T00:00:00Z",
        unit: "day",
        used: tests.used,
        former: 2,
        series: tests.used > 0 ? [{ at: "2026-11-03T00:00:00Z", used: tests.used }] : [],
        retentionDays: 30,
      }),
    ),
  );
  await renderScreen("/usage?range=30", { token: "alice" });
  return screen.findByText("of 1,000, 20 left", {}, { timeout: 10_000 });
}

test("REP-17: the quota of emails, what the period used of it, and the period before", async () => {
  expect(await renderUsage({ used: 0, limit: 10, left: 10 })).toBeDefined();
  expect(screen.getByText("vs 320 in the previous period")).toBeDefined();
  expect(screen.getByText(/data kept for 30 days/)).toBeDefined();
  expect(screen.getByRole("meter", { name: "Emails" })).toHaveAttribute("aria-valuenow", "980");
  expect(screen.getByText("98% used, 20 left")).toBeDefined();
  expect(screen.getByText(/No emails were sent in this period/)).toBeDefined();
});

test("REP-18: A/B tests stand beside it", async () => {
  await renderUsage({ used: 3, limit: 10, left: 7 });

  const tests = screen.getByRole("region", { name: "A/B tests" });
  expect(within(tests).getByText("of 10, 7 left")).toBeDefined();
  expect(within(tests).getByText("vs 2 in the previous period")).toBeDefined();
  expect(within(tests).getByRole("region", { name: "A/B tests by day" })).toBeDefined();
});

test("a plan without A/B tests shows none", async () => {
  await renderUsage({ used: 0, limit: 0, left: 0 });

  expect(screen.queryByRole("region", { name: "A/B tests" })).toBeNull();
});
