import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { ORIGIN } from "../answers";
import { campaignsAnswers } from "../campaigns/answers";
import { renderApp } from "../render-app";
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

test("REP-17: the quota of emails, what the period used of it, and the period before", async () => {
  server.use(...campaignsAnswers());
  server.use(
    http.get(`${ORIGIN}/api/companies/usage`, () => HttpResponse.json({ counters: [QUOTA] })),
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
  );

  await renderApp("/usage?range=30", { token: "alice" });

  expect(await screen.findByText("of 1,000, 20 left", {}, { timeout: 10_000 })).toBeDefined();
  expect(screen.getByText("320 before")).toBeDefined();
  expect(screen.getByText(/figures are kept for 30 days/)).toBeDefined();
  expect(screen.getByRole("meter", { name: "Emails" })).toHaveAttribute("aria-valuenow", "980");
  expect(screen.getByText("More than four fifths are used")).toBeDefined();
  expect(screen.getByText(/Nothing was sent in this period/)).toBeDefined();
});
