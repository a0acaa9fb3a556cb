import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SIGNED_IN_ROUTES } from "@/app/features";
import { session } from "@/features/session/public";
import { LABELS } from "../contacts/handlers";
import { ALICE, PLAN } from "../fixtures";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "../handlers";
import { renderApp } from "../render-app";
import { server } from "../server";

const ANALYTICS = { name: "Analytics", level: 1 } as const;

/** The permissions and features of all screens, so that the whole menu is visible. */
const FULL_ACCESS_USER = {
  permissions: [...new Set(["contact.label", ...SIGNED_IN_ROUTES.flatMap(({ permission }) => permission ?? [])])],
  features: [...new Set(SIGNED_IN_ROUTES.flatMap(({ feature }) => feature ?? []))],
};

beforeEach(() => {
  // The requests of the screens behind the menu do not matter here.
  server.use(http.all(`${ORIGIN}/api/*`, () => buildErrorResponse(500, "serverException")));
  server.use(...signedInHandlers());
  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, permissions: FULL_ACCESS_USER.permissions })),
    http.get(`${ORIGIN}/api/companies/plan`, () =>
      HttpResponse.json({
        ...PLAN,
        features: FULL_ACCESS_USER.features.map((name) => ({ name, enable: true, subFeatures: [] })),
      }),
    ),
  );
});

async function openFrame() {
  const view = await renderApp("/analytics", { token: "alice" });
  await screen.findByRole("heading", ANALYTICS);
  return { user: userEvent.setup(), ...view };
}

const getMenu = () => within(screen.getByRole("navigation", { name: "Menu" }));
const getHeader = () =>
  within(screen.getByRole("button", { name: /Alice Wulandari/ }).closest("header") as HTMLElement);
const getFrame = () => document.querySelector("[data-sidebar]") as HTMLElement;

describe("the header and the menu", () => {
  test("SHELL-133, 134: they stand on every screen", async () => {
    const { router } = await openFrame();
    for (const path of ["/analytics", "/help"]) {
      await router.navigate(path);
      expect(getHeader().getByRole("button", { name: /Alice Wulandari/ })).toBeVisible();
      expect(getMenu().getByRole("link", { name: "Home" })).toHaveAttribute("href", "/analytics");
    }
  });

  test("SHELL-141: a group holds its screens as a tree that folds", async () => {
    const { user, router } = await openFrame();
    const group = getMenu().getByRole("button", { name: "Settings" });
    expect(group).toHaveAttribute("aria-expanded", "false");
    expect(getMenu().queryByRole("link", { name: "User Profile" })).toBeNull();

    await user.click(group);
    expect(group).toHaveAttribute("aria-expanded", "true");
    const tree = group.parentElement?.querySelector("ul") as HTMLElement;
    expect(within(tree).getByRole("link", { name: "User Profile" })).toBeVisible();
    await user.click(group);
    expect(getMenu().queryByRole("link", { name: "User Profile" })).toBeNull();

    await user.click(getMenu().getByRole("button", { name: "Audience" }));
    await user.click(getMenu().getByRole("link", { name: "Contact Book" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
    await waitFor(() =>
      expect(getMenu().getByRole("link", { name: "Contact Book" })).toHaveAttribute("aria-current", "page"),
    );
    // The group stays open after its screen is left, until it is collapsed.
    await user.click(getMenu().getByRole("link", { name: "Home" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/analytics"));
    await user.click(getMenu().getByRole("link", { name: "Contact Book" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
  });

  test("a group that the address opened stays open on the way to another", async () => {
    const { user, router } = await openFrame();
    await router.navigate("/contacts");
    await waitFor(() => expect(getMenu().getByRole("link", { name: "Contact Book" })).toBeVisible());

    await user.click(getMenu().getByRole("link", { name: "Home" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/analytics"));

    expect(getMenu().getByRole("link", { name: "Contact Book" })).toBeVisible();
  });

  test.each([
    ["SHELL-62", undefined, "Home", "/analytics"],
    ["SHELL-65", "Marketing", "Campaign", "/campaigns"],
    ["SHELL-79", "Marketing", "Email Sender", "/senders"],
    ["SHELL-85", undefined, "FAQ", "/help"],
  ])("%s: in the group %s the entry '%s' leads to %s", async (_, group, label, path) => {
    const { user, router } = await openFrame();
    if (group) await user.click(getMenu().getByRole("button", { name: group }));

    await user.click(getMenu().getByRole("link", { name: label }));

    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  test("SHELL-184, 217: the user menu opens and closes", async () => {
    const { user } = await openFrame();
    const trigger = () => screen.getByRole("button", { name: /Alice Wulandari/, hidden: true });
    expect(screen.queryByRole("menuitem", { name: "Logout", hidden: true })).toBeNull();

    await user.click(trigger());
    await screen.findByRole("menuitem", { name: "Logout", hidden: true });
    expect(trigger()).toHaveAttribute("aria-expanded", "true");
    await user.click(trigger());

    await waitFor(() => expect(trigger()).toHaveAttribute("aria-expanded", "false"));
    await waitFor(() => expect(screen.queryByRole("menuitem", { name: "Logout", hidden: true })).toBeNull());
  });

  test("SHELL-200: the user menu names the version that the server is of", async () => {
    const { user } = await openFrame();

    await user.click(screen.getByRole("button", { name: /Alice Wulandari/ }));

    expect(await screen.findByText("Version 2.3.12")).toBeInTheDocument();
  });
});

describe("the sidebar", () => {
  const unknowing = window.matchMedia;

  function atWidth(pixels: number): void {
    vi.stubGlobal("matchMedia", (query: string) => {
      const most = /max-width: (\d+)px/.exec(query)?.[1];
      const least = /min-width: (\d+)px/.exec(query)?.[1];
      const matches = (!most || pixels <= Number(most)) && (!least || pixels >= Number(least)) && !!(most ?? least);
      return { ...unknowing(query), matches };
    });
  }

  afterEach(() => void vi.stubGlobal("matchMedia", unknowing));

  test.each([
    [766, "drawerClosed", "drawerOpen"],
    [767, "collapsed", "open"],
    [991, "collapsed", "open"],
    [992, "open", "collapsed"],
  ])("SHELL-185, 186: at %d px it is %s, the toggle makes it %s and back, and never both", async (width, at, other) => {
    atWidth(width);
    const { user } = await openFrame();
    const toggle = getHeader().getByRole("button", { name: /the menu$/, hidden: true });
    expect(getFrame()).toHaveAttribute("data-sidebar", at);

    await user.click(toggle);
    expect(getFrame()).toHaveAttribute("data-sidebar", other);
    await user.click(toggle);
    expect(getFrame()).toHaveAttribute("data-sidebar", at);
  });

  test("on a phone it is the drawer, which another screen closes", async () => {
    atWidth(766);
    const { user, router } = await openFrame();
    expect(screen.queryByRole("navigation", { name: "Menu" })).toBeNull();
    await user.click(getHeader().getByRole("button", { name: "Expand the menu" }));
    const drawer = await screen.findByRole("dialog", { name: "Menu" });

    await user.click(within(drawer).getByRole("link", { name: "FAQ" }));

    await waitFor(() => expect(router.state.location.pathname).toBe("/help"));
    await waitFor(() => expect(getFrame()).toHaveAttribute("data-sidebar", "drawerClosed"));
  });

  test("SHELL-209: the page bears the classes of the dashboard while it is shown, and whether the sidebar is folded", async () => {
    atWidth(1200);
    const DASHBOARD = ["mt-dashboard", "sidebar-mini", "fixed"];
    const { user, unmount } = await openFrame();
    await waitFor(() => expect([...document.body.classList]).toEqual(DASHBOARD));

    await user.click(screen.getByRole("button", { name: "Collapse the menu" }));
    await waitFor(() => expect([...document.body.classList]).toEqual([...DASHBOARD, "sidebar-collapse"]));

    unmount();
    expect([...document.body.classList]).toEqual([]);
  });

  test("keeps the choice in this browser", async () => {
    atWidth(1200);
    const first = await openFrame();
    await first.user.click(screen.getByRole("button", { name: "Collapse the menu" }));
    first.unmount();

    await openFrame();

    expect(getFrame()).toHaveAttribute("data-sidebar", "collapsed");
  });
});

describe("what stands over a screen", () => {
  test("SHELL-215: a click anywhere in the application is heard by what is open over it", async () => {
    const { user } = await openFrame();
    await user.click(screen.getByRole("button", { name: /Alice Wulandari/ }));
    await screen.findByRole("menuitem", { name: "Logout", hidden: true });

    await user.click(screen.getByRole("main", { hidden: true }));

    await waitFor(() => expect(screen.queryByRole("menuitem", { name: "Logout", hidden: true })).toBeNull());
  });

  test("SHELL-187, 188, 212, 219: a modal marks the page, blocks it, and is closed by a click beside it", async () => {
    server.use(http.get(`${ORIGIN}/api/contacts/label`, () => HttpResponse.json(LABELS)));
    const { user, router } = await openFrame();
    await router.navigate("/contacts/labels");
    expect(document.body).not.toHaveClass("modal-visible");

    await user.click(await screen.findByRole("button", { name: "New label" }));
    await screen.findByRole("dialog", { name: "New label" });
    expect(document.body).toHaveClass("modal-visible");

    await user.click(document.querySelector(".mantine-Modal-overlay") as HTMLElement);

    await waitFor(() => expect(screen.queryByRole("dialog", { name: "New label" })).toBeNull());
    expect(document.body).not.toHaveClass("modal-visible");
  });

  test("SHELL-137: while a screen is awaited the page says 'Loading ...'", async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get(`${ORIGIN}/api/ping`, async () => {
        await held;
        return HttpResponse.json(true);
      }),
    );
    await renderApp("/analytics", { token: "alice" });
    expect(await screen.findByText("Loading ...")).toBeVisible();

    answer();

    await screen.findByRole("heading", ANALYTICS);
    expect(screen.queryByText("Loading ...")).toBeNull();
  });

  test("SHELL-207: a screen below another one shows the way back up", async () => {
    const { user, router } = await openFrame();
    await router.navigate("/contacts/new");
    const crumbs = await screen.findByRole("navigation", { name: "Breadcrumb" });
    expect(within(crumbs).getAllByRole("listitem")[0]).toHaveTextContent("Audience");

    await user.click(within(crumbs).getByRole("link", { name: "Contact Book" }));

    await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
  });
});

describe("SHELL-127: the banner of developers", () => {
  const BANNER = "Developer mode: this session was opened with a token";

  beforeEach(() => {
    server.use(
      http.post(`${ORIGIN}/api/signin-jwt`, () => HttpResponse.json({ token2fa: "two-factor" })),
      http.post(`${ORIGIN}/api/signin-token`, () => HttpResponse.json({ token2fa: "two-factor" })),
      http.post(`${ORIGIN}/api/checkToken-2FA`, () => HttpResponse.json({ state: "complete", token: "full" })),
      http.post(`${ORIGIN}/api/logout`, () => HttpResponse.json({ done: true })),
    );
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    session.send({ type: "signOut" });
  });

  const banner = () => screen.queryAllByRole("status").map(({ textContent }) => textContent);

  test.each([
    ["/signin-jwt/signed", true],
    ["/signin-token#mailed", false],
  ])("a session of %s: %s", async (path, isShown) => {
    await renderApp(path);
    await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));
    await screen.findByRole("heading", ANALYTICS);

    expect(banner().some((text) => text === BANNER)).toBe(isShown);
  });

  test.each([
    ["true", true],
    ["false", false],
    ["1", false],
    ["TRUE", false],
  ])("an installation whose setting is '%s': %s", async (setting, isShown) => {
    vi.stubEnv("VITE_TOKEN_MODE", setting);
    await openFrame();

    expect(banner().some((text) => text === BANNER)).toBe(isShown);
  });
});

test("an address that no screen has stands within the frame, with a title of its own", async () => {
  const { router } = await renderApp("/no/such/page", { token: "alice" });

  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("We couldn't find the page");
  expect(getMenu().getByRole("link", { name: "Home" })).toHaveAttribute("href", "/analytics");
  expect(getHeader().getByRole("button", { name: /Alice Wulandari/ })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("Page not found | Dashboard SMTP"));
  await router.navigate("/help");
  await waitFor(() => expect(document.title).toBe("FAQ | Dashboard SMTP"));
});

test("the page names its screen at each arrival, also at the same one", async () => {
  const { router } = await renderApp("/help", { token: "alice" });
  await waitFor(() => expect(document.body).toHaveAttribute("data-screen", "help"));

  delete document.body.dataset.screen;
  await router.navigate("/help");

  await waitFor(() => expect(document.body).toHaveAttribute("data-screen", "help"));
});

test("without a session such an address asks for none and has no frame", async () => {
  await renderApp("/no/such/page");

  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("We couldn't find the page");
  expect(screen.queryByRole("navigation", { name: "Menu" })).toBeNull();
});
