import { useSyncExternalStore } from "react";
import { formatDate, formatDateTime, getTimeDistance } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";

/** Interval at which distances are updated. */
const TICK_MS = 30_000;

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** All times on the page share one timer. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A time as a distance ("4 min ago"), or as a date when it is older than a week. Hovering shows the exact time. */
export function RelativeTime({ at }: { readonly at: string | number }) {
  const { t } = useTranslation();
  const current = useSyncExternalStore(subscribe, () => now);
  const { key, count } = getTimeDistance(at, Math.max(current, Date.now() - TICK_MS));
  return (
    <time
      dateTime={typeof at === "string" ? at : new Date(at).toISOString()}
      // Set on hover, because a long list has hundreds.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatDateTime(at, true);
      }}
      className="figures"
    >
      {key ? t(`ui.${key}`, { count }) : formatDate(at)}
    </time>
  );
}
