import { cleanup, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Identity } from "@/features/session/public";
import { readStoredJson } from "@/lib/storage";
import { ALICE, IDENTITY } from "./fixtures";
import { ORIGIN, signedInHandlers } from "./handlers";
import { renderApp } from "./render-app";
import { server } from "./server";

const OBL: Identity = { ...IDENTITY, vendor: "obl", name: "OBL Mail", icon: "lens", decor: "lenses", color: "#B3261E" };
const PURIFY: Identity = { ...IDENTITY, vendor: "purify", name: "Purify", icon: "drop", color: "#0E7A63" };

let requestCount = 0;

beforeEach(() => {
  requestCount = 0;
  server.use(...signedInHandlers());
  server.use(
    http.get(`${ORIGIN}/api/client`, () => {
      requestCount += 1;
      return HttpResponse.json(OBL);
    }),
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, identity: PURIFY })),
    http.post(`${ORIGIN}/api/logout`, () => HttpResponse.json({ done: true })),
  );
});

test("SHELL-195: the team's brand takes the place of the address's, and gives it back with the session", async () => {
  const { router } = await renderApp("/analytics", { token: "full" });
  await screen.findByRole("heading", { name: "Analytics", level: 1 });
  await waitFor(() => expect(document.title).toBe("Analytics | Purify"));
  expect(readStoredJson("identity")).toEqual(PURIFY);
  const before = requestCount;

  await router.navigate("/logout");

  await screen.findByRole("heading", { name: "Sign in" });
  await waitFor(() => expect(document.title).toBe("Sign in | OBL Mail"));
  expect(requestCount).toBe(before + 1);
  expect(readStoredJson("identity")).toEqual(OBL);
});

describe("the page before the sign-in", () => {
  async function openAs(
    brand: Partial<Identity>,
  ): Promise<{ readonly brand: HTMLElement; readonly decor: HTMLElement }> {
    server.use(http.get(`${ORIGIN}/api/client`, () => HttpResponse.json({ ...OBL, ...brand })));
    // Otherwise the vendor stored in this browser would be shown until the response.
    localStorage.removeItem("identity");
    await renderApp("/login");
    const heading = await screen.findByRole("heading", { level: 1, name: "Sign in" });
    await waitFor(() => expect(document.title).toBe(`Sign in | ${brand.name ?? OBL.name}`));
    const main = screen.getByRole("main");
    return { brand: heading.previousElementSibling as HTMLElement, decor: main.nextElementSibling as HTMLElement };
  }

  test("TEAM-95: a vendor's logo stands in the place of mark and name", async () => {
    const { brand } = await openAs({ logo: "/m/obl.svg", name: "OBL Logo" });

    const logo = await screen.findByRole("img", { name: "OBL Logo" });
    expect(logo).toHaveAttribute("src", "/m/obl.svg");
    expect(brand).toHaveTextContent("");
    expect(brand.querySelectorAll("svg")).toHaveLength(0);
  });

  test("TEAM-95: without one it is made of the vendor's own mark and name", async () => {
    const drawn: string[] = [];
    for (const vendor of [OBL, PURIFY, { ...OBL, vendor: "otp", name: "OTP Mail", icon: "" }]) {
      const { brand } = await openAs(vendor);
      await waitFor(() => expect(brand).toHaveTextContent(vendor.name));
      drawn.push(brand.querySelector("svg")?.innerHTML ?? "");
      cleanup();
    }

    expect(new Set(drawn).size).toBe(3);
    expect(drawn[2]).toContain(">OM</text>");
  });

  test("TEAM-97: each vendor has its own decoration: drawn by name, a picture by path, else its initials", async () => {
    const drawn: string[] = [];
    for (const decor of ["chevrons", "lenses", "waves", "shapes", "weave", "ripples", ""]) {
      const view = await openAs({ decor, name: `Vendor ${decor || "plain"}` });
      await waitFor(() => expect(view.decor.querySelector("svg")).not.toBeNull());
      drawn.push(view.decor.innerHTML);
      cleanup();
    }
    expect(new Set(drawn).size).toBe(7);
    expect(drawn[6]).toContain("VP");

    const { decor } = await openAs({ decor: "/m/ground.jpg", name: "Vendor picture" });
    await waitFor(() => expect(decor.querySelector("img")).toHaveAttribute("src", "/m/ground.jpg"));
    expect(decor).toHaveAttribute("aria-hidden", "true");
  });
});
