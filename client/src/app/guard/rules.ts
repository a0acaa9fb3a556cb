import type { RouteEntry } from "@/lib/routing";
import type { Facts } from "./facts";

const HOME = "/dashboard";
const WELCOME = "/welcome";
/** The plan feature of the transactional group. */
export const TRANSACTIONAL = "transactionalEmail";

/** Where somebody wants to go. */
export interface Wanted {
  readonly route: RouteEntry;
  /** Path and query that were asked for. */
  readonly path: string;
  /** Where the user was when asking. */
  readonly from: string;
}

/** What the guard does besides sending somewhere else. */
export type Effect = "sayNotAuthorized" | "rememberReminder" | "clearLanding";

export interface Rule {
  readonly id: string;
  readonly applies: (facts: Facts, route: RouteEntry) => boolean;
  readonly target: (facts: Facts, wanted: Wanted) => string;
  readonly effect?: Effect;
}

/** A team that can be set up by this user: the wizard would only be refused to anybody else, who would be caught in it. */
function maySetUp(facts: Facts): boolean {
  return facts.permissions.includes("team.edit") && !facts.isSuspended && !facts.isPaymentOnly;
}

function lacksPage(facts: Facts): boolean {
  return facts.vendor === "obl" && facts.hasPage === false && maySetUp(facts);
}

function lacksName(facts: Facts): boolean {
  return facts.vendor === "mt" && facts.teamName.trim() === "" && maySetUp(facts);
}

function checkPath(kind: "permission-check" | "email-validate-check", { route, from }: Wanted): string {
  return `/${kind}/${encodeURIComponent(route.name)}?from=${encodeURIComponent(from)}`;
}

/**
 * Step 3 of the guard, in the order in which the specification lists it (SHELL-174). The rules on role and vendor, to
 * which it gives no place, stand with the rule of the admin- routes, whose kin they are (TEAM-183).
 */
export const RULES: readonly Rule[] = [
  // SHELL-160; rests while no area of pages tells `hasPage`. A composer that the wizard opens is exempt (SHELL-58).
  {
    id: "first-page",
    applies: (facts, { composer }) => lacksPage(facts) && !composer,
    target: () => WELCOME,
  },
  // SHELL-161
  { id: "team-name", applies: lacksName, target: () => WELCOME },
  // SHELL-162, and alike for obl, whose wizard has nothing to ask once a page is there.
  {
    id: "welcome-done",
    applies: ({ vendor }, { name }) => name === "welcome-wizard" && (vendor === "mt" || vendor === "obl"),
    target: () => "/",
  },
  // SHELL-163 and 164; both rest where nobody has asked for `hasDomain`: on other screens, and without the feature.
  {
    id: "domain-missing",
    applies: ({ hasDomain }, { transactional }) => transactional === true && hasDomain === false,
    target: (_, { path }) => `/domain-authentication?from=${encodeURIComponent(path)}`,
  },
  {
    id: "domain-done",
    applies: ({ hasDomain }, { name }) => name === "domain-authentication" && hasDomain === true,
    target: () => "/trx-overview",
  },
  // SHELL-165: once a browser, and not while the next rules would hide the reminder again.
  {
    id: "two-factor-reminder",
    applies: (facts) =>
      facts.vendor === "mt" && !facts.hasTwoFactor && !facts.wasReminded && !facts.isSuspended && !facts.isPaymentOnly,
    target: (_, { path }) => `/reminder-2fa?redirect=${encodeURIComponent(path)}`,
    effect: "rememberReminder",
  },
  // SHELL-166
  {
    id: "payment-session",
    applies: ({ isPaymentOnly }, { allowedWithPaymentAuth }) => isPaymentOnly && !allowedWithPaymentAuth,
    target: () => "/pay",
  },
  // SHELL-167
  {
    id: "suspended",
    applies: ({ isSuspended }, { allowedWhileSuspended }) => isSuspended && !allowedWhileSuspended,
    target: () => "/suspended",
  },
  {
    id: "suspension-over",
    applies: ({ isSuspended }, { name }) => name === "suspended" && !isSuspended,
    target: () => HOME,
  },
  // SHELL-168, TEAM-184
  {
    id: "operators-only",
    applies: ({ isOperator }, { operator }) => operator === true && !isOperator,
    target: () => HOME,
    effect: "sayNotAuthorized",
  },
  // TEAM-88, TEAM-185
  {
    id: "internal-only",
    applies: ({ isInternal }, { internal }) => internal === true && !isInternal,
    target: () => HOME,
    effect: "sayNotAuthorized",
  },
  // TEAM-118
  {
    id: "other-vendor",
    applies: ({ vendor }, { vendors }) => vendors !== undefined && !vendors.includes(vendor),
    target: () => HOME,
    effect: "sayNotAuthorized",
  },
  // TEAM-119 to 123
  {
    id: "blocked-area",
    applies: ({ blockedAreas }, { area }) => area !== undefined && blockedAreas.includes(area),
    target: () => HOME,
    effect: "sayNotAuthorized",
  },
  // TRX-17
  {
    id: "identity-feature",
    applies: ({ identityFeatures }, { identityFeature }) =>
      identityFeature !== undefined && !identityFeatures.includes(identityFeature),
    target: () => HOME,
    effect: "sayNotAuthorized",
  },
  // TEAM-74 to 84. A payment link bears its own right to pay, whoever opens it.
  {
    id: "admins-only",
    applies: ({ teamRole, isPaymentOnly }, { adminOnly }) =>
      adminOnly === true && teamRole !== "admin" && !isPaymentOnly,
    target: () => HOME,
    effect: "sayNotAuthorized",
  },
  {
    id: "role-permission",
    applies: ({ permissions }, { permission }) => permission !== undefined && !permissions.includes(permission),
    target: () => HOME,
    effect: "sayNotAuthorized",
  },
  // SHELL-169; the transactional group as a whole has a rule of its own below.
  {
    id: "feature-disabled",
    applies: ({ features }, { feature, transactional }) =>
      feature !== undefined && !features.includes(feature) && !(transactional && feature === TRANSACTIONAL),
    target: (_, wanted) => checkPath("permission-check", wanted),
  },
  // SHELL-170, TEAM-124
  {
    id: "email-not-validated",
    applies: ({ isValidated }, { emailValidated }) => emailValidated === true && !isValidated,
    target: (_, wanted) => checkPath("email-validate-check", wanted),
  },
  // SHELL-171
  {
    id: "transactional-missing",
    applies: ({ features }, { transactional }) => transactional === true && !features.includes(TRANSACTIONAL),
    target: () => HOME,
    effect: "sayNotAuthorized",
  },
  // SHELL-172; not away from a screen that stands alone, to which another rule has led.
  {
    id: "landing",
    applies: ({ landing }, { isBare }) => landing !== undefined && !isBare,
    target: ({ landing }) => (landing === "calculate" ? "/calculate-from-landing" : "/update-plan"),
    effect: "clearLanding",
  },
];

/** What the rules decide about `wanted`: undefined lets it pass. */
export interface Decision {
  readonly rule: Rule;
  readonly target: string;
}

/**
 * The first rule that applies decides; one whose target is the wanted route itself ends the check (SHELL-174).
 * `exists` tells whether a path has a screen: a rule that leads to one that is not built yet rests.
 */
export function decide(
  facts: Facts,
  wanted: Wanted,
  exists: (path: string) => boolean,
  rules: readonly Rule[] = RULES,
): Decision | undefined {
  for (const rule of rules) {
    if (!rule.applies(facts, wanted.route)) continue;
    const target = rule.target(facts, wanted);
    const path = pathOf(target);
    if (!exists(path)) continue;
    return path === pathOf(wanted.path) ? undefined : { rule, target };
  }
  return undefined;
}

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? "";
}
