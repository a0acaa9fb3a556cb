import { percentage } from "@/lib/decimals";
import type { Health, HealthDay } from "./health-data";

export interface Totals {
  readonly handed: number;
  readonly delivered: number;
  readonly hardBounced: number;
  readonly softBounced: number;
  readonly blocked: number;
  readonly complained: number;
}

/** All days together. */
export function totalsOf(days: readonly HealthDay[]): Totals {
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

export type Level = "ok" | "near" | "over";

/** How near a rate is to its limit; half of it is worth a look. A limit of 0 is none. */
export function levelOf(rate: number, limit: number): Level {
  if (limit <= 0 || rate < limit / 2) return "ok";
  return rate < limit ? "near" : "over";
}

export type Problem = "bounces" | "complaints" | "blocked";

/** Of what is handed over, so much refused by reputation or rule is worth a word. */
const MUCH_BLOCKED = 0.02;

/** What is to be mended, the worst first: what holds the team, then what comes near its limit. */
export function problemsOf({ paused, window, limits, days }: Health): readonly Problem[] {
  const found = new Set<Problem>();
  if (paused) found.add(paused.reason);
  const isJudged = window.handed >= limits.leastSent;
  if (isJudged && levelOf(window.complaintRate, limits.complaintRate) !== "ok") found.add("complaints");
  if (isJudged && levelOf(window.bounceRate, limits.bounceRate) !== "ok") found.add("bounces");
  const { handed, blocked } = totalsOf(days);
  if (handed >= limits.leastSent && blocked / handed >= MUCH_BLOCKED) found.add("blocked");
  return [...found];
}

/** A share as a limit reads: 5 %, 0.3 %. */
export function percent(share: number): string {
  return percentage(share * 100, 0, 3);
}

/** Where a rate stands on a scale that ends at twice its limit, from 0 to 1. */
export function placeOf(rate: number, limit: number): number {
  return limit <= 0 ? 0 : Math.min(1, rate / (limit * 2));
}
