import { expect, test } from "vitest";
import { toTextKey } from "@/lib/i18n/translation";
import type { MenuGroup, RouteEntry } from "@/lib/routing";
import { buildMenu, findActiveItem, groupBySubgroup, listScreens } from "./menu";
import { MENU_GROUPS } from "./menu-groups";

const Icon = () => null;

function buildRoute(path: string, group?: MenuGroup, more: Partial<RouteEntry> = {}): RouteEntry {
  const name = path.slice(1).replaceAll("/", "-");
  return {
    path,
    name,
    title: toTextKey(`title ${name}`),
    texts: [],
    ...(group ? { menu: { group, label: toTextKey(`label ${name}`), icon: Icon } } : {}),
    load: async () => ({ Page: () => null }),
    ...more,
  };
}

const FULL_ACCESS = {
  permissions: ["contact.view"],
  features: ["contactManagement"],
  identityFeatures: [],
  isOperator: false,
  isInternal: false,
};

test("groups stand in the order of the specification, whatever the order of the features (SHELL-101)", () => {
  const routes = [...MENU_GROUPS].reverse().map((group) => buildRoute(`/${group}`, group));

  const menu = buildMenu(routes, FULL_ACCESS);

  expect(menu.map(({ group }) => group)).toEqual([
    "home",
    "audience",
    "campaign",
    "automation",
    "pagesAndForms",
    "assets",
    "reports",
    "transactional",
    "settings",
    "billing",
    "help",
    "support",
  ]);
});

test.each([
  ["nothing asked", {}, true],
  ["a permission of the role", { permission: "contact.view" }, true],
  ["a permission that the role lacks", { permission: "contact.edit" }, false],
  ["a feature of the plan", { feature: "contactManagement" }, true],
  ["a feature that the plan lacks", { feature: "automation" }, false],
  ["operators only", { operator: true }, false],
] satisfies [string, Partial<RouteEntry>, boolean][])("%s", (_what, asked, isShown) => {
  const menu = buildMenu([buildRoute("/contacts", "audience", asked)], FULL_ACCESS);

  expect(menu.length === 1).toBe(isShown);
});

test("a screen stands there where the vendor's identity switches it on (TRX-17)", () => {
  const batches = buildRoute("/batch-status", "transactional", { identityFeature: "batchStatus" });

  expect(buildMenu([batches], FULL_ACCESS)).toEqual([]);
  expect(buildMenu([batches], { ...FULL_ACCESS, identityFeatures: ["batchStatus"] })[0]?.items[0]?.path).toBe(
    "/batch-status",
  );
});

test("entries of a group within a group stand together (TRX-07)", () => {
  const menu = { group: "transactional", label: toTextKey("x"), icon: Icon } as const;
  const part = { menu: { ...menu, subgroup: "configuration" } } as const;
  const routes = [
    buildRoute("/domain", undefined, part),
    buildRoute("/events", undefined, { menu }),
    buildRoute("/webhook", undefined, part),
  ];
  const items = buildMenu(routes, FULL_ACCESS)[0]?.items ?? [];

  expect(groupBySubgroup(items).map((one) => [one.subgroup, one.items.map(({ path }) => path)])).toEqual([
    ["configuration", ["/domain", "/webhook"]],
  ]);
});

test("operators see the console, and an empty group is no group", () => {
  const console_ = buildRoute("/admin/teams", "support", { operator: true });

  expect(buildMenu([console_], { ...FULL_ACCESS, isOperator: true }).map(({ group }) => group)).toEqual(["support"]);
  expect(buildMenu([console_], FULL_ACCESS)).toEqual([]);
});

test("a detail page belongs to the longest address above it", () => {
  const menu = buildMenu([buildRoute("/contacts", "audience"), buildRoute("/contacts/new", "audience")], FULL_ACCESS);

  expect(findActiveItem(menu, "/contacts/17")?.path).toBe("/contacts");
  expect(findActiveItem(menu, "/contacts/new")?.path).toBe("/contacts/new");
  expect(findActiveItem(menu, "/contactsheet")).toBeUndefined();
});

test("a screen under another address belongs to the entry that names it, unless it has an entry of its own", () => {
  const [list, own] = [buildRoute("/campaigns", "campaign"), buildRoute("/email-marketing/categories", "campaign")];
  const routes = [{ ...list, menu: { ...list.menu, also: ["/email-marketing"] } } as RouteEntry, own];
  const menu = buildMenu([...routes], FULL_ACCESS);

  expect(findActiveItem(menu, "/email-marketing/7/review")?.path).toBe("/campaigns");
  expect(findActiveItem(menu, "/email-marketing/categories")?.path).toBe("/email-marketing/categories");
  expect(
    listScreens([...routes, buildRoute("/email-marketing/calendar")], FULL_ACCESS).map(({ path }) => path),
  ).toEqual(["/campaigns", "/email-marketing/categories", "/email-marketing/calendar"]);
});

test("the palette goes to every open screen that its name alone finds", () => {
  const routes = [
    buildRoute("/contacts", "audience"),
    buildRoute("/contacts/labels"),
    buildRoute("/contacts/:id"),
    buildRoute("/contacts/fields", undefined, { permission: "contact.field" }),
    buildRoute("/contacts/subscribe", undefined, { isPublic: true }),
    buildRoute("/contacts/buy", undefined, { isUnlisted: true }),
    buildRoute("/welcome"),
  ];

  expect(listScreens(routes, FULL_ACCESS).map(({ path, label, group }) => [path, label, group])).toEqual([
    ["/contacts", "label contacts", "audience"],
    ["/contacts/labels", "title contacts-labels", "audience"],
  ]);
});
