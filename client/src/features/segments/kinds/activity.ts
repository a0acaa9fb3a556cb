import { formatInteger } from "@/lib/filters";
import { toTextKey } from "@/lib/i18n/translation";
import type { MissingPart, RuleKind, Schemas } from "./kind";
import { formatDay, formatNumber, isIntegerInRange, MAX_DAYS } from "./values";

export const MAX_FREQUENCY_COUNT = 10_000;

export interface ActivityFrequency {
  readonly operator: Schemas["ActivityFrequency"]["operator"];
  readonly count: number | null;
}

export type ActivityWindowDraft =
  | { readonly kind: "lastDays"; readonly days: number | null }
  | { readonly kind: "between"; readonly first: string; readonly last: string };

export interface ActivityLeaf {
  readonly kind: "activity";
  readonly activity: string;
  readonly times: ActivityFrequency;
  readonly window: ActivityWindowDraft | null;
  readonly subjectId: string | null;
}

const AT_LEAST_ONCE: ActivityFrequency = { operator: "atLeast", count: 1 };

function findMissingPart({ times, window }: ActivityLeaf): MissingPart | undefined {
  if (!isIntegerInRange(times.count, 0, MAX_FREQUENCY_COUNT))
    return { text: "segments.activity.lacks.times", part: "times" };
  if (window?.kind === "lastDays" && !isIntegerInRange(window.days, 1, MAX_DAYS))
    return { text: "segments.activity.lacks.days", part: "window" };
  if (window?.kind !== "between") return undefined;
  const { first, last } = window;
  if (!first || !last) return { text: "segments.activity.lacks.period", part: "window" };
  return first <= last ? undefined : { text: "segments.activity.lacks.periodOrder", part: "window" };
}

export const activity: RuleKind<Schemas["ActivityRule"], ActivityLeaf> = {
  read: ({ activity: name, times = AT_LEAST_ONCE, window = null, subjectId = null }) => ({
    kind: "activity",
    activity: name,
    times,
    window,
    subjectId,
  }),
  subjectOf: ({ activity: name }) => `activity:${name}`,
  subjects: ({ grammar }, _chosen, t) =>
    grammar.activities.map(({ name }) => ({
      value: `activity:${name}`,
      label: t(toTextKey(`segments.activity.subjects.${name}`)),
      group: t("segments.activity.group"),
    })),
  start: (_grammar, name, previous) =>
    previous?.kind === "activity"
      ? { ...(previous as ActivityLeaf), activity: name }
      : { kind: "activity", activity: name, times: AT_LEAST_ONCE, window: null, subjectId: null },
  lackOf: (_grammar, leaf) => findMissingPart(leaf),
  describe: ({ activity: name, times, window, subjectId }, _known, t) => {
    const isNever = times.operator === "atMost" && times.count === 0;
    const isOnce = times.operator === "atLeast" && times.count === 1;
    const parts = [t(toTextKey(`segments.activity.${isNever ? "never" : "says"}.${name}`))];
    if (subjectId) parts.push(t("segments.activity.ofOneCampaign"));
    if (!isNever && !isOnce) {
      const count = times.count ?? 0;
      parts.push(t(`segments.activity.saysTimes.${times.operator}`, { count, total: formatInteger(count) }));
    }
    if (window?.kind === "lastDays") {
      const total = formatNumber(window.days);
      parts.push(t("segments.activity.saysWindow.lastDays", { count: window.days ?? 0, total }));
    }
    if (window?.kind === "between") {
      const [first, last] = [formatDay(window.first), formatDay(window.last)];
      parts.push(t("segments.activity.saysWindow.between", { first, last }));
    }
    return parts.join(", ");
  },
};
