import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listWeeksAround } from "@/features/campaigns/calendar-days";
import { addDays, formatDay, getDatePart, toWallTime } from "@/features/campaigns/schedule-clock";
import { ALICE } from "../fixtures";
import { ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { buildCampaign, type Campaign, campaignsHandlers, ID } from "./handlers";

/** The first screen of a run compiles while it loads. */
const LOADING = { timeout: 10_000 };
const CAMPAIGNS_URL = `${ORIGIN}/api/email-marketing`;
/** The team's time zone is unknown to the browser, so the fallback applies. */
const ZONE = "UTC";
const TODAY = getDatePart(toWallTime(Date.now(), ZONE));
const NEXT_WEEK = listWeeksAround(addDays(TODAY, 7), "week")[0] ?? [];
const [MONDAY = "", TUESDAY = ""] = NEXT_WEEK;

let scheduleBodies: unknown[] = [];
let createBodies: unknown[] = [];

beforeEach(() => {
  scheduleBodies = [];
  createBodies = [];
});
afterEach(() => void vi.useRealTimers());

async function openCalendar(rows: readonly Campaign[] = [], day = MONDAY) {
  server.use(...campaignsHandlers());
  server.use(
    http.get(`${CAMPAIGNS_URL}/calendar`, () => HttpResponse.json({ items: rows, isWhole: true })),
    http.post(CAMPAIGNS_URL, async ({ request }) => {
      createBodies.push(await request.json());
      return HttpResponse.json(buildCampaign());
    }),
    http.put(`${CAMPAIGNS_URL}/:id/schedule`, async ({ request }) => {
      scheduleBodies.push(await request.json());
      return HttpResponse.json(buildCampaign());
    }),
  );
  const app = await renderScreen(`/email-marketing/calendar?by=week&day=${day}`, { token: "alice" });
  await screen.findByRole("heading", { level: 1, name: "Calendar" }, LOADING);
  await waitFor(() =>
    expect(screen.getByText(rows.length === 1 ? "1 campaign" : `${rows.length} campaigns`)).toBeVisible(),
  );
  return { user: userEvent.setup(), ...app };
}

/** Signs in a user without these permissions. */
function signInWithout(...permissions: readonly string[]): void {
  const kept = [...ALICE.permissions, "campaign.view", "campaign.edit", "campaign.send"];
  const me = { ...ALICE, permissions: kept.filter((permission) => !permissions.includes(permission)) };
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.json(me)));
}

function findCell(day: string): HTMLElement {
  return document.querySelector(`td > time[datetime="${day}"]`)?.closest("td") as HTMLElement;
}

/** Drags a campaign onto a day. */
function drag(name: string, day: string): void {
  const kept = new Map<string, string>();
  const dataTransfer = {
    get types() {
      return [...kept.keys()];
    },
    setData: (kind: string, value: string) => void kept.set(kind, value),
    getData: (kind: string) => kept.get(kind) ?? "",
    effectAllowed: "none",
  };
  fireEvent.dragStart(screen.getByRole("link", { name }).closest("li") as HTMLElement, { dataTransfer });
  const cell = findCell(day);
  // A day that does not accept the drag gets no drop event.
  if (!fireEvent.dragOver(cell, { dataTransfer })) fireEvent.drop(cell, { dataTransfer });
}

const onMonday = (parts: Partial<Campaign> = {}): Campaign =>
  buildCampaign({ scheduleAt: `${MONDAY}T09:00:00Z`, status: "SCHEDULED", ...parts });

test("a day begins a campaign that is planned for it", async () => {
  const { user, router } = await openCalendar();
  await user.click(screen.getByRole("button", { name: `New campaign on ${formatDay(TUESDAY)}` }));
  const dialog = await screen.findByRole("dialog", { name: "New campaign" }, LOADING);
  expect(within(dialog).getByText(/^Planned for .*09:00/)).toBeVisible();

  await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "Harvest");
  await user.click(within(dialog).getByRole("button", { name: "Create campaign" }));

  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/${ID}/edit`));
  expect(createBodies).toMatchObject([{ name: "Harvest" }]);
  expect(scheduleBodies).toEqual([{ scheduleAt: `${TUESDAY}T09:00`, zone: "team", perHour: null }]);
});

test("a day that has passed begins nothing, each day to come does", async () => {
  const { unmount } = await openCalendar([], addDays(MONDAY, -14));
  expect(screen.queryAllByRole("button", { name: /^New campaign on / })).toEqual([]);
  unmount();

  await openCalendar();
  expect(screen.getAllByRole("button", { name: /^New campaign on / })).toHaveLength(7);
});

test("who may not schedule begins nothing on a day", async () => {
  server.use(...campaignsHandlers());
  signInWithout("campaign.send");
  server.use(http.get(`${CAMPAIGNS_URL}/calendar`, () => HttpResponse.json({ items: [], isWhole: true })));
  await renderScreen(`/email-marketing/calendar?by=week&day=${MONDAY}`, { token: "alice" });
  await screen.findByText("No sent or planned campaigns in this period.", {}, LOADING);

  expect(screen.queryAllByRole("button", { name: /^New campaign on / })).toEqual([]);
});

test("a scheduled campaign is dragged to another day at the same hour", async () => {
  await openCalendar([onMonday()]);
  drag("The Gayo harvest", TUESDAY);

  expect(await screen.findByText(/^The Gayo harvest moved to /)).toBeVisible();
  expect(scheduleBodies).toEqual([{ scheduleAt: `${TUESDAY}T09:00`, zone: "team", perHour: null }]);
});

test.each([
  ["what is being sent", onMonday({ status: "SENDING" }), TUESDAY, /Its status is Sending/],
  ["what has been sent", onMonday({ status: "SENT" }), TUESDAY, /Its status is Sent/],
])("%s stays on its day, which is said", async (_what, row, day, said) => {
  await openCalendar([row]);
  drag("The Gayo harvest", day);

  expect(await screen.findByText(said)).toBeVisible();
  expect(scheduleBodies).toEqual([]);
});

test("nothing is moved to a day that has passed, which is said", async () => {
  // A Wednesday, with days before and after it in the same week.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-25T03:00:00Z") });
  await openCalendar([buildCampaign({ scheduleAt: "2026-11-27T16:00:00Z", status: "SCHEDULED" })], "2026-11-25");
  drag("The Gayo harvest", "2026-11-24");

  expect(await screen.findByText(/^The Gayo harvest was not moved: .* has already passed\.$/)).toBeVisible();
  expect(scheduleBodies).toEqual([]);
});

test("who may not schedule moves nothing, which is said", async () => {
  server.use(...campaignsHandlers());
  signInWithout("campaign.send");
  server.use(http.get(`${CAMPAIGNS_URL}/calendar`, () => HttpResponse.json({ items: [onMonday()], isWhole: true })));
  await renderScreen(`/email-marketing/calendar?by=week&day=${MONDAY}`, { token: "alice" });
  await screen.findByRole("link", { name: "The Gayo harvest" }, LOADING);
  drag("The Gayo harvest", TUESDAY);

  expect(await screen.findByText(/Your role does not allow you to schedule campaigns/)).toBeVisible();
});
