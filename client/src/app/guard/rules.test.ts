import { describe, expect, test } from "vitest";
import { toTextKey } from "@/lib/i18n/translation";
import type { RouteEntry } from "@/lib/routing";
import { FEATURE_ROUTES } from "../features";
import type { GuardContext } from "./context";
import { decide, RULES } from "./rules";
import { applySpecifiedRequirements } from "./specified-routes";

const UNRESTRICTED: GuardContext = {
  vendor: "mt",
  blockedAreas: [],
  teamName: "Kopi Selatan",
  teamRole: "admin",
  isSuspended: false,
  isPaymentOnly: false,
  isOperator: false,
  isInternal: false,
  isValidated: true,
  hasTwoFactor: true,
  wasReminded: true,
  permissions: ["team.edit", "contact.view"],
  features: ["contactManagement", "transactionalEmail"],
  identityFeatures: ["batchStatus"],
  hasPage: undefined,
  hasDomain: undefined,
  landing: undefined,
};
const JATIS = { vendor: "jatis", blockedAreas: ["billing", "ticket", "notification", "whatsapp"] } as const;

function buildRoute(parts: Partial<RouteEntry> & { readonly name: string }): RouteEntry {
  return {
    path: `/${parts.name}`,
    title: toTextKey(""),
    texts: [],
    load: () => Promise.reject(new Error("not loaded here")),
    ...parts,
  };
}

const CONTACTS = buildRoute({ name: "contacts", feature: "contactManagement", permission: "contact.view" });
const WELCOME = buildRoute({ name: "welcome-wizard", path: "/welcome" });
const TRANSACTIONAL = buildRoute({ name: "trx-overview", transactional: true });
const DOMAIN = buildRoute({ name: "domain-authentication", transactional: true });
const SUSPENDED = buildRoute({ name: "suspended" });
const PAY = buildRoute({ name: "pay", area: "billing" });

interface Case {
  readonly facts?: Partial<GuardContext>;
  readonly to: RouteEntry;
  /** Redirect target; undefined when the screen opens. */
  readonly target: string | undefined;
  readonly effect?: string;
}

function runRules({ facts, to }: Pick<Case, "facts" | "to">) {
  const requested = { route: applySpecifiedRequirements(to), path: to.path, from: "/analytics?days=7" };
  return decide({ ...UNRESTRICTED, ...facts }, requested, () => true);
}

function checkCase({ facts, to, target, effect }: Case): void {
  const decision = runRules({ ...(facts ? { facts } : {}), to });
  expect(decision?.target).toBe(target);
  expect(decision?.rule.effect).toBe(effect);
}

test("with nothing in the way a screen opens", () => checkCase({ to: CONTACTS, target: undefined }));

describe("setting up", () => {
  const OBL = { vendor: "obl", hasPage: false };
  test("SHELL-160: obl without a page goes to the wizard", () =>
    checkCase({ facts: OBL, to: CONTACTS, target: "/welcome" }));
  test("SHELL-58: the composer that the wizard opens is exempt", () =>
    checkCase({ facts: OBL, to: buildRoute({ name: "page-compose" }), target: undefined }));
  test("SHELL-160: obl with a page does not, nor while nobody tells whether there is one", () => {
    checkCase({ facts: { ...OBL, hasPage: true }, to: CONTACTS, target: undefined });
    checkCase({ facts: { vendor: "obl" }, to: CONTACTS, target: undefined });
  });
  test.each(["", "  "])("SHELL-161: mt with the team name '%s' goes to the wizard", (teamName) =>
    checkCase({ facts: { teamName }, to: CONTACTS, target: "/welcome" }),
  );
  test("SHELL-161: another vendor does not", () =>
    checkCase({ facts: { vendor: "purify", teamName: "" }, to: CONTACTS, target: undefined }));
  test("SHELL-162: mt already set up that opens the wizard goes back to /", () =>
    checkCase({ to: WELCOME, target: "/" }));
  test("the wizard opens for whom it is there", () => {
    checkCase({ facts: { teamName: "" }, to: WELCOME, target: undefined });
    checkCase({ facts: OBL, to: WELCOME, target: undefined });
  });
  test.each([
    ["a member who may not name the team", { permissions: ["contact.view"] }, undefined],
    ["a suspended team", { isSuspended: true }, "/suspended"],
    ["a payment session", { isPaymentOnly: true }, "/pay"],
  ] as const)("%s is not caught in a wizard that it could not finish", (_, facts, target) =>
    checkCase({ facts: { teamName: "", ...facts }, to: CONTACTS, target }),
  );
});

describe("the transactional group", () => {
  test("SHELL-163: without domain authentication it leads there", () =>
    checkCase({
      facts: { hasDomain: false },
      to: TRANSACTIONAL,
      target: "/domain-authentication?from=%2Ftrx-overview",
    }));
  test("SHELL-163: the page itself opens", () =>
    checkCase({ facts: { hasDomain: false }, to: DOMAIN, target: undefined }));
  test("SHELL-163: other screens are left alone", () =>
    checkCase({ facts: { hasDomain: false }, to: CONTACTS, target: undefined }));
  test("SHELL-164: once authenticated that page leads back", () =>
    checkCase({ facts: { hasDomain: true }, to: DOMAIN, target: "/trx-overview" }));
  test("SHELL-171: without the feature it leads to the dashboard", () =>
    checkCase({ facts: { features: [] }, to: TRANSACTIONAL, target: "/dashboard", effect: "sayNotAuthorized" }));
  test("SHELL-171: also where a screen names that feature by itself", () =>
    checkCase({
      facts: { features: [] },
      to: { ...TRANSACTIONAL, feature: "transactionalEmail" },
      target: "/dashboard",
      effect: "sayNotAuthorized",
    }));
  test.each([
    ["without the feature", { features: [] }],
    ["without domain authentication", { hasDomain: false }],
  ])("TRX-76: the home of every team is no part of it, and opens %s", (_, facts) => {
    const home = FEATURE_ROUTES.find(({ name }) => name === "analytics");
    expect(home?.path).toBe("/analytics");
    if (home) checkCase({ facts, to: home, target: undefined });
  });
});

test("TRX-17: a screen that the vendor's identity switches off is closed", () => {
  const batches = buildRoute({ name: "batch-status", transactional: true, identityFeature: "batchStatus" });
  checkCase({ to: batches, target: undefined });
  checkCase({ facts: { identityFeatures: [] }, to: batches, target: "/dashboard", effect: "sayNotAuthorized" });
});

describe("the reminder of two-factor", () => {
  const UNREMINDED = { hasTwoFactor: false, wasReminded: false };
  test("SHELL-165: an mt user without two-factor is sent there, with the way back, and it is remembered", () =>
    checkCase({
      facts: UNREMINDED,
      to: CONTACTS,
      target: "/reminder-2fa?redirect=%2Fcontacts",
      effect: "rememberReminder",
    }));
  test.each([
    ["once a browser", { wasReminded: true }],
    ["not who has two-factor", { hasTwoFactor: true }],
    ["not of another vendor", { vendor: "purify" }],
  ])("SHELL-165: %s", (_, facts) => checkCase({ facts: { ...UNREMINDED, ...facts }, to: CONTACTS, target: undefined }));
});

describe("a payment session", () => {
  test("SHELL-166: it is forced to /pay", () =>
    checkCase({ facts: { isPaymentOnly: true }, to: CONTACTS, target: "/pay" }));
  test.each([
    "billing-pay",
    "billing-paybill",
    "billing-addpaypal",
    "billing-status",
    "payment-process",
    "manual-confirmation",
  ])("SHELL-166: %s opens, whoever follows the link", (name) =>
    checkCase({ facts: { isPaymentOnly: true, teamRole: "member" }, to: buildRoute({ name }), target: undefined }),
  );
  test("SHELL-166: /pay opens, of a suspended team and of a vendor without billing too", () => {
    checkCase({ facts: { isPaymentOnly: true, isSuspended: true }, to: PAY, target: undefined });
    checkCase({ facts: { isPaymentOnly: true, ...JATIS }, to: PAY, target: undefined });
  });
});

describe("a suspended team", () => {
  test("SHELL-167: it goes to /suspended, which opens", () => {
    checkCase({ facts: { isSuspended: true }, to: CONTACTS, target: "/suspended" });
    checkCase({ facts: { isSuspended: true }, to: SUSPENDED, target: undefined });
  });
  test.each(["billing-status", "payment-process", "manual-confirmation", "billing-plan"])(
    "SHELL-167: %s stays open",
    (name) => checkCase({ facts: { isSuspended: true }, to: buildRoute({ name }), target: undefined }),
  );
  test("SHELL-167: billing-history does not", () =>
    checkCase({ facts: { isSuspended: true }, to: buildRoute({ name: "billing-history" }), target: "/suspended" }));
  test("once restored the page leads home", () => checkCase({ to: SUSPENDED, target: "/dashboard" }));
});

describe("who may open it", () => {
  const REFUSED = { target: "/dashboard", effect: "sayNotAuthorized" } as const;

  test("SHELL-168, TEAM-85, TEAM-184: routes named admin-... are for operators; the team's role is not enough", () => {
    checkCase({ to: buildRoute({ name: "admin-teams" }), ...REFUSED });
    checkCase({ facts: { isOperator: true }, to: buildRoute({ name: "admin-teams" }), target: undefined });
  });
  test("TEAM-88, TEAM-185: a screen of the staff is for internal users; an operator is not one by that alone", () => {
    const own = buildRoute({ name: "diagnostics", internal: true });
    checkCase({ facts: { isOperator: true }, to: own, ...REFUSED });
    checkCase({ facts: { isInternal: true }, to: own, target: undefined });
  });
  test("TEAM-184: so is a route that says so", () =>
    checkCase({ to: buildRoute({ name: "audit", operator: true }), ...REFUSED }));

  test.each([
    ["TEAM-74", "billing-history"],
    ["TEAM-75", "billing-paybill"],
    ["TEAM-76", "billing-pay"],
    ["TEAM-77", "billing-addpaypal"],
    ["TEAM-78", "billing-plan"],
    ["TEAM-79", "billing-plan-quota"],
    ["TEAM-80", "billing-setting"],
    ["TEAM-81", "billing-status"],
    ["TEAM-82", "payment-process"],
    ["TEAM-83", "landing-page"],
    ["TEAM-84", "company-profile"],
  ])("%s, TEAM-183: a member is refused on %s, an admin is not", (_, name) => {
    checkCase({ facts: { teamRole: "member" }, to: buildRoute({ name }), ...REFUSED });
    checkCase({ to: buildRoute({ name }), target: undefined });
  });

  test.each([
    ["mt", "obl"],
    ["obl", "mt"],
  ])("TEAM-118, TEAM-186: a team of %s cannot open a route of %s", (vendor, other) => {
    checkCase({ facts: { vendor }, to: buildRoute({ name: "theirs", vendors: [other] }), ...REFUSED });
    checkCase({ facts: { vendor }, to: buildRoute({ name: "ours", vendors: [vendor] }), target: undefined });
  });
  test("TEAM-186: the wizards are for mt and obl only", () =>
    checkCase({ facts: { vendor: "purify" }, to: WELCOME, ...REFUSED }));

  test.each([
    ["TEAM-119", "billing-plan"],
    ["TEAM-120", "ticket-list"],
    ["TEAM-123", "tickets"],
    ["TEAM-121", "notifications"],
    ["TEAM-122", "whatsapp"],
  ])("%s, TEAM-183: jatis is refused on %s, mt is not", (_, name) => {
    checkCase({ facts: JATIS, to: buildRoute({ name }), ...REFUSED });
    checkCase({ to: buildRoute({ name }), target: undefined });
  });

  test("a role without the permission is refused", () =>
    checkCase({ facts: { permissions: [] }, to: CONTACTS, ...REFUSED }));
});

describe("what the plan and the address allow", () => {
  test("SHELL-169, SHELL-14: a feature that is disabled goes to permission-check, with the route and the way back", () =>
    checkCase({
      facts: { features: [] },
      to: CONTACTS,
      target: "/permission-check/contacts?from=%2Fanalytics%3Fdays%3D7",
    }));
  test("SHELL-170, SHELL-15: a route that asks for a validated address goes to email-validate-check", () =>
    checkCase({
      facts: { isValidated: false },
      to: buildRoute({ name: "campaigns", emailValidated: true }),
      target: "/email-validate-check/campaigns?from=%2Fanalytics%3Fdays%3D7",
    }));
  test("SHELL-170: any other does not ask", () =>
    checkCase({ facts: { isValidated: false }, to: CONTACTS, target: undefined }));
  test.each([
    ["calculate", "/calculate-from-landing"],
    ["plan", "/update-plan"],
  ] as const)("SHELL-172: the landing cookie %s leads to %s, once", (landing, target) =>
    checkCase({ facts: { landing }, to: CONTACTS, target, effect: "clearLanding" }),
  );
});

describe("SHELL-174: the order", () => {
  test("is that of the specification", () => {
    expect(RULES.map(({ id }) => id)).toEqual([
      "first-page",
      "team-name",
      "welcome-done",
      "domain-missing",
      "domain-done",
      "two-factor-reminder",
      "payment-session",
      "suspended",
      "suspension-over",
      "operators-only",
      "internal-only",
      "other-vendor",
      "blocked-area",
      "identity-feature",
      "admins-only",
      "role-permission",
      "feature-disabled",
      "email-not-validated",
      "transactional-missing",
      "landing",
    ]);
  });
  test("the first that applies wins", () => {
    const everything = {
      teamName: "",
      hasTwoFactor: false,
      wasReminded: false,
      features: [],
      landing: "plan",
    } as const;
    checkCase({ facts: everything, to: CONTACTS, target: "/welcome" });
    checkCase({ facts: { ...everything, isPaymentOnly: true, isSuspended: true }, to: CONTACTS, target: "/pay" });
  });
  test("a rule whose target is the wanted route ends the check", () =>
    checkCase({ facts: { teamName: "", landing: "plan" }, to: WELCOME, target: undefined }));
  test("a rule that leads to a screen not built yet rests", () => {
    const requested = { route: CONTACTS, path: "/contacts", from: "/" };
    const facts = { ...UNRESTRICTED, hasTwoFactor: false, wasReminded: false };

    expect(decide(facts, requested, (path) => path !== "/reminder-2fa")).toBeUndefined();
  });
});
