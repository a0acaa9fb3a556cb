import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { queryClient } from "@/app/query";
import { reactTo } from "@/app/reactions";
import { sessionEvents } from "@/features/session/events";
import { followTabs, getSessionState, session } from "@/features/session/public";
import { ApiFailure } from "@/lib/api/failure";
import { SESSION_KEYS } from "@/lib/storage";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "./handlers";
import { receiveEvent } from "./receive-event";
import { renderApp } from "./render-app";
import { server } from "./server";

beforeEach(() => {
  session.send({ type: "leaveEnded" });
  session.send({ type: "dismissMultipleLogin" });
  server.use(
    ...signedInHandlers(),
    http.get(`${ORIGIN}/api/captcha`, () => HttpResponse.json({ parameters: {}, signature: "s" })),
    http.post(`${ORIGIN}/api/logout`, () => HttpResponse.json({ done: true })),
  );
});

const ANALYTICS = { name: "Analytics", level: 1 } as const;

async function openSignedIn(path = "/analytics") {
  const app = await renderApp(path, { token: "full" });
  await screen.findByRole("heading", ANALYTICS);
  return app;
}

describe("a session that somebody ended", () => {
  test.each([
    ["an event", () => receiveEvent(sessionEvents, "identity.session.ended", { reason: "forced-out" })],
    ["a call", () => reactTo(new ApiFailure({ body: { code: "forceOutException" }, status: 401, method: "GET" }))],
  ])(
    "SHELL-230: told by %s, stands as a dialog over the page, and nothing goes on until it is left",
    async (_, told) => {
      const { router } = await openSignedIn("/analytics?days=7");

      told();

      await screen.findByRole("dialog", { name: "Your session has ended" });
      expect(screen.getByRole("heading", ANALYTICS)).toBeInTheDocument();
      expect(localStorage.getItem("token")).toBeNull();
      void router.navigate("/contacts");
      await waitFor(() => expect(router.state.navigation.state).toBe("loading"));
      expect(router.state.location.pathname).toBe("/analytics");

      await userEvent.click(screen.getByRole("button", { name: "Sign in again" }));

      await screen.findByRole("heading", { name: "Sign in" });
      expect(router.state.location).toMatchObject({ pathname: "/login", search: "?redirect=%2Fanalytics%3Fdays%3D7" });
      expect(screen.queryByRole("dialog")).toBeNull();
    },
  );

  test("a navigation that was under way goes no further", async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { router } = await openSignedIn();
    server.use(
      http.get(`${ORIGIN}/api/ping`, async () => {
        await held;
        return HttpResponse.json(true);
      }),
    );
    await queryClient.invalidateQueries({ queryKey: ["get", "/api/ping"] });
    void router.navigate("/contacts/labels");
    await waitFor(() => expect(router.state.navigation.state).toBe("loading"));

    session.send({ type: "forcedOut" });
    answer();

    await screen.findByRole("dialog", { name: "Your session has ended" });
    await new Promise((resolve) => setTimeout(resolve));
    expect(router.state.location.pathname).toBe("/analytics");
  });

  test("signing in again in another tab takes the dialog away and shows the page anew", async () => {
    let asked = 0;
    const { router } = await openSignedIn();
    session.send({ type: "forcedOut" });
    await screen.findByRole("dialog", { name: "Your session has ended" });
    server.events.on("request:start", ({ request }) => {
      if (request.url.endsWith("/api/me")) asked += 1;
    });

    localStorage.setItem("token", "another");
    followTabs({ key: "token" });

    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    await screen.findByRole("heading", ANALYTICS);
    expect(router.state.location.pathname).toBe("/analytics");
    server.events.removeAllListeners();
  });

  test("found ended at the first call, the dialog stands over the sign-in", async () => {
    server.use(http.get(`${ORIGIN}/api/ping`, () => buildErrorResponse(401, "forceOutException")));
    const guarded = renderApp("/analytics", { token: "full" });
    session.send({ type: "forcedOut" });
    const { router } = await guarded;

    await screen.findByRole("dialog", { name: "Your session has ended" });
    expect(router.state.location.pathname).toBe("/login");
  });
});

describe("what comes late of a session that is over", () => {
  test.each(["forceOutException", "sessionExpired"])(
    "%s, said to an earlier session, leaves the new one alone",
    async (code) => {
      await openSignedIn();
      const late = new ApiFailure({ body: { code }, status: 401, method: "GET" });
      late.isOutdated = true;

      reactTo(late);

      expect(getSessionState()).toBe("loggedIn");
      expect(localStorage.getItem("token")).toBe("full");
    },
  );

  test("an end does not sign out the tab that has signed in since", async () => {
    await openSignedIn();
    localStorage.setItem("token", "another");

    receiveEvent(sessionEvents, "identity.session.ended", { reason: "forced-out" });
    expect(localStorage.getItem("token")).toBe("another");
    followTabs({ key: "token" });

    await waitFor(() => expect(session.getSnapshot().context.token).toBe("another"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the other tabs", () => {
  test("a choice to go is followed, without the way back", async () => {
    const { router } = await openSignedIn();

    localStorage.setItem("logout", "signedOut");
    localStorage.removeItem("token");
    followTabs({ key: "token" });

    await screen.findByRole("heading", { name: "Sign in" });
    expect(router.state.location).toMatchObject({ pathname: "/login", search: "" });
  });

  test("an ended session is told in each", async () => {
    await openSignedIn();

    localStorage.setItem("logout", "forcedOut");
    localStorage.removeItem("token");
    followTabs({ key: "token" });

    expect(await screen.findByRole("dialog", { name: "Your session has ended" })).toBeInTheDocument();
  });

  test("SHELL-221: an expiry is followed, and the sign-in says why", async () => {
    const { router } = await openSignedIn();

    localStorage.clear();
    followTabs({ key: null });

    expect(await screen.findByText("Your session has ended. Sign in again to continue.")).toBeInTheDocument();
    expect(router.state.location.search).toBe("?redirect=%2Fanalytics");
  });

  test("a sign-in is taken over", async () => {
    const { router } = await renderApp("/login?redirect=%2Fanalytics");
    await screen.findByRole("heading", { name: "Sign in" });

    localStorage.setItem("token", "theirs");
    followTabs({ key: "token" });

    await screen.findByRole("heading", ANALYTICS);
    expect(router.state.location.pathname).toBe("/analytics");
  });

  test("a tab that slept over an end and a new sign-in goes on with the new one", async () => {
    await openSignedIn();

    localStorage.setItem("token", "newer");
    followTabs({ key: "token" });

    expect(session.getSnapshot().context.token).toBe("newer");
    expect(localStorage.getItem("token")).toBe("newer");
    await screen.findByRole("heading", ANALYTICS);
  });

  test.each(["language", "sidebar", "teamName"])("%s is no word about the session", async (key) => {
    await openSignedIn();

    followTabs({ key });

    expect(getSessionState()).toBe("loggedIn");
  });
});

describe("signing out", () => {
  test("clears every session value, what was loaded, and flags it", async () => {
    const { router } = await openSignedIn();
    for (const key of SESSION_KEYS) localStorage.setItem(key, "something");
    localStorage.setItem("language", "en");

    await router.navigate("/logout");
    await screen.findByRole("heading", { name: "Sign in" });

    expect({ ...localStorage }).toMatchObject({ logout: "signedOut", language: "en" });
    for (const key of SESSION_KEYS) expect(localStorage.getItem(key)).toBeNull();
    for (const path of ["/api/me", "/api/companies/plan", "/api/companies/usage"]) {
      expect(queryClient.getQueryData(["get", path, {}])).toBeUndefined();
    }
  });
});

describe("the sign-in where another session stands", () => {
  const sent: Record<string, unknown>[] = [];

  beforeEach(() => {
    sent.length = 0;
    server.use(
      http.post(`${ORIGIN}/api/checkToken-2FA`, () => HttpResponse.json({ state: "complete", token: "full" })),
    );
  });

  function answering(code: string) {
    server.use(
      http.post(`${ORIGIN}/api/signin`, async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return sent.at(-1)?.logoutFromOthers
          ? HttpResponse.json({ token2fa: "two-factor" })
          : buildErrorResponse(409, code);
      }),
    );
  }

  async function tryToSignIn() {
    await userEvent.type(await screen.findByLabelText("Email address"), "alice@kopiselatan.example");
    await userEvent.type(screen.getByLabelText("Password"), "correct horse battery");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  }

  test("SHELL-228: asks, and repeats the same sign-in with a new proof of work", async () => {
    const challenges = vi.fn();
    answering("signInConfirmException");
    server.events.on("request:start", ({ request }) => {
      if (request.url.includes("/api/captcha")) challenges();
    });
    await renderApp("/login");
    await tryToSignIn();

    await userEvent.click(await screen.findByRole("button", { name: "Sign in and end other sessions" }));

    await screen.findByRole("heading", ANALYTICS);
    expect(sent.map(({ captcha: _captcha, ...body }) => body)).toEqual([
      { email: "alice@kopiselatan.example", password: "correct horse battery", logoutFromOthers: false },
      { email: "alice@kopiselatan.example", password: "correct horse battery", logoutFromOthers: true },
    ]);
    // One each, and possibly another that the form starts when it regains the focus.
    expect(challenges.mock.calls.length).toBeGreaterThanOrEqual(2);
    server.events.removeAllListeners();
  });

  test("cancelled, nothing more is sent and the password is still there", async () => {
    answering("signInConfirmException");
    await renderApp("/login");
    await tryToSignIn();

    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));

    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByLabelText("Password")).toHaveValue("correct horse battery");
    expect(sent).toHaveLength(1);
    expect(getSessionState()).toBe("loggedOut");
  });

  test("SHELL-229: denied, there is only a way out", async () => {
    answering("signInConfirmMode1Exception");
    await renderApp("/login");
    await tryToSignIn();

    const dialog = within(await screen.findByRole("dialog", { name: "Already signed in on another device" }));

    expect(screen.queryByRole("button", { name: "Sign in and end other sessions" })).toBeNull();
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toHaveLength(1);
  });
});
