import type { components } from "@/generated/api";
import { NEAR_LIMIT_SHARE } from "./quota";

type Plan = components["schemas"]["PlanOut"];
type Usage = components["schemas"]["UsageOut"];

/** A notice about the plan, above the screen. */
export interface PlanNotice {
  readonly kind: "expired" | "expiring" | "out" | "near";
  /** Identifies the dismissal: another month or another date shows the notice again. */
  readonly key: string;
  /** End of the plan, ISO 8601. */
  readonly date?: string;
  readonly subfeature?: string;
  readonly used?: number;
  readonly limit?: number;
  readonly resetsAt?: string;
}

/** Days before the end of the plan from which a notice is shown. */
const SOON_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Counters with a notice, because normal work uses them up. Others are full in a normal week and only show a failure.
 */
const NOTIFIED_COUNTERS = ["emailSent", "contact"] as const;

/** The current notices, most urgent first. */
export function listPlanNotices(plan: Plan | undefined, usage: Usage | undefined, now: number): readonly PlanNotice[] {
  return [...buildEndNotices(plan, now), ...buildCounterNotices(usage)];
}

function buildEndNotices(plan: Plan | undefined, now: number): PlanNotice[] {
  const date = plan?.expiredDate;
  if (!date) return [];
  const left = new Date(date).getTime() - now;
  if (left < 0) return [{ kind: "expired", key: `expired:${date}`, date }];
  return left <= SOON_DAYS * DAY_MS ? [{ kind: "expiring", key: `expiring:${date}`, date }] : [];
}

function buildCounterNotices(usage: Usage | undefined): PlanNotice[] {
  const notices = NOTIFIED_COUNTERS.flatMap((name): PlanNotice[] => {
    const counter = usage?.counters.find(({ subfeature }) => subfeature === name);
    if (!counter || counter.limit <= 0) return [];
    const { used, limit } = counter;
    if (used < limit * NEAR_LIMIT_SHARE) return [];
    const kind = used >= limit ? "out" : "near";
    const resetsAt = counter.resetsAt ?? undefined;
    return [
      {
        kind,
        key: [kind, name, limit, resetsAt].join(":"),
        subfeature: name,
        used,
        limit,
        ...(resetsAt ? { resetsAt } : {}),
      },
    ];
  });
  return [...notices.filter(({ kind }) => kind === "out"), ...notices.filter(({ kind }) => kind === "near")];
}
