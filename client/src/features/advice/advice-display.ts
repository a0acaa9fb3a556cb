import { formatDecimal, formatPercentage, getPercentageDigits } from "@/lib/decimals";
import type { Advice } from "./advice-data";

const PERCENT = 100;
/** Parameters that are a share from 0 to 1. */
const SHARE_PARAMS: ReadonlySet<string> = new Set(["rate", "share"]);

/** Formats a value in the unit of its rule: a percentage, an hour of the day or a number. */
export function formatValue(unit: Advice["unit"], value: number): string {
  if (unit === "hour") return `${String(Math.round(value)).padStart(2, "0")}:00`;
  if (unit === "count") return formatDecimal(value, 0, 2);
  const percent = value * PERCENT;
  return formatPercentage(percent, 0, getPercentageDigits(percent));
}

/** Interpolation values for a rule's texts. `count` stays a number because it selects the plural. */
export function buildTextValues({ name, unit, value, asked, base, params }: Advice): Record<string, string | number> {
  const written = Object.entries(params).map(([key, param]) => [
    key,
    typeof param !== "number" || key === "count"
      ? param
      : formatValue(SHARE_PARAMS.has(key) ? "share" : "count", param),
  ]);
  return {
    ...Object.fromEntries(written),
    name,
    value: formatValue(unit, value),
    asked: formatValue(unit, asked),
    base: formatValue("count", base),
  };
}

/** What the base of a rule's later value counts. Rules without a helpful base are absent. */
const BASES: Readonly<Record<string, "attempted" | "campaigns" | "contacts" | "delivered">> = {
  complaints: "delivered",
  hardBounces: "attempted",
  unsubscribes: "delivered",
  destination: "attempted",
  labelComplaints: "delivered",
  labelBounces: "attempted",
  unengaged: "contacts",
  sendHour: "campaigns",
  longSubject: "delivered",
  noPreheader: "delivered",
};

/** Key under `advice.of` that names the base of a rule's later value; undefined if there is none. */
export function getBase(rule: Advice["rule"]): (typeof BASES)[string] | undefined {
  return BASES[rule];
}

/** Path of the screen with the affected row; undefined if no screen shows it. */
export function buildAdvicePath({ place, rule, campaignId, subject, params }: Advice): string | undefined {
  if (campaignId !== null) return `/${params.kind === "abTest" ? "ab-tests" : "campaigns"}/${campaignId}`;
  if (place === "destination") return "/sending-health";
  if (place === "label") return `/contacts?${new URLSearchParams({ label: subject.replace("label:", "") })}`;
  if (place === "domain")
    return typeof params.domainId === "string" ? `/senders/domains/${params.domainId}` : "/senders/domains";
  if (rule === "unengaged" || rule === "frequency") return "/contacts/hygiene";
  return rule === "sendHour" ? "/reports" : undefined;
}

/** Whether the latest value is closer to the target than the first one; undefined without both values. */
export function isBetter({ before, after, asked }: Advice): boolean | undefined {
  if (!before || !after) return undefined;
  const [was, is] = [Math.abs(before.value - asked), Math.abs(after.value - asked)];
  // A value that crossed the target counts as better, however far past it.
  const isBeyond = Math.sign(after.value - asked) !== Math.sign(before.value - asked);
  return isBeyond || is < was;
}
