import { Box, Flex, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./progress-bar.module.css";

/** A coloured part of the bar, as a number of the total. */
export interface ProgressPart {
  readonly key: string;
  readonly value: number;
  readonly kind: "vendor" | "warn" | "bad";
}

interface Props {
  /** Name of the task. */
  readonly label: string;
  readonly done: number;
  readonly total: number;
  /** Current rate per second; undefined while unknown. */
  readonly perSecond?: number | undefined;
  readonly secondsLeft?: number | undefined;
  /** Parts of the finished share, shown one after the other. */
  readonly parts?: readonly ProgressPart[];
  readonly note?: ReactNode;
}

const SECONDS_PER_MINUTE = 60;
/** Shorter times are shown in seconds. */
const MAX_SHOWN_SECONDS = 90;

function getPercent(value: number, total: number): number {
  return total > 0 ? Math.min(100, (value / total) * 100) : 0;
}

/** Progress of a task: done, total, rate and remaining time. */
export function ProgressBar({ label, done, total, perSecond, secondsLeft, parts, note }: Props) {
  const { t } = useTranslation();
  const percent = Math.floor(getPercent(done, total));
  const drawn = parts ?? [{ key: "done", value: done, kind: "vendor" as const }];
  const left =
    secondsLeft === undefined
      ? undefined
      : secondsLeft <= MAX_SHOWN_SECONDS
        ? t("ui.secondsLeft", { count: Math.max(1, Math.round(secondsLeft)) })
        : t("ui.minutesLeft", { count: Math.round(secondsLeft / SECONDS_PER_MINUTE) });
  return (
    <div className={classes.progress}>
      <Flex gap="sm" justify="space-between">
        <span className={classes.label}>{label}</span>
        <b>{percent}%</b>
      </Flex>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        {drawn.map(({ key, value, kind }) => (
          <div key={key} data-kind={kind} style={{ inlineSize: `${getPercent(value, total)}%` }} />
        ))}
      </div>
      <Flex gap="sm" justify="space-between" fz="xs" lh="xs" c="var(--text2)">
        <span>{t("ui.progressOf", { done: formatInteger(done), total: formatInteger(total) })}</span>
        {perSecond === undefined ? null : (
          <span>{t("ui.perSecond", { rate: formatInteger(Math.round(perSecond)) })}</span>
        )}
        {left ? (
          <Box component="b" c="var(--text)">
            {left}
          </Box>
        ) : null}
      </Flex>
      {note ? (
        <Text component="div" size="xs" c="dimmed">
          {note}
        </Text>
      ) : null}
    </div>
  );
}
