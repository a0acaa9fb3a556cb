import { formatPercentage } from "@/lib/decimals";
import type { Health, HealthDay } from "./health-data";

export interface Totals {
  readonly handed: number;
  readonly delivered: number;
  readonly hardBounced: number;
  readonly softBounced: number;
  readonly blocked: number;
  readonly complained: number;
}

/** Sums of all days. */
export function sumDays(days: readonly HealthDay[]): Totals {
  const sum = (of: (day: HealthDay) => number) => days.reduce((all, day) => all + of(day), 0);
  return {
    handed: sum(({ handed }) => handed),
    delivered: sum(({ delivered }) => delivered),
    hardBounced: sum(({ hardBounced }) => hardBounced),
    softBounced: sum(({ softBounced }) => softBounced),
    blocked: sum(({ blocked }) => blocked),
    complained: sum(({ complained }) => complained),
  };
}

export type HealthLevel = "ok" | "near" | "over";

/** How close a rate is to its limit: near from half of it. A limit of 0 means no limit. */
export function getHealthLevel(rate: number, limit: number): HealthLevel {
  if (limit <= 0 || rate < limit / 2) return "ok";
  return rate < limit ? "near" : "over";
}

export type HealthProblem = "bounces" | "complaints" | "blocked";

/** Share of submitted messages blocked for reputation or policy, above which it is a problem. */
const MAX_BLOCKED_RATE = 0.02;

/** Problems by severity: first the reason of a pause, then rates near their limits. */
export function findProblems({ paused, window, limits, days }: Health): readonly HealthProblem[] {
  const found = new Set<HealthProblem>();
  if (paused) found.add(paused.reason);
  const isMeasured = window.handed >= limits.leastSent;
  if (isMeasured && getHealthLevel(window.complaintRate, limits.complaintRate) !== "ok") found.add("complaints");
  if (isMeasured && getHealthLevel(window.bounceRate, limits.bounceRate) !== "ok") found.add("bounces");
  const { handed, blocked } = sumDays(days);
  if (handed >= limits.leastSent && blocked / handed >= MAX_BLOCKED_RATE) found.add("blocked");
  return [...found];
}

/** Formats a share the way limits are written: 5%, 0.3%. */
export function formatPercent(share: number): string {
  return formatPercentage(share * 100, 0, 3);
}

/** Position from 0 to 1 on a scale that ends at twice the limit. */
export function scalePosition(rate: number, limit: number): number {
  return limit <= 0 ? 0 : Math.min(1, rate / (limit * 2));
}
