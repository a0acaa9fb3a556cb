import type { components } from "@/generated/api";
import type { TextKey } from "@/lib/i18n/translation";

type Usage = components["schemas"]["UsageOut"];

export interface Meter {
  readonly label: TextKey;
  readonly used: number;
  /** -1 without a limit. */
  readonly limit: number;
  readonly resetsAt: string | undefined;
  /** 0 to 1; 0 without a limit. */
  readonly share: number;
  readonly level: "calm" | "near" | "full";
}

/** Share of a limit from which a warning is shown. */
export const NEAR_LIMIT_SHARE = 0.8;

const DISPLAYED_COUNTERS = [
  { path: "/contacts", subfeature: "contact", label: "words.contacts" },
  { path: "", subfeature: "emailSent", label: "shell.quotaEmails" },
] as const;

/** The relevant counter of a screen: contacts on the contact screens, otherwise sent emails. */
export function findMeter(usage: Usage | undefined, pathname: string): Meter | undefined {
  const shown = DISPLAYED_COUNTERS.find(({ path }) => pathname.startsWith(path));
  const counter = usage?.counters.find(({ subfeature }) => subfeature === shown?.subfeature);
  if (!shown || !counter) return undefined;
  const share = counter.limit > 0 ? Math.min(1, counter.used / counter.limit) : 0;
  return {
    label: shown.label,
    used: counter.used,
    limit: counter.limit,
    resetsAt: counter.resetsAt ?? undefined,
    share,
    level: share >= 1 ? "full" : share >= NEAR_LIMIT_SHARE ? "near" : "calm",
  };
}
