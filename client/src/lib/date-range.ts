import { DATE } from "./constants";
import { teamTime } from "./dates";

/** Date presets in the order of the specification (REP-25 to REP-31, REP-33). */
export const PRESETS = ["all", "1", "7", "30", "90", "365", "months", "custom"] as const;
export type DateRangePreset = (typeof PRESETS)[number];

/** Limits of a range. */
export interface RangeRules {
  /** Maximum number of days from first to last (REP-36). */
  readonly maxRange?: number | undefined;
  /** Whether the end must not be after today. True unless switched off (REP-32, REP-37). */
  readonly afterCurrent?: boolean;
  /** Days for which statistics are stored; null for no limit (PLAN-120). */
  readonly retentionDays?: number | null | undefined;
  /** Whether an empty start means the last five months instead of all time; they are then a preset (REP-33). */
  readonly fiveMonths?: boolean;
}

/** A preset, or two ends in the team's time zone: days (YYYY-MM-DD) or minutes (YYYY-MM-DDTHH:mm). */
export interface DateRange {
  readonly preset: DateRangePreset;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Both ends in the server's form; without a start it covers all time. */
export interface Span {
  readonly start: string | undefined;
  readonly end: string | undefined;
}

export const MONTHS = 5;
const USUAL_DAYS = 6;
const MINUTE = "YYYY-MM-DDTHH:mm";
const END = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):([0-5]\d))?$/;

/** Today in the team's time zone, YYYY-MM-DD. */
export function today(now: number): string {
  return teamTime(now).format(DATE);
}

/** `day` shifted by `days`, YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Parses an existing calendar day written as YYYY-MM-DD (REP-39); otherwise undefined. */
export function readDay(text: string): string | undefined {
  const day = text.trim();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : day;
}

/** HH:mm at the nearest step, within the same day (REP-38). */
export function roundTime(time: string, step: number): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const last = Math.floor((24 * 60 - 1) / step) * step;
  const rounded = Math.min(last, Math.round((hours * 60 + minutes) / step) * step);
  return `${String(Math.floor(rounded / 60)).padStart(2, "0")}:${String(rounded % 60).padStart(2, "0")}`;
}

export function dayOf(end: string): string {
  return end.slice(0, 10);
}

/** Time of an end that includes one. */
export function timeOf(end: string): string | undefined {
  return end.length > 10 ? end.slice(11) : undefined;
}

/** First selectable day; undefined without a limit. */
export function firstDay({ retentionDays }: RangeRules, now: number): string | undefined {
  if (retentionDays === null || retentionDays === undefined) return undefined;
  return dayAfter(today(now), -retentionDays);
}

/** Last selectable day; undefined without a limit. */
export function lastDay({ afterCurrent = true }: RangeRules, now: number): string | undefined {
  return afterCurrent ? today(now) : undefined;
}

/** Whether a preset reaches back further than the plan stores statistics. */
export function isBeyond(preset: DateRangePreset, { retentionDays }: RangeRules, now: number): boolean {
  if (retentionDays === null || retentionDays === undefined || preset === "all" || preset === "custom") return false;
  return startOf(preset, now) < dayAfter(today(now), -retentionDays);
}

/** Presets allowed by these rules. Presets beyond the plan are included, so that they can be offered as an upgrade. */
export function presetsOf({ fiveMonths = false, maxRange }: RangeRules): readonly DateRangePreset[] {
  return PRESETS.filter((preset) => {
    if (preset === "custom") return true;
    if (preset === "months") return fiveMonths && maxRange === undefined;
    return maxRange === undefined || (preset !== "all" && Number(preset) < maxRange);
  });
}

/** Default preset of an address without a range: all time, the last five months, or as much as the rules allow. */
export function usualPreset(rules: RangeRules): DateRangePreset {
  const offered = presetsOf(rules);
  if (rules.fiveMonths && offered.includes("months")) return "months";
  return offered.includes("all") ? "all" : (offered.at(-2) ?? "custom");
}

/** Orders two ends and limits them to today, to the stored period and to the maximum length. */
export function withinRules(
  ends: readonly [string, string],
  rules: RangeRules,
  now: number,
): readonly [string, string] {
  const last = lastDay(rules, now);
  const first = firstDay(rules, now);
  const bounded = (end: string): string => {
    if (last && dayOf(end) > last) return last;
    return first && dayOf(end) < first ? first : end;
  };
  const [a, b] = [bounded(ends[0]), bounded(ends[1])];
  const [from, to] = a <= b || dayOf(a) === b ? [a, b] : [b, a];
  const { maxRange } = rules;
  if (maxRange === undefined) return [from, to];
  const earliest = dayAfter(dayOf(to), 1 - maxRange);
  return [dayOf(from) < earliest ? earliest : from, to];
}

function readEnd(text: string | null): string | undefined {
  const match = END.exec(text ?? "");
  return match && readDay(match[1] ?? "") ? match[0] : undefined;
}

/** Reads the range of an address; malformed parts count as missing. */
export function readRange(params: URLSearchParams, now: number, rules: RangeRules = {}): DateRange {
  const named = presetsOf(rules).find((one) => one === params.get("range"));
  const preset = named && !isBeyond(named, rules, now) ? named : usualPreset(rules);
  if (preset !== "custom") return { preset, from: undefined, to: undefined };
  const to = readEnd(params.get("to")) ?? today(now);
  const from = readEnd(params.get("from")) ?? dayAfter(today(now), -USUAL_DAYS);
  const [first, last] = withinRules([from, to], rules, now);
  return { preset, from: first, to: last };
}

/** `params` with the range; a range that equals the default is omitted. */
export function writeRange(range: DateRange, params = new URLSearchParams(), rules: RangeRules = {}): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ["range", "from", "to"]) next.delete(name);
  if (range.preset !== usualPreset(rules)) next.set("range", range.preset);
  if (range.preset === "custom" && range.from) next.set("from", range.from);
  if (range.preset === "custom" && range.to) next.set("to", range.to);
  return next;
}

function startOf(preset: Exclude<DateRangePreset, "all" | "custom">, now: number): string {
  const clock = teamTime(now);
  return (preset === "months" ? clock.subtract(MONTHS, "month") : clock.subtract(Number(preset), "day")).format(DATE);
}

/** A preset starts that many days ago and ends today (REP-34, REP-35). A day of a custom range counts in full. */
export function spanOf({ preset, from, to }: DateRange, now: number): Span {
  if (preset === "all") return { start: undefined, end: undefined };
  // The formatted day, followed by the team's UTC offset.
  const offset = teamTime(now).format("Z");
  const first = preset === "custom" ? from : startOf(preset, now);
  const last = preset === "custom" ? to : today(now);
  if (first === undefined || last === undefined) return { start: undefined, end: undefined };
  return {
    start: `${dayOf(first)}T${timeOf(first) ?? "00:00"}:00${offset}`,
    end: timeOf(last) ? `${last}:59${offset}` : `${last}T23:59:59${offset}`,
  };
}

/** Formats a time as the end of a custom range. */
export function endOf(at: number): string {
  return teamTime(at).format(MINUTE);
}
