import type { Me, Plan } from "@/features/session/public";
import type { IdentityFeature } from "@/lib/routing";
import { readStored } from "@/lib/storage";
import { type LandingChoice, readLanding } from "./landing";

/**
 * Everything that the rules of the guard may ask about, as plain data. What no server tells yet is undefined, and the
 * rules about it rest.
 */
export interface Facts {
  readonly vendor: string;
  readonly blockedAreas: readonly string[];
  readonly teamName: string;
  readonly teamRole: string;
  readonly isSuspended: boolean;
  /** Opened by a mailed payment link: it may pay, and nothing else (SHELL-166). */
  readonly isPaymentOnly: boolean;
  readonly isOperator: boolean;
  readonly isInternal: boolean;
  readonly isValidated: boolean;
  readonly hasTwoFactor: boolean;
  /** This browser has shown the reminder of two-factor. */
  readonly wasReminded: boolean;
  readonly permissions: readonly string[];
  readonly features: readonly string[];
  /** Whether an obl team has made its first page; told once pages exist. */
  readonly hasPage: boolean | undefined;
  readonly identityFeatures: readonly IdentityFeature[];
  /** Whether mail may leave from a domain of the team; told only where a rule needs to know. */
  readonly hasDomain: boolean | undefined;
  /** What a visitor chose on the landing site before signing in (SHELL-173). */
  readonly landing: LandingChoice | undefined;
}

/** The facts of this session and this browser. */
export function factsOf(me: Me, plan: Plan, hasDomain?: boolean): Facts {
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
