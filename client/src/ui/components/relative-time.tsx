import { useSyncExternalStore } from "react";
import { formatDate, formatDateTime, relativeTo } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";

/** How often distances are read anew. */
const TICK_MS = 30_000;

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for every time on the page. */
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

/** A moment as a distance ("4 min ago") or, when older than a week, as a date; the exact one on hover. */
export function RelativeTime({ at }: { readonly at: string | number }) {
  const { t } = useTranslation();
  const current = useSyncExternalStore(subscribe, () => now);
  const { key, count } = relativeTo(at, Math.max(current, Date.now() - TICK_MS));
  return (
    <time
      dateTime={typeof at === "string" ? at : new Date(at).toISOString()}
      // Told when somebody points at it: a long list has hundreds.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatDateTime(at, true);
      }}
      className="figures"
    >
      {key ? t(`ui.${key}`, { count }) : formatDate(at)}
    </time>
  );
}
