import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { weeksAround } from "@/features/campaigns/calendar-days";
import { addDays, dayOf, formatDay, wallTimeOf } from "@/features/campaigns/schedule-clock";
import { ORIGIN } from "../answers";
import { ALICE } from "../cast";
import { renderApp } from "../render-app";
import { server } from "../server";
import { type Campaign, campaign, campaignsAnswers, ID } from "./answers";

/** The first screen of a run compiles while it loads. */
const LOADING = { timeout: 10_000 };
const AT = `${ORIGIN}/api/email-marketing`;
/** The team's time zone is unknown to the browser, so the fallback applies. */
const ZONE = "UTC";
const TODAY = dayOf(wallTimeOf(Date.now(), ZONE));
const NEXT_WEEK = weeksAround(addDays(TODAY, 7), "week")[0] ?? [];
const [MONDAY = "", TUESDAY = ""] = NEXT_WEEK;

let planned: unknown[] = [];
let made: unknown[] = [];

beforeEach(() => {
  planned = [];
  made = [];
});
afterEach(() => void vi.useRealTimers());

async function openCalendar(rows: readonly Campaign[] = [], day = MONDAY) {
  server.use(...campaignsAnswers());
  server.use(
    http.get(`${AT}/calendar`, () => HttpResponse.json({ items: rows, isWhole: true })),
    http.post(AT, async ({ request }) => {
      made.push(await request.json());
      return HttpResponse.json(campaign());
    }),
    http.put(`${AT}/:id/schedule`, async ({ request }) => {
      planned.push(await request.json());
      return HttpResponse.json(campaign());
    }),
  );
  const app = await renderApp(`/email-marketing/calendar?by=week&day=${day}`, { token: "alice" });
  await screen.findByRole("heading", { level: 1, name: "Calendar" }, LOADING);
  await waitFor(() =>
    expect(screen.getByText(rows.length === 1 ? "1 campaign" : `${rows.length} campaigns`)).toBeVisible(),
  );
  return { user: userEvent.setup(), ...app };
}

/** Signs in a user without these permissions. */
function without(...permissions: readonly string[]): void {
  const kept = [...ALICE.permissions, "campaign.view", "campaign.edit", "campaign.send"];
  const me = { ...ALICE, permissions: kept.filter((permission) => !permissions.includes(permission)) };
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.json(me)));
}

function cellOf(day: string): HTMLElement {
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
  const cell = cellOf(day);
  // A day that does not accept the drag gets no drop event.
  if (!fireEvent.dragOver(cell, { dataTransfer })) fireEvent.drop(cell, { dataTransfer });
}

const onMonday = (parts: Partial<Campaign> = {}): Campaign =>
  campaign({ scheduleAt: `${MONDAY}T09:00:00Z`, status: "SCHEDULED", ...parts });

test("a day begins a campaign that is planned for it", async () => {
  const { user, router } = await openCalendar();
  await user.click(screen.getByRole("button", { name: `New campaign on ${formatDay(TUESDAY)}` }));
  const dialog = await screen.findByRole("dialog", { name: "New campaign" }, LOADING);
  expect(within(dialog).getByText(/^Planned for .*09:00/)).toBeVisible();

  await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "Harvest");
  await user.click(within(dialog).getByRole("button", { name: "Create campaign" }));

  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/${ID}/edit`));
  expect(made).toMatchObject([{ name: "Harvest" }]);
  expect(planned).toEqual([{ scheduleAt: `${TUESDAY}T09:00`, zone: "team", perHour: null }]);
});

test("a day that has passed begins nothing, each day to come does", async () => {
  const { unmount } = await openCalendar([], addDays(MONDAY, -14));
  expect(screen.queryAllByRole("button", { name: /^New campaign on / })).toEqual([]);
  unmount();

  await openCalendar();
  expect(screen.getAllByRole("button", { name: /^New campaign on / })).toHaveLength(7);
});

test("who may not schedule begins nothing on a day", async () => {
  server.use(...campaignsAnswers());
  without("campaign.send");
  server.use(http.get(`${AT}/calendar`, () => HttpResponse.json({ items: [], isWhole: true })));
  await renderApp(`/email-marketing/calendar?by=week&day=${MONDAY}`, { token: "alice" });
  await screen.findByText("No sent or planned campaigns in this period.", {}, LOADING);

  expect(screen.queryAllByRole("button", { name: /^New campaign on / })).toEqual([]);
});

test("a scheduled campaign is dragged to another day at the same hour", async () => {
  await openCalendar([onMonday()]);
  drag("The Gayo harvest", TUESDAY);

  expect(await screen.findByText(/^The Gayo harvest moved to /)).toBeVisible();
  expect(planned).toEqual([{ scheduleAt: `${TUESDAY}T09:00`, zone: "team", perHour: null }]);
});

test.each([
  ["what is being sent", onMonday({ status: "SENDING" }), TUESDAY, /Its status is Sending/],
  ["what has been sent", onMonday({ status: "SENT" }), TUESDAY, /Its status is Sent/],
])("%s stays on its day, which is said", async (_what, row, day, said) => {
  await openCalendar([row]);
  drag("The Gayo harvest", day);

  expect(await screen.findByText(said)).toBeVisible();
  expect(planned).toEqual([]);
});

test("nothing is moved to a day that has passed, which is said", async () => {
  // A Wednesday, with days before and after it in the same week.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-25T03:00:00Z") });
  await openCalendar([campaign({ scheduleAt: "2026-11-27T16:00:00Z", status: "SCHEDULED" })], "2026-11-25");
  drag("The Gayo harvest", "2026-11-24");

  expect(await screen.findByText(/^The Gayo harvest was not moved: .* has already passed\.$/)).toBeVisible();
  expect(planned).toEqual([]);
});

test("who may not schedule moves nothing, which is said", async () => {
  server.use(...campaignsAnswers());
  without("campaign.send");
  server.use(http.get(`${AT}/calendar`, () => HttpResponse.json({ items: [onMonday()], isWhole: true })));
  await renderApp(`/email-marketing/calendar?by=week&day=${MONDAY}`, { token: "alice" });
  await screen.findByRole("link", { name: "The Gayo harvest" }, LOADING);
  drag("The Gayo harvest", TUESDAY);

  expect(await screen.findByText(/Your role does not allow you to schedule campaigns/)).toBeVisible();
});
