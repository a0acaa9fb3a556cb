import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "@/app/query";
import { reactTo } from "@/app/reactions";
import { loadCommonTexts, loadFeatureTexts } from "@/app/texts";
import { NotificationCenter } from "@/features/notifications/components/notification-center";
import { notificationsEvents } from "@/features/notifications/events";
import { useAlert } from "@/features/notifications/notifications-data";
import { meQuery } from "@/features/session/public";
import type { components } from "@/generated/api";
import { ApiFailure } from "@/lib/api/failure";
import { startI18n } from "@/lib/i18n/i18n";
import { hideExportNotice } from "@/ui/export-notice";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ALICE } from "./fixtures";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "./handlers";
import { receiveEvent } from "./receive-event";
import { renderApp } from "./render-app";
import { server } from "./server";

type Item = components["schemas"]["NotificationOut"];

const LOAD_TIMEOUT = { timeout: 20_000 };

vi.setConfig({ testTimeout: 30_000 });

function buildItem(number: number, parts: Partial<Item> = {}): Item {
  return {
    notificationId: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
    kind: "import.finished",
    title: `guests-${number}.csv is imported`,
    message: "1 added, 0 updated, 0 set aside, 0 without a value.",
    link: "/contacts/imports",
    level: "success",
    read: false,
    createdAt: new Date(Date.UTC(2026, 10, 21, 3, 0, number)).toISOString(),
    ...parts,
  };
}

/** A server of these notifications; returns the recorded calls. */
function serveNotifications(made: Item[]) {
  const calls: string[] = [];
  const gone = new Map<string, Item>();
  let items = made;
  const newest = () => items.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  const done = (name: string, ids: readonly string[]) => {
    calls.push(`${name} ${ids.map((id) => Number(id.slice(-12))).join()}`);
    return HttpResponse.json({ ids });
  };
  server.use(
    http.get(`${ORIGIN}/api/notifications`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      calls.push(`list ${query.get("page")} ${query.get("size")}`);
      return HttpResponse.json({ items: newest().slice(0, Number(query.get("size"))), total: items.length });
    }),
    http.get(`${ORIGIN}/api/notifications/alert`, () => {
      const unread = newest().filter(({ read }) => !read);
      return HttpResponse.json({ unread: unread.length, alert: unread.find(({ level }) => level === "alert") ?? null });
    }),
    http.put(`${ORIGIN}/api/notifications/dismiss`, async ({ request }) => {
      const { ids = items.map(({ notificationId }) => notificationId) } = (await request.json()) as { ids?: string[] };
      for (const one of items) if (ids.includes(one.notificationId)) gone.set(one.notificationId, one);
      items = items.filter(({ notificationId }) => !ids.includes(notificationId));
      return done("dismiss", ids);
    }),
    http.put(`${ORIGIN}/api/notifications/restore`, async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] };
      items = [...items, ...ids.flatMap((id) => gone.get(id) ?? [])];
      return done("restore", ids);
    }),
    http.put(`${ORIGIN}/api/notifications/read`, () => {
      items = items.map((one) => ({ ...one, read: true }));
      return done("readAll", []);
    }),
    http.put(`${ORIGIN}/api/notifications/read/:id`, ({ params }) => {
      const id = String(params.id);
      items = items.map((one) => (one.notificationId === id ? { ...one, read: true } : one));
      return done("read", [id]);
    }),
    http.post(`${ORIGIN}/api/dashboard/stats`, () => buildErrorResponse(500, "serverException")),
    ...signedInHandlers(),
  );
  return { calls, add: (one: Item) => (items = [...items, one]) };
}

function Center({ onClose }: { readonly onClose: () => void }) {
  const unread = useAlert()?.unread ?? 0;
  return <NotificationCenter unread={unread} onClose={onClose} isTitled />;
}

/** Opens the bell and returns its list. */
async function openBell() {
  const user = userEvent.setup();
  localStorage.setItem("token", "alice");
  queryClient.clear();
  queryClient.setQueryData(meQuery.queryKey, ALICE);
  const onClose = vi.fn();
  if (!i18next.isInitialized) await startI18n(() => undefined);
  await loadCommonTexts();
  await loadFeatureTexts(["notifications"]);
  const { container } = render(
    <MemoryRouter>
      <ThemeProvider env="test">
        <QueryClientProvider client={queryClient}>
          <Center onClose={onClose} />
        </QueryClientProvider>
      </ThemeProvider>
    </MemoryRouter>,
  );
  return { user, onClose, panel: container };
}

const listRows = (panel: HTMLElement) => within(panel).queryAllByRole("listitem");

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  act(() => hideExportNotice());
});

test("the bell says how many are unread, and no more than 99+", async () => {
  serveNotifications(Array.from({ length: 100 }, (_, number) => buildItem(number)));
  await renderApp("/analytics", { token: "alice" });

  const bell = await screen.findByRole("button", { name: "Notifications, 99+ unread" }, LOAD_TIMEOUT);

  expect(bell).toHaveTextContent("99+");
});

test("the newest alert stands above the screen until it is closed; then the one before it", async () => {
  const { calls } = serveNotifications([
    buildItem(1, { level: "alert", title: "Kopi suspended", message: "Nothing can be sent.", link: "" }),
    buildItem(2, { level: "alert", title: "Your plan is used up", message: "All 1,000 emails are used.", link: "" }),
  ]);
  await renderApp("/analytics", { token: "alice" });
  const alert = await screen.findByRole("region", { name: "Alert" }, LOAD_TIMEOUT);
  expect(alert).toHaveTextContent("Your plan is used up All 1,000 emails are used.");

  await userEvent.click(within(alert).getByRole("button", { name: "Mark this alert as read" }));

  await waitFor(() => expect(screen.getByRole("region", { name: "Alert" })).toHaveTextContent("Kopi suspended"));
  expect(calls).toContain("read 2");
});

test("a vendor without notifications shows neither bell nor alert, and asks for neither", async () => {
  const { calls } = serveNotifications([buildItem(1, { level: "alert" })]);
  const asked: string[] = [];
  server.events.on("request:start", ({ request }) => asked.push(new URL(request.url).pathname));
  const me = { ...ALICE, identity: { ...ALICE.identity, vendor: "jatis", blocked: ["notification"] } };
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.json(me)));

  await renderApp("/analytics", { token: "alice" });

  expect(await screen.findByRole("button", { name: "Expand the menu" }, LOAD_TIMEOUT)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Notifications/ })).not.toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Alert" })).not.toBeInTheDocument();
  expect(asked).toContain("/api/me");
  expect(asked.filter((path) => path.startsWith("/api/notifications"))).toEqual([]);
  expect(calls).toEqual([]);
});

test("an answer that is delivered later turns the export notice on until it is closed", async () => {
  serveNotifications([]);
  await renderApp("/analytics", { token: "alice" });
  await screen.findByRole("button", { name: /^Notifications/ }, LOAD_TIMEOUT);
  act(() => reactTo(new ApiFailure({ body: { code: "requestAccepted" }, status: 202, method: "POST" })));

  const words = "Your request is processed and will deliver via notification";
  expect(await screen.findByText(words)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close this notice" }));

  expect(screen.queryByText(words)).not.toBeInTheDocument();
});

test("six show first, and Load More asks page 1 for six more", async () => {
  const { calls } = serveNotifications(Array.from({ length: 8 }, (_, number) => buildItem(number)));
  const { user, panel } = await openBell();
  await waitFor(() => expect(listRows(panel)).toHaveLength(6));
  expect(listRows(panel)[0]).toHaveTextContent("guests-7.csv is imported, unread");

  await user.click(within(panel).getByRole("button", { name: "Load More" }));

  await waitFor(() => expect(listRows(panel)).toHaveLength(8));
  expect(calls).toEqual(["list 1 6", "list 1 12"]);
  expect(within(panel).queryByRole("button", { name: "Load More" })).not.toBeInTheDocument();
});

test("following a link reads the notification and closes the list", async () => {
  const { calls } = serveNotifications([buildItem(1, { link: "/campaigns" }), buildItem(2, { link: "" })]);
  const { user, panel, onClose } = await openBell();

  await user.click(await within(panel).findByRole("link", { name: "guests-1.csv is imported" }));

  await waitFor(() => expect(calls).toContain("read 1"));
  expect(onClose).toHaveBeenCalledOnce();
});

test("what leads nowhere is read where it stands", async () => {
  const { calls } = serveNotifications([buildItem(1, { link: "" })]);
  const { user, panel } = await openBell();

  await user.click(await within(panel).findByRole("button", { name: "guests-1.csv is imported" }));

  await waitFor(() => expect(calls).toContain("read 1"));
  await waitFor(() => expect(listRows(panel)[0]).not.toHaveTextContent("unread"));
});

test("one is dismissed, and comes back where it stood", async () => {
  const { calls } = serveNotifications([buildItem(1), buildItem(2), buildItem(3)]);
  const { user, panel } = await openBell();
  await waitFor(() => expect(listRows(panel)).toHaveLength(3));

  await user.click(within(panel).getByRole("button", { name: "Dismiss “guests-2.csv is imported”" }));
  await waitFor(() => expect(listRows(panel)).toHaveLength(2));
  const undo = await within(panel).findByRole("button", { name: "Undo" });
  expect(undo).toHaveFocus();
  expect(panel).toHaveTextContent("1 notification dismissed");
  await user.click(undo);

  await waitFor(() => expect(listRows(panel)).toHaveLength(3));
  expect(listRows(panel)[1]).toHaveTextContent("guests-2.csv");
  expect(calls.filter((call) => !call.startsWith("list"))).toEqual(["dismiss 2", "restore 2"]);
});

test("all are dismissed, the list says that it is empty, and all come back", async () => {
  serveNotifications([buildItem(1), buildItem(2)]);
  const { user, panel } = await openBell();
  await user.click(await within(panel).findByRole("button", { name: "Dismiss all" }));

  expect(await within(panel).findByText("You’re all caught up")).toBeVisible();
  await user.click(within(panel).getByRole("button", { name: "Undo" }));

  await waitFor(() => expect(listRows(panel)).toHaveLength(2));
});

test("all are marked as read", async () => {
  serveNotifications([buildItem(1), buildItem(2)]);
  const { user, panel } = await openBell();

  await user.click(await within(panel).findByRole("button", { name: "Mark all as read" }));

  await waitFor(() => expect(panel).not.toHaveTextContent("unread"));
  await waitFor(() =>
    expect(within(panel).queryByRole("button", { name: "Mark all as read" })).not.toBeInTheDocument(),
  );
});

test("a list that can not be loaded says why, and loads on another try", async () => {
  serveNotifications([buildItem(1)]);
  server.use(http.get(`${ORIGIN}/api/notifications`, () => buildErrorResponse(500, "serverException"), { once: true }));
  const { user, panel } = await openBell();

  await user.click(await within(panel).findByRole("button", { name: "Try again" }, LOAD_TIMEOUT));

  await waitFor(() => expect(listRows(panel)).toHaveLength(1));
});

test("a new one shows at its place, is read out, and never twice", async () => {
  const { add } = serveNotifications([buildItem(1), buildItem(3)]);
  const { panel } = await openBell();
  await waitFor(() => expect(listRows(panel)).toHaveLength(2));
  const told = { ...buildItem(2), companyId: ALICE.team?.companyId };
  add(buildItem(2));

  act(() => {
    for (let times = 0; times < 2; times += 1) {
      receiveEvent(notificationsEvents, "notifications.notification.created", told);
    }
  });

  await waitFor(() => expect(listRows(panel)).toHaveLength(3));
  expect(listRows(panel).map((row) => row.textContent?.match(/guests-\d/)?.[0])).toEqual([
    "guests-3",
    "guests-2",
    "guests-1",
  ]);
});

test("what another team of the person is told does not show here", async () => {
  serveNotifications([buildItem(1)]);
  const { panel } = await openBell();
  await waitFor(() => expect(listRows(panel)).toHaveLength(1));

  act(() => {
    const told = { ...buildItem(2), companyId: "00000000-0000-7000-8000-0000000000ff" };
    receiveEvent(notificationsEvents, "notifications.notification.created", told);
  });

  expect(listRows(panel)).toHaveLength(1);
});
