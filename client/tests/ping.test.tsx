import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getSessionState, isConnectionLost, session } from "@/features/session/public";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "./handlers";
import { renderApp } from "./render-app";
import { server } from "./server";

const ANALYTICS = { name: "Analytics", level: 1 } as const;
const START = new Date("2026-11-21T09:00:00Z").getTime();

let pings = 0;
let pingResponse: () => Response = () => HttpResponse.json(true);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  pings = 0;
  pingResponse = () => HttpResponse.json(true);
  server.use(...signedInHandlers());
  server.use(
    http.get(`${ORIGIN}/api/ping`, () => {
      pings += 1;
      return pingResponse();
    }),
    http.post(`${ORIGIN}/api/ping`, () => HttpResponse.json(false)),
  );
});
afterEach(() => {
  session.send({ type: "dismissMultipleLogin" });
  vi.useRealTimers();
});

/** Renders a signed-in screen; the guard has just sent its requests. */
async function signIn() {
  const app = await renderApp("/analytics?days=7", { token: "full" });
  await screen.findByRole("heading", ANALYTICS);
  await waitFor(() => expect(pings).toBe(1));
  return app;
}

function enterAfter(milliseconds: number): void {
  vi.setSystemTime(START + milliseconds);
  act(() => void fireEvent.pointerEnter(document.documentElement));
}

test("SESS-53: the pointer that comes in asks whether the session stands, at most once in 60,000 ms", async () => {
  await signIn();

  enterAfter(59_999);
  expect(pings).toBe(1);
  enterAfter(60_000);
  await waitFor(() => expect(session.getSnapshot().value.connection).toBe("up"));
  expect(pings).toBe(2);
  enterAfter(119_999);
  expect(pings).toBe(2);
  enterAfter(120_000);

  await waitFor(() => expect(pings).toBe(3));
  expect(getSessionState()).toBe("loggedIn");
});

test.each([
  ["tokenException", () => buildErrorResponse(401, "tokenException")],
  ["sessionExpired", () => buildErrorResponse(401, "sessionExpired")],
  ["data 'expired token'", () => HttpResponse.json("expired token", { status: 401 })],
])("SESS-56: a ping that fails with %s signs out and goes to the plain /login", async (_, failed) => {
  const { router } = await signIn();
  pingResponse = failed;

  enterAfter(60_000);

  await screen.findByRole("heading", { name: "Sign in" });
  expect(router.state.location).toMatchObject({ pathname: "/login", search: "" });
  expect(getSessionState()).toBe("loggedOut");
  expect(localStorage.getItem("token")).toBeNull();
});

test("SHELL-211: without an answer the connection is lost, until the next one", async () => {
  const { router } = await signIn();
  pingResponse = () => HttpResponse.error();

  enterAfter(60_000);

  await waitFor(() => expect(router.state.location.pathname).toBe("/err"));
  expect(router.state.location.search).toBe("?redirect=%2Fanalytics%3Fdays%3D7");
  expect(isConnectionLost()).toBe(true);
  expect(getSessionState()).toBe("loggedIn");
  act(() => session.send({ type: "pingAnswered", isAlive: true }));
  expect(isConnectionLost()).toBe(false);
});
