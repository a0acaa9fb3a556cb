/** The screens of settings, transactional email and the support console, wide and narrow, in light and dark mode. */

import { mustCall } from "./calls.ts";
import { signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { OPERATOR } from "./locks.ts";
import { CONSOLE, SETTINGS, TRANSACTIONAL, TRANSACTIONAL_GONE, walk } from "./screens.ts";
import { listenForErrors } from "./walk.ts";

test("the settings and the help", async ({ page, dewi }) => {
  const errors = listenForErrors(page);
  await signIn(page, dewi);
  await walk(page, Object.values(SETTINGS));
  expect(errors).toEqual([]);
});

test("transactional email", async ({ page, dewi }) => {
  const errors = listenForErrors(page);
  await signIn(page, dewi);
  await walk(page, Object.values(TRANSACTIONAL));
  expect(errors).toEqual([]);

  // These screens show that the record does not exist.
  await walk(page, Object.values(TRANSACTIONAL_GONE));
  expect(errors.filter((error) => !error.includes("Failed to load resource"))).toEqual([]);
});

test("the support console", { lock: OPERATOR }, async ({ operator, dewi }) => {
  const errors = listenForErrors(operator);
  const search = encodeURIComponent(dewi.email);
  const teams = await mustCall<{ items: { companyId: string }[] }>(operator, {
    method: "GET",
    path: `admin/teams?search=${search}`,
  });
  const users = await mustCall<{ items: { userId: string }[] }>(operator, {
    method: "GET",
    path: `admin/users?search=${search}`,
  });
  const team = teams.items[0]?.companyId ?? "";
  const user = users.items[0]?.userId ?? "";
  await walk(
    operator,
    Object.values(CONSOLE).map((address) => address.replace("TEAM", team).replace("USER", user)),
  );
  expect(errors).toEqual([]);
});
