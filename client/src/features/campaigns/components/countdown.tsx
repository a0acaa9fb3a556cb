import type { Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import { useSecondsRemaining } from "@/ui/use-seconds-remaining";

const DAY = 86_400;
const HOUR = 3600;
const MINUTE = 60;

/** Formats a duration by its two largest units. */
export function formatRemaining(seconds: number, t: Translate): string {
  const units = [
    ["days", Math.floor(seconds / DAY)],
    ["hours", Math.floor((seconds % DAY) / HOUR)],
    ["minutes", Math.floor((seconds % HOUR) / MINUTE)],
    ["seconds", seconds % MINUTE],
  ] as const;
  const first = units.findIndex(([, count]) => count > 0);
  if (first < 0) return t("campaigns.schedule.anyMoment");
  return units
    .slice(first, first + 2)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => t(`campaigns.schedule.left.${unit}`, { count }))
    .join(" ");
}

/** Remaining time, counting down. */
export function Countdown({ at }: { readonly at: string }) {
  const { t } = useTranslation();
  const seconds = useSecondsRemaining(Date.parse(at));
  return (
    <time dateTime={at} role="timer" className="figures">
      {formatRemaining(seconds, t)}
    </time>
  );
}
