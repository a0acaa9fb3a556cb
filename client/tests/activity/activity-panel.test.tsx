import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { activityEvents } from "@/features/activity/events";
import type { components } from "@/generated/api";
import { changeLanguage } from "@/lib/i18n/i18n";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "../handlers";
import { receiveEvent } from "../receive-event";
import { renderApp } from "../render-app";
import { server } from "../server";

type Activity = components["schemas"]["ActivityOut"];

const link = vi.hoisted(() => ({ state: "up" }));
vi.mock("@/lib/socket/link", async (importOriginal) => ({
  ...(await importOriginal<typeof import("@/lib/socket/link")>()),
  useLinkState: () => link.state,
}));

const NOW = new Date("2026-11-21T09:00:00Z");

function buildEntry(number: number, parts: Partial<Activity> = {}): Activity {
  const createdAt = new Date(NOW.getTime() - number * 60_000).toISOString();
  return {
    reference: "contact",
    action: "CREATED",
    name: `guest ${number}`,
    fullname: "Bima Putra",
    link: "",
    createdAt,
    ...parts,
  };
}

let entries: Activity[] = [];
let requests: { reference: string | null; size: number; polls: boolean }[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  link.state = "up";
  entries = [];
  requests = [];
  server.use(...signedInHandlers());
  server.use(
    http.get(`${ORIGIN}/api/articles`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/activity`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const size = Number(query.get("size"));
      requests.push({ reference: query.get("reference"), size, polls: request.headers.has("X-Requested-With") });
      return HttpResponse.json({ items: entries.slice(0, size), total: entries.length });
    }),
  );
});
afterEach(() => void vi.useRealTimers());

const getButton = () => screen.getByRole("button", { name: "Recent activity" });
const findPanel = () => screen.findByRole("complementary", { name: "Recent activity" });
const listSentences = (inside: HTMLElement) =>
  within(inside)
    .getAllByRole("listitem")
    .map((item) => item.querySelector("span")?.textContent);

async function openPanel() {
  await renderApp("/help", { token: "alice" });
  await screen.findByRole("heading", { level: 1 });
  const user = userEvent.setup();
  return { user };
}

test("SHELL-112, 135, 142, 183, 216, ACT-32: the panel is opened by its button, loads then, and is closed by it", async () => {
  entries = [buildEntry(1)];
  const { user } = await openPanel();
  expect(getButton()).toHaveAttribute("aria-pressed", "false");
  expect(requests).toEqual([]);

  await user.click(getButton());

  expect(await within(await findPanel()).findByText("Bima Putra created contact guest 1")).toBeVisible();
  expect(getButton()).toHaveAttribute("aria-pressed", "true");
  expect(requests).toEqual([{ reference: "team", size: 10, polls: false }]);
  await user.click(getButton());
  expect(screen.queryByRole("complementary", { name: "Recent activity" })).toBeNull();
  expect(getButton()).toHaveAttribute("aria-pressed", "false");

  await user.click(getButton());
  await user.click(within(await findPanel()).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("complementary", { name: "Recent activity" })).toBeNull();
});

test("ACT-31: where nothing was done it says so", async () => {
  const { user } = await openPanel();

  await user.click(getButton());

  expect(await within(await findPanel()).findByText("There has been no recent activity")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
});

test("ACT-34: Load More shows while there are more than are shown", async () => {
  entries = Array.from({ length: 12 }, (_, number) => buildEntry(number));
  const { user } = await openPanel();
  await user.click(getButton());
  const inside = await findPanel();
  await waitFor(() => expect(listSentences(inside)).toHaveLength(10));

  await user.click(within(inside).getByRole("button", { name: "Load More" }));

  await waitFor(() => expect(listSentences(inside)).toHaveLength(12));
  expect(within(inside).queryByRole("button", { name: "Load More" })).toBeNull();
  expect(requests.at(-1)).toMatchObject({ size: 20 });
});

test("an entry leads to its record, and one whose record is gone leads nowhere", async () => {
  entries = [buildEntry(1, { link: "/contacts/1" }), buildEntry(2, { action: "DELETED" })];
  const { user } = await openPanel();
  await user.click(getButton());

  const inside = await findPanel();
  const link = await within(inside).findByRole("link", { name: "Bima Putra created contact guest 1" });
  expect(link).toHaveAttribute("href", "/contacts/1");
  expect(within(inside).getAllByRole("link")).toHaveLength(1);
  expect(within(inside).getByText("Bima Putra deleted contact guest 2")).toBeVisible();
});

test("transactional activity can be seen alone", async () => {
  entries = [buildEntry(1)];
  const { user } = await openPanel();
  await user.click(getButton());

  await user.selectOptions(within(await findPanel()).getByLabelText("Filter activity"), "Transactional email");

  await waitFor(() => expect(requests.at(-1)).toMatchObject({ reference: "transactional", size: 10 }));
});

test("ACT-30: each action has its verb in both languages, and what is unknown is told as such", async () => {
  entries = [
    buildEntry(1, { reference: "campaign", name: "Harvest", action: "DUPLICATED" }),
    buildEntry(2, { reference: "contact-label", name: "VIP", action: "DELETED" }),
    buildEntry(3, { name: "40", action: "IMPORT" }),
    buildEntry(4, { reference: "automation", name: "Welcome", action: "ACTIVATE" }),
    buildEntry(5, { reference: "sosmed", action: "UPDATED" }),
  ];
  const { user } = await openPanel();
  await user.click(getButton());
  const inside = await findPanel();
  await waitFor(() =>
    expect(listSentences(inside)).toEqual([
      "Bima Putra duplicated campaign Harvest",
      "Bima Putra deleted contact label VIP",
      "Bima Putra imported contact 40",
      "Bima Putra activated automation Welcome",
      "Activity cannot be processed",
    ]),
  );

  await act(() => changeLanguage("id"));

  expect(listSentences(inside)).toEqual([
    "Bima Putra menggandakan kampanye Harvest",
    "Bima Putra menghapus label kontak VIP",
    "Bima Putra mengimpor kontak 40",
    "Bima Putra mengaktifkan automasi Welcome",
    "Aktivitas tidak dapat diproses",
  ]);
  await act(() => changeLanguage("en"));
});

test("a feed that could not be loaded says so, and is loaded by another try", async () => {
  server.use(http.get(`${ORIGIN}/api/activity`, () => buildErrorResponse(500, "serverException"), { once: true }));
  entries = [buildEntry(1)];
  const { user } = await openPanel();
  await user.click(getButton());
  const inside = await findPanel();

  await user.click(await within(inside).findByRole("button", { name: "Try again" }));

  await waitFor(() => expect(listSentences(inside)).toEqual(["Bima Putra created contact guest 1"]));
});

test("ACT-56: while the socket is up a new entry is pushed and nothing is polled", async () => {
  entries = [buildEntry(2)];
  const { user } = await openPanel();
  await user.click(getButton());
  const inside = await findPanel();
  await waitFor(() => expect(listSentences(inside)).toHaveLength(1));

  entries = [buildEntry(1), ...entries];
  act(() => receiveEvent(activityEvents, "activity.entry.recorded", {}));

  await waitFor(() => expect(listSentences(inside)).toHaveLength(2));
  expect(requests.some(({ polls }) => polls)).toBe(false);
});

test("ACT-56: while the socket is down the feed asks for itself", async () => {
  entries = [buildEntry(1)];
  link.state = "lost";
  const { user } = await openPanel();
  expect(screen.getByText(/^Live updates are paused/)).toBeVisible();

  await user.click(getButton());

  await waitFor(() => expect(requests.some(({ polls }) => polls)).toBe(true));
});
