import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { Advice } from "@/features/advice/public";
import { campaignsHandlers } from "../campaigns/handlers";
import { ALICE } from "../fixtures";
import { ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";

const LOADING = { timeout: 10_000 };
const COMPLAINTS: Advice = {
  id: 1,
  rule: "complaints",
  place: "campaign",
  level: "bad",
  state: "open",
  unit: "share",
  act: null,
  subject: "campaign:c1",
  name: "May news",
  campaignId: "c1",
  value: 0.004,
  asked: 0.001,
  base: 1000,
  params: { part: 4 },
  foundAt: "2026-03-10T05:00:00Z",
  decidedAt: null,
  decidedBy: "",
  before: null,
  after: null,
};
const OFTEN: Advice = {
  ...COMPLAINTS,
  id: 2,
  rule: "frequency",
  place: "team",
  level: "warning",
  unit: "count",
  act: "cap",
  subject: "team",
  name: "",
  campaignId: null,
  value: 4.5,
  asked: 3,
  base: 1300,
  params: { left: 12, rate: 0.00923 },
};
const BOUGHT: Advice = {
  ...COMPLAINTS,
  id: 3,
  rule: "labelComplaints",
  place: "label",
  level: "warning",
  act: "leaveOut",
  subject: "label:7",
  name: "Bought",
  campaignId: null,
  value: 0.015,
  base: 600,
  params: { part: 9, subscribed: 2691, count: 2 },
};
const METRICS = {
  recipients: 1000,
  sent: 1000,
  delivered: 1000,
  failed: 0,
  inDoubt: 0,
  hardBounced: 0,
  softBounced: 0,
  suppressed: 0,
  opened: 380,
  opens: 500,
  machineOpened: 0,
  machineOpens: 0,
  clicked: 95,
  clicks: 120,
  machineClicks: 0,
  anyOpened: 475,
  anyClicked: 100,
  unsubscribed: 2,
  complained: 4,
  rates: {},
};
const PERMISSIONS = ["report.view", "campaign.edit", "campaign.send", "contact.edit"];

/** Renders the campaign list with one campaign and this advice. Returns the mutations and the queries of the advice. */
async function show(items: readonly Advice[], permissions: readonly string[] = PERMISSIONS) {
  const called: string[] = [];
  const asked: string[] = [];
  server.use(...campaignsHandlers());
  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, permissions })),
    http.get(`${ORIGIN}/api/advice`, () => HttpResponse.json({ items, lookedAt: "2026-03-10T05:00:00Z" })),
    http.post(`${ORIGIN}/api/advice/:id/:what`, ({ params }) => {
      called.push(`${params.what} ${params.id}`);
      return HttpResponse.json(items[0]);
    }),
    http.get(`${ORIGIN}/api/reports/overview`, ({ request }) => {
      asked.push(new URL(request.url).search);
      const row = { id: "c1", kind: "email", name: "May news", subject: "Hi", category: "News", status: "SENT" };
      return HttpResponse.json({
        items: [{ ...row, startedAt: "2026-03-09T05:00:00Z", figures: METRICS }],
        total: 1,
        page: 1,
        size: 20,
        sums: METRICS,
        categories: [{ category: "News", campaigns: 1, figures: METRICS }],
        start: "2026-03-09T05:00:00Z",
        end: "2026-03-10T05:00:00Z",
        unit: "hour",
        series: [],
        retentionDays: null,
      });
    }),
  );
  const { router } = await renderScreen("/reports", { token: "alice" });
  return { called, asked, router, card: await screen.findByRole("region", { name: "Advice" }, LOADING) };
}

test("advice says what is so and what is asked for, and stands at its row", async () => {
  const { card } = await show([COMPLAINTS]);

  expect(card).toHaveTextContent(
    "Spam complaints: 4 (0.4% of 1,000 delivered). Mailbox providers accept at most 0.1%.",
  );
  expect(within(card).getByRole("link")).toHaveAttribute("href", "/campaigns/c1");
  const table = screen.getByRole("table", { name: "Campaign reports" });
  expect(within(table).getByRole("img", { name: "High complaint rate" })).toBeDefined();
});

test("it is followed by its act, and taken back from the word about it", async () => {
  const { called, card } = await show([OFTEN]);

  await userEvent.click(within(card).getByRole("button", { name: /^Set a cap of 3 campaigns per week/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));

  await waitFor(() => expect(called).toEqual(["follow 2", "undo 2"]));
});

test("a label is left out of what has not begun, and brought back from the word about it", async () => {
  const { called, card } = await show([BOUGHT]);
  expect(card).toHaveTextContent(
    "In the last 90 days, 9 of 600 contacts with this label reported spam (1.5%). Among all other contacts, the rate was 0.1%.",
  );
  expect(card).toHaveTextContent(
    "2 campaigns that have not started would go to 2,691 subscribed contacts with this label.",
  );
  expect(within(card).getByRole("link")).toHaveAttribute("href", "/contacts?label=7");

  await userEvent.click(within(card).getByRole("button", { name: /^Exclude this label/ }));
  expect(await screen.findByText("Label excluded from 2 campaigns that have not started")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));

  await waitFor(() => expect(called).toEqual(["follow 3", "undo 3"]));
});

test("who may not send is not offered to leave a label out, nor to bring it back", async () => {
  const done = { ...BOUGHT, id: 4, state: "followed", decidedAt: "2026-03-09T05:00:00Z", decidedBy: "Alice" } as const;
  const { card } = await show(
    [BOUGHT, OFTEN, done],
    PERMISSIONS.filter((right) => right !== "campaign.send"),
  );

  const names = within(card)
    .getAllByRole("button")
    .map((button) => button.textContent);
  expect(names).toEqual(["Dismiss", "Set a cap of 3 campaigns per week", "Dismiss"]);
});

test("what was followed shows before and after", async () => {
  const followed = { ...COMPLAINTS, state: "followed", decidedAt: "2026-03-09T05:00:00Z", decidedBy: "Alice" } as const;
  const { card } = await show([
    { ...followed, before: { value: 0.004, base: 1000 }, after: { value: 0.0005, base: 2000 } },
  ]);

  expect(card).toHaveTextContent("Before 0.4%");
  expect(card).toHaveTextContent("Since then 0.05% of 2,000");
});

test("dismissed advice is out of sight until somebody asks for it", async () => {
  const { called, card } = await show([{ ...COMPLAINTS, state: "dismissed", decidedAt: "2026-03-09T05:00:00Z" }]);
  expect(card).not.toHaveTextContent("May news");

  await userEvent.click(within(card).getByRole("button", { name: "Show 1 dismissed" }));
  await userEvent.click(within(card).getByRole("button", { name: /^Restore/ }));

  await waitFor(() => expect(called).toEqual(["restore 1"]));
});

test("who may only read sees no buttons", async () => {
  const { card } = await show([COMPLAINTS, OFTEN], ["report.view"]);

  expect(within(card).queryAllByRole("button")).toEqual([]);
});

test("one control counts machines in every rate, and the address keeps it", async () => {
  const { asked, router } = await show([COMPLAINTS]);
  const table = screen.getByRole("table", { name: "Campaign reports" });
  expect(table).toHaveTextContent("38.0%");

  await userEvent.click(screen.getByRole("radio", { name: "Include bots" }));

  await waitFor(() => expect(screen.getByRole("table", { name: "Campaign reports" })).toHaveTextContent("47.5%"));
  expect(router.state.location.search).toBe("?machines=include");
  await waitFor(() => expect(asked.at(-1)).toContain("machines=include"));
});

test("a category narrows the table", async () => {
  const { asked } = await show([COMPLAINTS]);

  await userEvent.click(screen.getByRole("button", { name: "News" }));

  await waitFor(() => expect(asked.at(-1)).toContain("category=News"));
});
