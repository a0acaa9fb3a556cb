import { DATE } from "./constants";
import { toTeamTime } from "./dates";

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

export const PRESET_MONTHS = 5;
const DEFAULT_RANGE_DAYS = 6;
const MINUTE_FORMAT = "YYYY-MM-DDTHH:mm";
const RANGE_END_PATTERN = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):([0-5]\d))?$/;

/** Today in the team's time zone, YYYY-MM-DD. */
export function getToday(now: number): string {
  return toTeamTime(now).format(DATE);
}

/** `day` shifted by `days`, YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
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

export function getDay(end: string): string {
  return end.slice(0, 10);
}

/** Time of an end that includes one. */
export function getTime(end: string): string | undefined {
  return end.length > 10 ? end.slice(11) : undefined;
}

/** First selectable day; undefined without a limit. */
export function getFirstDay({ retentionDays }: RangeRules, now: number): string | undefined {
  if (retentionDays === null || retentionDays === undefined) return undefined;
  return addDays(getToday(now), -retentionDays);
}

/** Last selectable day; undefined without a limit. */
export function getLastDay({ afterCurrent = true }: RangeRules, now: number): string | undefined {
  return afterCurrent ? getToday(now) : undefined;
}

/** Whether a preset reaches back further than the plan stores statistics. */
export function isBeyond(preset: DateRangePreset, { retentionDays }: RangeRules, now: number): boolean {
  if (retentionDays === null || retentionDays === undefined || preset === "all" || preset === "custom") return false;
  return getPresetStart(preset, now) < addDays(getToday(now), -retentionDays);
}

/** Presets allowed by these rules. Presets beyond the plan are included, so that they can be offered as an upgrade. */
export function listPresets({ fiveMonths = false, maxRange }: RangeRules): readonly DateRangePreset[] {
  return PRESETS.filter((preset) => {
    if (preset === "custom") return true;
    if (preset === "months") return fiveMonths && maxRange === undefined;
    return maxRange === undefined || (preset !== "all" && Number(preset) < maxRange);
  });
}

/** Default preset of an address without a range: all time, the last five months, or as much as the rules allow. */
export function getDefaultPreset(rules: RangeRules): DateRangePreset {
  const offered = listPresets(rules);
  if (rules.fiveMonths && offered.includes("months")) return "months";
  return offered.includes("all") ? "all" : (offered.at(-2) ?? "custom");
}

/** Orders two ends and limits them to today, to the stored period and to the maximum length. */
export function clampToRules(
  ends: readonly [string, string],
  rules: RangeRules,
  now: number,
): readonly [string, string] {
  const last = getLastDay(rules, now);
  const first = getFirstDay(rules, now);
  const bounded = (end: string): string => {
    if (last && getDay(end) > last) return last;
    return first && getDay(end) < first ? first : end;
  };
  const [a, b] = [bounded(ends[0]), bounded(ends[1])];
  const [from, to] = a <= b || getDay(a) === b ? [a, b] : [b, a];
  const { maxRange } = rules;
  if (maxRange === undefined) return [from, to];
  const earliest = addDays(getDay(to), 1 - maxRange);
  return [getDay(from) < earliest ? earliest : from, to];
}

function readEnd(text: string | null): string | undefined {
  const match = RANGE_END_PATTERN.exec(text ?? "");
  return match && readDay(match[1] ?? "") ? match[0] : undefined;
}

/** Reads the range of an address; malformed parts count as missing. */
export function readRange(params: URLSearchParams, now: number, rules: RangeRules = {}): DateRange {
  const named = listPresets(rules).find((one) => one === params.get("range"));
  const preset = named && !isBeyond(named, rules, now) ? named : getDefaultPreset(rules);
  if (preset !== "custom") return { preset, from: undefined, to: undefined };
  const to = readEnd(params.get("to")) ?? getToday(now);
  const from = readEnd(params.get("from")) ?? addDays(getToday(now), -DEFAULT_RANGE_DAYS);
  const [first, last] = clampToRules([from, to], rules, now);
  return { preset, from: first, to: last };
}

/** `params` with the range; a range that equals the default is omitted. */
export function writeRange(range: DateRange, params = new URLSearchParams(), rules: RangeRules = {}): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ["range", "from", "to"]) next.delete(name);
  if (range.preset !== getDefaultPreset(rules)) next.set("range", range.preset);
  if (range.preset === "custom" && range.from) next.set("from", range.from);
  if (range.preset === "custom" && range.to) next.set("to", range.to);
  return next;
}

function getPresetStart(preset: Exclude<DateRangePreset, "all" | "custom">, now: number): string {
  const clock = toTeamTime(now);
  return (preset === "months" ? clock.subtract(PRESET_MONTHS, "month") : clock.subtract(Number(preset), "day")).format(
    DATE,
  );
}

/** A preset starts that many days ago and ends today (REP-34, REP-35). A day of a custom range counts in full. */
export function buildSpan({ preset, from, to }: DateRange, now: number): Span {
  if (preset === "all") return { start: undefined, end: undefined };
  // The formatted day, followed by the team's UTC offset.
  const offset = toTeamTime(now).format("Z");
  const first = preset === "custom" ? from : getPresetStart(preset, now);
  const last = preset === "custom" ? to : getToday(now);
  if (first === undefined || last === undefined) return { start: undefined, end: undefined };
  return {
    start: `${getDay(first)}T${getTime(first) ?? "00:00"}:00${offset}`,
    end: getTime(last) ? `${last}:59${offset}` : `${last}T23:59:59${offset}`,
  };
}

/** Formats a time as the end of a custom range. */
export function formatRangeEnd(at: number): string {
  return toTeamTime(at).format(MINUTE_FORMAT);
}
