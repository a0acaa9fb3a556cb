import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { toTextKey } from "@/lib/i18n/translation";
import type { RouteEntry } from "@/lib/routing";
import { ALIASES, resolveAlias } from "../addresses";
import { FEATURE_ROUTES } from "../features";
import type { GuardContext } from "./context";
import { decide } from "./rules";
import { applySpecifiedRequirements } from "./specified-routes";
import { hasScreen } from "./steps";

/** Screens of areas that are not built yet; the walk treats them as present. */
const PLANNED_ROUTES: readonly RouteEntry[] = [
  { name: "reminder-2fa", path: "/reminder-2fa", isBare: true },
  { name: "trx-overview", path: "/trx-overview", transactional: true, feature: "transactionalEmail" },
  { name: "domain-authentication", path: "/domain-authentication", transactional: true },
  { name: "billing-plan", path: "/billing/plan" },
  { name: "billing-status", path: "/billing/status/:id" },
  { name: "manual-confirmation", path: "/billing/manual-confirmation/:id" },
  { name: "admin-teams", path: "/admin/teams" },
  { name: "tickets", path: "/tickets" },
  { name: "page-compose", path: "/page/compose/:id" },
].map((entry) => ({
  title: toTextKey(""),
  texts: [],
  load: () => Promise.reject(new Error("not loaded here")),
  ...entry,
}));

const SCREENS = [
  ...FEATURE_ROUTES,
  ...PLANNED_ROUTES.filter(({ path }) => !FEATURE_ROUTES.some((currentFacts) => currentFacts.path === path)),
];

type Session = "loggedOut" | "awaitingTwoFactor" | "loggedIn";

const CONTEXT_VALUES: { readonly [K in keyof GuardContext]: readonly GuardContext[K][] } = {
  vendor: ["mt", "obl", "jatis", "purify"],
  blockedAreas: [[]],
  teamName: ["Kopi Selatan", ""],
  teamRole: ["admin", "member"],
  isSuspended: [false, true],
  isPaymentOnly: [false, true],
  isOperator: [false, true],
  isInternal: [false],
  isValidated: [true],
  hasTwoFactor: [true, false],
  wasReminded: [false],
  permissions: [["contact.view"]],
  features: [[], ["contactManagement", "transactionalEmail"]],
  identityFeatures: [["batchStatus"]],
  hasPage: [undefined, false],
  hasDomain: [undefined, false, true],
  landing: [undefined, "plan"],
};

function listEveryState(): GuardContext[] {
  return Object.entries(CONTEXT_VALUES).reduce<Partial<GuardContext>[]>(
    (states, [name, values]) => states.flatMap((state) => values.map((value) => ({ ...state, [name]: value }))),
    [{}],
  ) as GuardContext[];
}

function memoize<Answer>(ask: (path: string) => Answer): (path: string) => Answer {
  const answers = new Map<string, Answer>();
  return (path) => {
    if (!answers.has(path)) answers.set(path, ask(path));
    return answers.get(path) as Answer;
  };
}

/** The most specific pattern wins, as in the router. */
const findScreen = memoize((path) => {
  const matches = SCREENS.filter((entry) => matchPath(entry.path, path)).sort(
    (a, b) => a.path.split(":").length - b.path.split(":").length,
  )[0];
  return matches && applySpecifiedRequirements(matches);
});
const canOpenPath = memoize((path) => hasScreen(path) || findScreen(path) !== undefined);

/** Target of one redirect; undefined where the screen opens. */
function step(path: string, session: Session, facts: GuardContext): { to: string; facts: GuardContext } | undefined {
  const pathname = path.split("?")[0] ?? "";
  const alias = ALIASES[pathname];
  if (alias) return { to: alias, facts };
  if (pathname.startsWith("/t/")) return { to: resolveAlias("/dashboard"), facts };
  const entry = findScreen(pathname);
  if (!entry) return undefined;
  if (entry.isPublic) {
    if (entry.name === "two-factor" && session !== "awaitingTwoFactor") {
      return { to: session === "loggedIn" ? resolveAlias("/dashboard") : "/login", facts };
    }
    if (entry.name !== "landing-login" && entry.name !== "register") return undefined;
    if (session === "loggedIn") return { to: resolveAlias("/dashboard"), facts };
    return session === "awaitingTwoFactor" ? { to: "/2fa", facts } : undefined;
  }
  if (session === "loggedOut") return { to: "/login", facts };
  if (session === "awaitingTwoFactor") return { to: "/2fa", facts };
  const decision = decide(facts, { route: entry, path, from: "/dashboard" }, canOpenPath);
  if (!decision) return undefined;
  const { effect } = decision.rule;
  return {
    to: resolveAlias(decision.target),
    facts: {
      ...facts,
      wasReminded: facts.wasReminded || effect === "rememberReminder",
      landing: effect === "clearLanding" ? undefined : facts.landing,
    },
  };
}

function walk(from: string, session: Session, facts: GuardContext): string[] {
  const way = [from];
  let currentFacts = facts;
  for (;;) {
    const next = step(way.at(-1) ?? "", session, currentFacts);
    if (!next) return way;
    way.push(next.to);
    currentFacts = next.facts;
    if (way.length > 10) return way;
  }
}

const STARTS = ["/", "/dashboard", "/t/old", ...SCREENS.map(({ path }) => path.replaceAll(/:\w+\??/g, "1"))];
const STATES = listEveryState().map((facts) => ({
  ...facts,
  blockedAreas: facts.vendor === "jatis" ? ["billing", "ticket", "notification", "whatsapp"] : [],
  permissions: facts.teamRole === "admin" ? ["team.edit", "contact.view"] : ["contact.view"],
}));

test("from every address, in every state, it takes at most three redirects to arrive", () => {
  const tooLong: string[] = [];
  let longest = 0;
  for (const start of STARTS) {
    for (const facts of STATES) {
      const way = walk(start, "loggedIn", facts);
      longest = Math.max(longest, way.length - 1);
      if (way.length > 4) tooLong.push(`${way.join(" > ")} for ${JSON.stringify(facts)}`);
    }
  }

  expect(tooLong.slice(0, 3)).toEqual([]);
  expect(longest).toBe(3);
});

test.each(["loggedOut", "awaitingTwoFactor"] as const)(
  "SHELL-155, 156: a session that is %s ends at the entrance",
  (session) => {
    const [free] = STATES;
    if (!free) throw new Error("no state");
    for (const start of STARTS) {
      const way = walk(start, session, free);
      const end = findScreen(way.at(-1) ?? "");

      expect(way.length, way.join(" > ")).toBeLessThanOrEqual(3);
      expect(end?.isPublic, way.join(" > ")).toBe(true);
    }
  },
);

test("SHELL-162: the wizard of a team that is set up leads home by way of / and the sign-in", () => {
  const [free] = STATES.filter(({ vendor, teamName, hasTwoFactor }) => vendor === "mt" && teamName && hasTwoFactor);
  if (!free) throw new Error("no state");

  expect(walk("/welcome", "loggedIn", { ...free, isSuspended: false, isPaymentOnly: false })).toEqual([
    "/welcome",
    "/login",
    "/analytics",
  ]);
});
