import { act, cleanup, renderHook, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { guardEvents } from "@/app/guard/events";
import { reloadPage } from "@/app/reload";
import { session } from "@/features/session/public";
import { readTrail } from "@/lib/route-trail";
import { useOpenModal } from "@/ui/open-modals";
import { ALICE, PLAN } from "./fixtures";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "./handlers";
import { receiveEvent } from "./receive-event";
import { renderApp } from "./render-app";
import { server } from "./server";

vi.mock("@/app/reload", async (original) => ({ ...(await original<object>()), reloadPage: vi.fn() }));

beforeEach(() => server.use(...signedInHandlers()));

describe("without a session", () => {
  test.each([
    ["/", "/login", ""],
    ["/analytics", "/login", "?redirect=%2Fanalytics"],
    ["/dashboard", "/login", "?redirect=%2Fanalytics"],
    ["/2fa", "/login", ""],
  ])("%s leads to %s%s", async (path, pathname, search) => {
    const { router } = await renderApp(path);

    await screen.findByRole("heading", { name: "Sign in" });

    expect(router.state.location).toMatchObject({ pathname, search });
  });

  test("nothing is asked of the server but who it is", async () => {
    const asked: string[] = [];
    server.events.on("request:start", ({ request }) => asked.push(new URL(request.url).pathname));
    await renderApp("/analytics");

    await screen.findByRole("heading", { name: "Sign in" });

    await waitFor(() => expect([...new Set(asked)]).toEqual(["/api/client"]));
    server.events.removeAllListeners();
  });
});

describe("with a session", () => {
  test.each(["/", "/login", "/register", "/2fa", "/dashboard", "/analytics"])("%s leads home", async (path) => {
    const { router } = await renderApp(path, { token: "full" });

    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    expect(router.state.location.pathname).toBe("/analytics");
    await waitFor(() => expect(document.title).toBe("Analytics | Dashboard SMTP"));
  });

  test("a navigation that replaces the first one finds its screen", async () => {
    const { router } = await renderApp("/help", { token: "full" });
    await router.navigate("/analytics");

    expect(await screen.findByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
  });

  test("the frame shows the team, the user, the menu and the use of the plan", async () => {
    await renderApp("/analytics", { token: "full" });

    expect(await screen.findByText("Kopi Selatan")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Alice Wulandari, user menu" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/analytics");
    expect(screen.getByRole("meter", { name: "Emails sent" })).toHaveAttribute("aria-valuenow", "980");
  });

  test("/logout tells the server, forgets everything and goes to the sign-in", async () => {
    const told: (string | null)[] = [];
    server.use(
      http.post(`${ORIGIN}/api/logout`, ({ request }) => {
        told.push(request.headers.get("Authorization"));
        return HttpResponse.json({ done: true });
      }),
    );
    const { router } = await renderApp("/analytics", { token: "full" });
    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    await router.navigate("/logout");

    await screen.findByRole("heading", { name: "Sign in" });
    expect(router.state.location).toMatchObject({ pathname: "/login", search: "" });
    expect(told).toEqual(["Bearer full"]);
    for (const key of ["token", "token2fa", "teamName", "teamId", "hourFormat"]) {
      expect(localStorage.getItem(key)).toBeNull();
    }
  });

  test("a ping that answers false ends the session, with the way back", async () => {
    server.use(http.get(`${ORIGIN}/api/ping`, () => HttpResponse.json(false)));
    const { router } = await renderApp("/analytics", { token: "full" });

    await screen.findByRole("heading", { name: "Sign in" });

    expect(router.state.location.search).toBe("?redirect=%2Fanalytics");
    expect(localStorage.getItem("token")).toBeNull();
  });

  test.each(["tokenException", "sessionExpired", "forceOutException"])("%s ends the session", async (code) => {
    server.use(http.get(`${ORIGIN}/api/me`, () => buildErrorResponse(401, code)));
    const { router } = await renderApp("/analytics", { token: "full" });

    await screen.findByRole("heading", { name: "Sign in" });

    expect(router.state.location.search).toBe("?redirect=%2Fanalytics");
  });

  test("any other failure goes to /err, and back when the server answers again", async () => {
    let isUp = false;
    server.use(
      http.get(`${ORIGIN}/api/me`, () => (isUp ? undefined : buildErrorResponse(500, "serverException"))),
      http.post(`${ORIGIN}/api/ping`, () => (isUp ? HttpResponse.json(true) : HttpResponse.error())),
    );
    const { router } = await renderApp("/analytics", { token: "full" });
    await screen.findByRole("heading", { name: "No connection to the server" });
    expect(router.state.location.search).toBe("?redirect=%2Fanalytics");

    isUp = true;
    (await screen.findByRole("button", { name: "Try again now" })).click();

    await screen.findByRole("heading", { name: "Analytics", level: 1 });
    await waitFor(() => expect(router.state.location.pathname).toBe("/analytics"));
  });
});

describe("what the session's data say", () => {
  function me(changes: {
    user?: object;
    team?: object;
    permissions?: string[];
    identity?: object;
    [name: string]: unknown;
  }) {
    const { user, team, identity, ...rest } = changes;
    server.use(
      http.get(`${ORIGIN}/api/me`, () =>
        HttpResponse.json({
          ...ALICE,
          ...rest,
          user: { ...ALICE.user, ...user },
          team: { ...ALICE.team, ...team },
          identity: { ...ALICE.identity, ...identity },
        }),
      ),
    );
  }

  test("SHELL-157, 159: ping and version are asked for, then user, team, plan, quota and features are there", async () => {
    const asked: string[] = [];
    server.events.on("request:start", ({ request }) => asked.push(new URL(request.url).pathname));
    const { router } = await renderApp("/analytics", { token: "full" });
    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    const needed = ["/api/ping", "/api/version", "/api/me", "/api/companies/plan", "/api/companies/usage"];
    for (const path of needed) expect(asked.filter((one) => one === path)).toHaveLength(1);

    asked.length = 0;
    await router.navigate("/senders");
    await router.navigate("/analytics");
    // At most once a minute.
    expect(asked.filter((path) => needed.includes(path))).toEqual([]);
    server.events.removeAllListeners();
  });

  test("SHELL-158: a newer version that is forced reloads the page, and shows nothing in between", async () => {
    server.use(http.get(`${ORIGIN}/api/version`, () => HttpResponse.json({ version: "9.0.0", forced: true })));
    await renderApp("/analytics", { token: "full" });

    await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));

    expect(localStorage.getItem("forcedVersion")).toBe("9.0.0");
    expect(screen.queryByRole("heading", { name: "Analytics", level: 1 })).toBeNull();
  });

  test("SHELL-11, 167: a suspended team sees /suspended, and goes on by itself once restored", async () => {
    me({ team: { suspend: true } });
    const { router } = await renderApp("/contacts", { token: "full" });
    expect(await screen.findByRole("heading", { name: "This team is suspended" })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe("/suspended");
    expect(screen.getAllByRole("link", { name: "Sign out" })[0]).toHaveAttribute("href", "/logout");

    me({ team: { suspend: false } });
    receiveEvent(guardEvents, "teams.team.restored", {});

    await screen.findByRole("heading", { name: "Analytics", level: 1 });
    expect(router.state.location.pathname).toBe("/analytics");
  });

  test("SHELL-167: a team that is suspended while its people work is led away at once", async () => {
    const { router } = await renderApp("/analytics", { token: "full" });
    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    me({ team: { suspend: true } });
    receiveEvent(guardEvents, "teams.team.suspended", {});

    await screen.findByRole("heading", { name: "This team is suspended" });
    expect(router.state.location.pathname).toBe("/suspended");
  });

  test("SHELL-10, 166: a payment session is at /pay, wherever it wants to go", async () => {
    me({ paymentAuth: true });
    const { router } = await renderApp("/contacts", { token: "full" });

    expect(await screen.findByRole("heading", { name: "Pay for your plan" })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe("/pay");
  });

  test("SHELL-165, SESS-47: an mt user without two-factor is reminded once in a browser, with the way on", async () => {
    me({ user: { twoFactor: false } });
    server.use(http.post(`${ORIGIN}/api/logout`, () => HttpResponse.json({ done: true })));
    const { router, stop } = await renderApp("/update-plan", { token: "full" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/reminder-2fa"));
    expect(router.state.location.search).toBe("?redirect=%2Fupdate-plan");
    expect(localStorage.getItem("reminder2fa")).toBe("true");

    await router.navigate("/update-plan");
    await screen.findByRole("heading", { name: "Change your plan" });

    // The next session of this browser gets no second reminder, regardless of its user.
    act(() => session.send({ type: "signOut" }));
    await screen.findByRole("heading", { name: "Sign in" });
    cleanup();
    stop();
    const next = await renderApp("/update-plan", { token: "full" });
    await screen.findByRole("heading", { name: "Change your plan" });
    expect(next.router.state.location.pathname).toBe("/update-plan");
  });

  test.each([
    ["SHELL-12", "landing_plan", "/update-plan", "Change your plan"],
    ["SHELL-13", "landing_calculate", "/calculate-from-landing", "Your price"],
  ])("%s, SHELL-172: the cookie %s leads to %s, once", async (_, cookie, path, heading) => {
    // biome-ignore lint/suspicious/noDocumentCookie: what the landing site does
    document.cookie = `${cookie}=silver`;
    const { router } = await renderApp("/analytics", { token: "full" });
    await screen.findByRole("heading", { name: heading });
    expect(router.state.location.pathname).toBe(path);
    expect(document.cookie).not.toContain(cookie);

    await userEvent.click(screen.getByRole("link", { name: "Go to the dashboard" }));

    await screen.findByRole("heading", { name: "Analytics", level: 1 });
  });

  test("TEAM-183: who is refused by role lands on the dashboard and is told 'Not Authorized'", async () => {
    const { router } = await renderApp("/contacts", { token: "full" });

    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    expect(router.state.location.pathname).toBe("/analytics");
    expect(await screen.findByText("Not Authorized")).toBeInTheDocument();
  });

  test.each(["/analytics?promo=HEMAT-20", "/dashboard?promo=HEMAT-20", "/?promo=HEMAT-20"])(
    "SHELL-178: %s keeps the promo code",
    async (path) => {
      await renderApp(path, { token: "full" });

      await screen.findByRole("heading", { name: "Analytics", level: 1 });

      expect(localStorage.getItem("promoCode")).toBe("HEMAT-20");
    },
  );

  test("SHELL-178: on another screen, or with anything but a code in it, nothing is kept", async () => {
    me({ permissions: ["sender.view"] });
    server.use(
      http.get(`${ORIGIN}/api/companies/plan`, () =>
        HttpResponse.json({ ...PLAN, features: [{ name: "emailSender", enable: true, subFeatures: [] }] }),
      ),
      http.get(`${ORIGIN}/api/senders`, () => HttpResponse.json({ items: [], total: 0, page: 1, size: 10 })),
    );
    const { router } = await renderApp("/senders?promo=HEMAT", { token: "full" });
    await waitFor(() => expect(document.title).toBe("Email senders | Dashboard SMTP"));
    await router.navigate("/analytics?promo=%3Cb%3E");
    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    expect(localStorage.getItem("promoCode")).toBeNull();
  });
});

describe("screens and what stands over them", () => {
  test("SHELL-131: another screen closes what was open", async () => {
    const onClose = vi.fn();
    const { router } = await renderApp("/analytics", { token: "full" });
    await screen.findByRole("heading", { name: "Analytics", level: 1 });
    const { unmount } = renderHook(() => useOpenModal(onClose));
    expect(document.body).toHaveClass("modal-visible");

    await router.navigate("/analytics?period=30");
    expect(onClose).not.toHaveBeenCalled();
    await router.navigate("/update-plan");
    await screen.findByRole("heading", { name: "Change your plan" });

    // The heading can be drawn before the effects of the navigation run.
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    unmount();
    // SHELL-187
    expect(document.body).not.toHaveClass("modal-visible");
  });

  test("SHELL-02: /page/loading shows the loading page", async () => {
    await renderApp("/page/loading");

    // The texts load after the page, so it renders twice.
    await waitFor(() => expect(screen.getByText("Loading ...")).toBeInTheDocument());
  });

  test("SHELL-208: it is known where the user came from", async () => {
    const { router } = await renderApp("/analytics", { token: "full" });
    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    await router.navigate("/update-plan");

    await waitFor(() => expect(readTrail().current).toEqual({ name: "update-plan", path: "/update-plan" }));
    expect(readTrail().previous).toEqual({ name: "analytics", path: "/analytics" });
  });
});

describe("odd addresses", () => {
  test("an unknown one says so and leads home", async () => {
    await renderApp("/no/such/page");

    expect(
      await screen.findByRole("heading", { name: "We couldn't find the page you're looking for" }),
    ).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Back to home" })).toHaveAttribute("href", "/");
  });

  test("an old tracking address leads to the dashboard", async () => {
    const { router } = await renderApp("/t/abc", { token: "full" });

    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    expect(router.state.location.pathname).toBe("/analytics");
  });

  test("a redirect never leaves the application", async () => {
    const { router } = await renderApp("/login?redirect=%2F%2Fevil.example", { token: "full" });

    await screen.findByRole("heading", { name: "Analytics", level: 1 });

    expect(router.state.location.pathname).toBe("/analytics");
  });
});
