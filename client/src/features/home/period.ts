import { teamTime } from "@/lib/dates";

/** Date presets in the order of the specification (REP-25 to REP-31); all time is the default. */
export const PERIODS = ["all", "1", "7", "30", "90", "365", "custom"] as const;
export type Preset = (typeof PERIODS)[number];

export interface Period {
  readonly preset: Preset;
  /** Days of a custom range, YYYY-MM-DD. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Both ends as the server takes them; without a start it is all time. */
export interface Span {
  readonly start: string | undefined;
  readonly end: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Today by the team's clock, YYYY-MM-DD. */
export function today(now: number): string {
  return teamTime(now).format("YYYY-MM-DD");
}

function dayOf(text: string | null, now: number): string | undefined {
  if (!text || !DAY.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  // A custom range goes up to today (REP-32).
  const last = today(now);
  return text > last ? last : text;
}

/** Reads an address; whatever is malformed in it counts as not given. */
export function readPeriod(params: URLSearchParams, now: number): Period {
  const preset = PERIODS.find((one) => one === params.get("range")) ?? "all";
  if (preset !== "custom") return { preset, from: undefined, to: undefined };
  const from = dayOf(params.get("from"), now) ?? teamTime(now).subtract(6, "day").format("YYYY-MM-DD");
  const to = dayOf(params.get("to"), now) ?? today(now);
  return from <= to ? { preset, from, to } : { preset, from: to, to: from };
}

export function writePeriod(period: Partial<Period> & { readonly preset: Preset }): URLSearchParams {
  const params = new URLSearchParams();
  if (period.preset !== "all") params.set("range", period.preset);
  if (period.preset === "custom" && period.from) params.set("from", period.from);
  if (period.preset === "custom" && period.to) params.set("to", period.to);
  return params;
}

/** A preset ends with today and starts with the day that many days back (REP-34, REP-35). */
export function spanOf({ preset, from, to }: Period, now: number): Span {
  if (preset === "all") return { start: undefined, end: undefined };
  const clock = teamTime(now);
  // A day in the team's offset: the offset stands at the end of the formatted moment.
  const offset = clock.format("Z");
  if (preset === "custom") return { start: `${from}T00:00:00${offset}`, end: `${to}T23:59:59${offset}` };
  const first = clock.subtract(Number(preset), "day").format("YYYY-MM-DD");
  return { start: `${first}T00:00:00${offset}`, end: `${today(now)}T23:59:59${offset}` };
}
