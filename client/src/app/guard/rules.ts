import type { RouteEntry } from "@/lib/routing";
import type { GuardContext } from "./context";

const HOME = "/dashboard";
const WELCOME = "/welcome";
/** Plan feature of the transactional group. */
export const TRANSACTIONAL_FEATURE = "transactionalEmail";

/** The requested navigation. */
export interface RequestedScreen {
  readonly route: RouteEntry;
  /** Requested path and query. */
  readonly path: string;
  /** Path that the user navigates from. */
  readonly from: string;
}

/** Side effect of a rule, besides its redirect. */
export type Effect = "sayNotAuthorized" | "rememberReminder" | "clearLanding";

export interface GuardRule {
  readonly id: string;
  readonly applies: (facts: GuardContext, route: RouteEntry) => boolean;
  readonly target: (facts: GuardContext, wanted: RequestedScreen) => string;
  readonly effect?: Effect;
}

/** Whether this user can set up the team. The server would reject the wizard for anyone else and trap them in it. */
function canSetUp(facts: GuardContext): boolean {
  return facts.permissions.includes("team.edit") && !facts.isSuspended && !facts.isPaymentOnly;
}

function isPageMissing(facts: GuardContext): boolean {
  return facts.vendor === "obl" && facts.hasPage === false && canSetUp(facts);
}

function isNameMissing(facts: GuardContext): boolean {
  return facts.vendor === "mt" && facts.teamName.trim() === "" && canSetUp(facts);
}

function buildCheckPath(kind: "permission-check" | "email-validate-check", { route, from }: RequestedScreen): string {
  return `/${kind}/${encodeURIComponent(route.name)}?from=${encodeURIComponent(from)}`;
}

/**
 * Step 3 of the guard, in the specified order (SHELL-174). The specification gives the rules on role and vendor no
 * position; they follow the admin- rule, which they resemble (TEAM-183).
 */
export const RULES: readonly GuardRule[] = [
  // SHELL-160: inactive until an endpoint returns `hasPage`. A composer that the wizard opens is exempt (SHELL-58).
  {
    id: "first-page",
    applies: (facts, { composer }) => isPageMissing(facts) && !composer,
    target: () => WELCOME,
  },
  // SHELL-161
  { id: "team-name", applies: isNameMissing, target: () => WELCOME },
  // SHELL-162. Also for obl, whose wizard has no questions left once a page exists.
  {
    id: "welcome-done",
    applies: ({ vendor }, { name }) => name === "welcome-wizard" && (vendor === "mt" || vendor === "obl"),
    target: () => "/",
  },
  // SHELL-163 and 164: inactive where `hasDomain` was not fetched, on other screens and without the feature.
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
  // SHELL-165: once per browser, and not while a later rule would replace the reminder.
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
  // TEAM-74 to 84. A payment link grants the right to pay, regardless of the role.
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
  // SHELL-169. The transactional group has its own rule below.
  {
    id: "feature-disabled",
    applies: ({ features }, { feature, transactional }) =>
      feature !== undefined && !features.includes(feature) && !(transactional && feature === TRANSACTIONAL_FEATURE),
    target: (_, wanted) => buildCheckPath("permission-check", wanted),
  },
  // SHELL-170, TEAM-124
  {
    id: "email-not-validated",
    applies: ({ isValidated }, { emailValidated }) => emailValidated === true && !isValidated,
    target: (_, wanted) => buildCheckPath("email-validate-check", wanted),
  },
  // SHELL-171
  {
    id: "transactional-missing",
    applies: ({ features }, { transactional }) => transactional === true && !features.includes(TRANSACTIONAL_FEATURE),
    target: () => HOME,
    effect: "sayNotAuthorized",
  },
  // SHELL-172: not on a bare screen, to which another rule has led.
  {
    id: "landing",
    applies: ({ landing }, { isBare }) => landing !== undefined && !isBare,
    target: ({ landing }) => (landing === "calculate" ? "/calculate-from-landing" : "/update-plan"),
    effect: "clearLanding",
  },
];

/** The result of the rules; no decision lets the navigation pass. */
export interface Decision {
  readonly rule: GuardRule;
  readonly target: string;
}

/**
 * The first rule that applies decides. A rule whose target is the requested route ends the check (SHELL-174). `exists`
 * says whether a path has a screen: rules that lead to a missing screen are inactive.
 */
export function decide(
  facts: GuardContext,
  wanted: RequestedScreen,
  exists: (path: string) => boolean,
  rules: readonly GuardRule[] = RULES,
): Decision | undefined {
  for (const rule of rules) {
    if (!rule.applies(facts, wanted.route)) continue;
    const target = rule.target(facts, wanted);
    const path = getPathname(target);
    if (!exists(path)) continue;
    return path === getPathname(wanted.path) ? undefined : { rule, target };
  }
  return undefined;
}

function getPathname(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? "";
}
