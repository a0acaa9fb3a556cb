import type { Me, Plan } from "@/features/session/public";
import type { IdentityFeature } from "@/lib/routing";
import { readStored } from "@/lib/storage";
import { type LandingChoice, readLanding } from "./landing";

/**
 * Input of the guard's rules, as plain data. Facts that no endpoint returns yet are undefined, and their rules do not
 * apply.
 */
export interface GuardContext {
  readonly vendor: string;
  readonly blockedAreas: readonly string[];
  readonly teamName: string;
  readonly teamRole: string;
  readonly isSuspended: boolean;
  /** Opened by an emailed payment link: the session can pay and nothing else (SHELL-166). */
  readonly isPaymentOnly: boolean;
  readonly isOperator: boolean;
  readonly isInternal: boolean;
  readonly isValidated: boolean;
  readonly hasTwoFactor: boolean;
  /** Whether this browser has shown the two-factor reminder. */
  readonly wasReminded: boolean;
  readonly permissions: readonly string[];
  readonly features: readonly string[];
  /** Whether an obl team has made its first page; undefined until pages exist. */
  readonly hasPage: boolean | undefined;
  readonly identityFeatures: readonly IdentityFeature[];
  /** Whether the team can send from a verified domain; fetched only where a rule needs it. */
  readonly hasDomain: boolean | undefined;
  /** The choice made on the landing site before signing in (SHELL-173). */
  readonly landing: LandingChoice | undefined;
}

/** Builds the facts of this session and browser. */
export function buildGuardContext(me: Me, plan: Plan, hasDomain?: boolean): GuardContext {
  return {
    vendor: me.identity.vendor,
    blockedAreas: me.identity.blocked,
    teamName: me.team?.name ?? "",
    teamRole: me.team?.role ?? "",
    isSuspended: me.team?.suspend ?? false,
    isPaymentOnly: me.paymentAuth,
    isOperator: me.isOperator,
    isInternal: me.isInternal,
    isValidated: me.user.validate,
    hasTwoFactor: me.user.twoFactor,
    wasReminded: readStored("reminder2fa") !== undefined,
    permissions: me.permissions,
    features: plan.features.filter(({ enable }) => enable).map(({ name }) => name),
    hasPage: undefined,
    identityFeatures: me.identity.feature.batchStatus.enable ? ["batchStatus"] : [],
    hasDomain,
    landing: readLanding(document.cookie),
  };
}
