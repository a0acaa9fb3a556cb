/** All other screens, wide and narrow, in light and dark mode. */

import { mustCall } from "./calls.ts";
import { newMark, register } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { OPERATOR } from "./locks.ts";
import { routePatterns } from "./routes.ts";
import {
  BEFORE_SIGN_IN,
  CONSOLE,
  DETAILS,
  GATES,
  LISTS,
  SETTINGS,
  SUSPENDED,
  TRANSACTIONAL,
  TRANSACTIONAL_GONE,
  USED_LINKS,
  walk,
} from "./screens.ts";
import { checkScreen, listenForErrors } from "./walk.ts";

test("every screen of the route table is visited", () => {
  const walked = [
    BEFORE_SIGN_IN,
    USED_LINKS,
    LISTS,
    SETTINGS,
    TRANSACTIONAL,
    TRANSACTIONAL_GONE,
    GATES,
    CONSOLE,
  ].flatMap((stops) => Object.keys(stops));

  expect([...walked, ...DETAILS, SUSPENDED].toSorted()).toEqual(routePatterns());
});

test("the screens before signing in", async ({ page }) => {
  const errors = listenForErrors(page);
  await walk(page, [...Object.values(BEFORE_SIGN_IN), "/nothing/is/here"]);
  expect(errors).toEqual([]);

  // These screens show that the link is no longer valid.
  await walk(page, Object.values(USED_LINKS));
  expect(errors.filter((error) => !error.includes("Failed to load resource"))).toEqual([]);
});

test("the blocked pages, and the screens of a suspended team", { lock: OPERATOR }, async ({ page, operator }) => {
  const errors = listenForErrors(page);
  const company = `Kedai ${newMark()}`;
  await register(page, { company });
  await walk(page, Object.values(GATES));
  expect(errors).toEqual([]);

  const { items } = await mustCall<{ items: { companyId: string }[] }>(operator, {
    method: "GET",
    path: `admin/teams?search=${encodeURIComponent(company)}`,
  });
  const path = `admin/teams/${items[0]?.companyId}/suspend`;
  await mustCall(operator, { method: "POST", path, body: { reason: "Looked at by a journey" } });
  await page.goto("/contacts");
  await expect(page).toHaveURL(/\/suspended$/);
  await checkScreen(page);
});
