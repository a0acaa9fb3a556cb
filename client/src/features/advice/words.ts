import type { Advice } from "./advice-data";

const WHOLE = 100;
const COUNT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
/** Parameters that are shares of 1. */
const SHARES: ReadonlySet<string> = new Set(["rate", "share"]);

/** A figure as its rule counts: a share in percent, an hour of the day, or a number. */
export function figureIn(unit: Advice["unit"], value: number): string {
  if (unit === "hour") return `${String(Math.round(value)).padStart(2, "0")}:00`;
  if (unit === "count") return COUNT.format(value);
  const percent = value * WHOLE;
  return `${Number(percent.toFixed(percent !== 0 && Math.abs(percent) < 1 ? 2 : 1))} %`;
}

/** What the texts of a rule are filled with. `count` stays a number: it chooses the plural. */
export function textValuesOf({ name, unit, value, asked, base, params }: Advice): Record<string, string | number> {
  const written = Object.entries(params).map(([key, param]) => [
    key,
    typeof param !== "number" || key === "count" ? param : figureIn(SHARES.has(key) ? "share" : "count", param),
  ]);
  return {
    ...Object.fromEntries(written),
    name,
    value: figureIn(unit, value),
    asked: figureIn(unit, asked),
    base: figureIn("count", base),
  };
}

/** Where the row stands that advice is about; undefined where it is about no row of a screen. */
export function placeOf({ place, rule, campaignId, subject, params }: Advice): string | undefined {
  if (campaignId !== null) return `/${params.kind === "abTest" ? "ab-tests" : "campaigns"}/${campaignId}`;
  if (place === "destination") return "/sending-health";
  if (place === "label") return `/contacts?${new URLSearchParams({ label: subject.replace("label:", "") })}`;
  if (place === "domain")
    return typeof params.domainId === "string" ? `/senders/domains/${params.domainId}` : "/senders/domains";
  if (rule === "unengaged" || rule === "frequency") return "/contacts/hygiene";
  return rule === "sendHour" ? "/reports" : undefined;
}

/** Whether what was measured since is better than what it was, by what is asked for. */
export function isBetter({ before, after, asked }: Advice): boolean | undefined {
  if (!before || !after) return undefined;
  const [was, is] = [Math.abs(before.value - asked), Math.abs(after.value - asked)];
  // At or beyond what is asked for is better, however far.
  const isBeyond = Math.sign(after.value - asked) !== Math.sign(before.value - asked);
  return isBeyond || is < was;
}
