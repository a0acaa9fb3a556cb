import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { useSyncExternalStore } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { FEATURE_EVENTS } from "@/app/feature-events";
import { POLL_MS as IMPORT_POLL_MS } from "@/features/contacts/import/imports-data";
import { mergeEvents } from "@/lib/socket/events";
import { POLL_INTERVAL_MS } from "@/lib/socket/polling";
import { contactsHandlers, IMPORT } from "./contacts/handlers";
import { ORIGIN, signedInHandlers } from "./handlers";
import { renderApp } from "./render-app";
import { server } from "./server";

const link = vi.hoisted(() => ({ state: "up", listeners: new Set<() => void>() }));
vi.mock("@/lib/socket/link", async (importOriginal) => ({
  ...(await importOriginal<typeof import("@/lib/socket/link")>()),
  useLinkState: () =>
    useSyncExternalStore(
      (listener) => {
        link.listeners.add(listener);
        return () => link.listeners.delete(listener);
      },
      () => link.state,
    ),
}));

function setLinkState(state: "up" | "lost"): void {
  act(() => {
    link.state = state;
    for (const listener of link.listeners) listener();
  });
}

/** Paths requested by a timer (HTTP-16), in order. */
let polledPaths: string[] = [];

beforeEach(() => {
  link.state = "up";
  polledPaths = [];
  server.use(...signedInHandlers());
  server.use(...contactsHandlers());
  server.use(http.get(`${ORIGIN}/api/contacts/import/status`, () => HttpResponse.json({ item: IMPORT })));
  server.use(http.get(`${ORIGIN}/api/articles`, () => HttpResponse.json([])));
  server.events.removeAllListeners();
  server.events.on("request:start", ({ request }) => {
    if (request.headers.get("X-Requested-With") === "interval") polledPaths.push(new URL(request.url).pathname);
  });
});

test.each([
  ["notifications", "notifications.notification.created"],
  ["activity", "activity.entry.recorded"],
  ["import progress", "contacts.import.progressed"],
  ["export ready", "contacts.bulk.changed"],
  ["multi-login", "identity.session.opened"],
  ["force-out", "identity.session.ended"],
])("ACT-56: %s is pushed, as %s", (_, name) => {
  expect(mergeEvents(FEATURE_EVENTS).get(name)?.length).toBeGreaterThan(0);
});

test("ACT-56: while the socket is up nothing is polled; while it is down what would be pushed is asked for", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    await renderApp("/help", { token: "alice" });
    await vi.waitFor(() => screen.getByRole("heading", { level: 1, name: "FAQ" }));
    await act(() => vi.advanceTimersByTimeAsync(2 * POLL_INTERVAL_MS));
    expect(polledPaths).toEqual([]);

    setLinkState("lost");
    await vi.waitFor(() => expect(polledPaths).toContain("/api/notifications/alert"));
    await act(() => vi.advanceTimersByTimeAsync(IMPORT_POLL_MS));
    await vi.waitFor(() => expect(polledPaths).toContain("/api/contacts/import/status"));
    polledPaths = [];
    await act(() => vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS));
    await vi.waitFor(() => expect(polledPaths).toContain("/api/notifications/alert"));

    setLinkState("up");
    await act(() => vi.advanceTimersByTimeAsync(1));
    polledPaths = [];
    await act(() => vi.advanceTimersByTimeAsync(2 * POLL_INTERVAL_MS));
    expect(polledPaths).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
