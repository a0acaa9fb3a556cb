import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { failing, ORIGIN, signedInAnswers } from "./answers";
import { renderApp } from "./render-app";
import { server } from "./server";

beforeEach(() => server.use(...signedInAnswers()));

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

  test("the frame shows the team, the user, the menu and the use of the plan", async () => {
    await renderApp("/analytics", { token: "full" });

    expect(await screen.findByText("Kopi Selatan")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Alice Wulandari, user menu" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/analytics");
    expect(screen.getByRole("meter", { name: "Email sent" })).toHaveAttribute("aria-valuenow", "980");
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
    server.use(http.get(`${ORIGIN}/api/me`, () => failing(401, code)));
    const { router } = await renderApp("/analytics", { token: "full" });

    await screen.findByRole("heading", { name: "Sign in" });

    expect(router.state.location.search).toBe("?redirect=%2Fanalytics");
  });

  test("any other failure goes to /err, and back when the server answers again", async () => {
    let isUp = false;
    server.use(
      http.get(`${ORIGIN}/api/me`, () => (isUp ? undefined : failing(500, "serverException"))),
      http.get(`${ORIGIN}/api/version`, () => (isUp ? undefined : failing(500, "serverException"))),
    );
    const { router } = await renderApp("/analytics", { token: "full" });
    await screen.findByRole("heading", { name: "No connection to the server" });
    expect(router.state.location.search).toBe("?redirect=%2Fanalytics");

    isUp = true;
    (await screen.findByRole("button", { name: "Try now" })).click();

    await screen.findByRole("heading", { name: "Analytics", level: 1 });
    await waitFor(() => expect(router.state.location.pathname).toBe("/analytics"));
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
