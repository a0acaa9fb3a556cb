import { Text } from "@mantine/core";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { formatDate, formatDateTime, getTimePattern } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { Bar, Histogram } from "../shapes";
import classes from "./histogram.module.css";
import { buildTicks } from "./histogram-ticks";

interface Props {
  readonly histogram: Histogram | undefined;
  readonly isStale: boolean;
  /** Called with the period of the chosen bar. */
  readonly onPick: (from: number, to: number) => void;
}

const PERCENT = 100;
/** Minimum height that keeps a bar with one event visible. */
const MIN_BAR_PERCENT = 5;
const DAY_MS = 86_400_000;
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Events over the period. A bar links to its part of the period; the arrow keys move between bars. */
export function EventsHistogram({ histogram, isStale, onPick }: Props) {
  const { t } = useTranslation();
  const row = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  const [at, setAt] = useState<number>();
  const bars = histogram?.bars ?? [];
  const begins = useMemo(() => (histogram?.bars ?? []).map((bar) => Date.parse(bar.at)), [histogram?.bars]);
  const ticks = useMemo(() => buildTicks(begins), [begins]);
  if (!histogram) return <div className={classes.histogram} aria-hidden="true" />;

  const stepMs = histogram.seconds * 1000;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const reached = Date.parse(histogram.reached);
  const isWhole = reached <= Date.parse(histogram.from);
  const isUnknown = (index: number) => !isWhole && (begins[index] ?? 0) + stepMs <= reached;
  const focusable = Math.min(at ?? bars.length - 1, bars.length - 1);
  const shown = pointed === undefined ? undefined : bars[pointed];

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const next =
      event.key === "Home" ? 0 : event.key === "End" ? bars.length - 1 : step === undefined ? -1 : focusable + step;
    if (next < 0 || next >= bars.length) return;
    event.preventDefault();
    setAt(next);
    row.current?.querySelectorAll("button")[next]?.focus();
  }

  const wordsOf = (bar: Bar, index: number): string =>
    isUnknown(index)
      ? t("transactional.histogram.unknown", { span: formatSpan(begins[index] ?? 0, stepMs) })
      : [
          formatSpan(begins[index] ?? 0, stepMs),
          t("transactional.histogram.events", { count: bar.count, total: formatInteger(bar.count) }),
          ...(bar.problems > 0
            ? [t("transactional.histogram.problems", { count: bar.problems, total: formatInteger(bar.problems) })]
            : []),
        ].join(" · ");

  return (
    <section
      className={classes.histogram}
      aria-label={t("transactional.histogram.label")}
      data-stale={isStale || undefined}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of the buttons inside */}
      <div
        ref={row}
        className={classes.bars}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setPointed(undefined)}
        onBlur={() => setPointed(undefined)}
      >
        {bars.map((bar, index) => (
          <button
            key={bar.at}
            type="button"
            tabIndex={index === focusable ? 0 : -1}
            aria-label={wordsOf(bar, index)}
            data-unknown={isUnknown(index) || undefined}
            onPointerEnter={() => setPointed(index)}
            onFocus={() => {
              setPointed(index);
              setAt(index);
            }}
            onClick={() => onPick(begins[index] ?? 0, (begins[index] ?? 0) + stepMs)}
          >
            {bar.count > 0 ? (
              <span style={{ blockSize: `${Math.max(MIN_BAR_PERCENT, (bar.count / most) * PERCENT)}%` }}>
                {bar.problems > 0 ? <i style={{ blockSize: `${(bar.problems / bar.count) * PERCENT}%` }} /> : null}
              </span>
            ) : null}
          </button>
        ))}
      </div>
      <div className={classes.axis} aria-hidden="true">
        {ticks.map(({ index, text }) => (
          <span
            key={index}
            data-late={index > bars.length * 0.92 || undefined}
            style={{ insetInlineStart: `${(index / bars.length) * PERCENT}%` }}
          >
            {text}
          </span>
        ))}
      </div>
      {shown && pointed !== undefined ? (
        <p
          className={classes.tip}
          aria-hidden="true"
          data-side={pointed < bars.length / 4 ? "start" : pointed > (bars.length * 3) / 4 ? "end" : undefined}
          style={{ insetInlineStart: `${((pointed + 0.5) / bars.length) * PERCENT}%` }}
        >
          {wordsOf(shown, pointed)}
        </p>
      ) : null}
      {isWhole ? null : (
        <Text size="xs" c="dimmed">
          {t("transactional.histogram.countedTo", { at: formatDateTime(histogram.reached) })}
        </Text>
      )}
    </section>
  );
}

/** Describes the period of a bar. */
function formatSpan(begin: number, stepMs: number): string {
  const clock = getTimePattern();
  const end = begin + stepMs;
  if (stepMs > DAY_MS) return `${formatDate(begin, "D MMM")} – ${formatDate(end - 1, "D MMM")}`;
  if (stepMs === DAY_MS) return formatDate(begin, "ddd D MMM");
  return `${formatDate(begin, `D MMM, ${clock}`)} – ${formatDate(end, clock)}`;
}
