import { Checkbox, Popover, Stack } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { useMediaQuery } from "@mantine/hooks";
import { IconCheck, IconLock } from "@tabler/icons-react";
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/dates/styles.layer.css";
import { NARROW_QUERY } from "@/lib/constants";
import {
  addDays,
  buildSpan,
  clampToRules,
  type DateRange,
  getDay,
  getFirstDay,
  getLastDay,
  getTime,
  getToday,
  isBeyond,
  listPresets,
  type RangeRules,
  roundTime,
} from "@/lib/date-range";
import { formatInteger } from "@/lib/filters";
import { getCurrentLanguage } from "@/lib/i18n/i18n";
import calendar from "./calendar.module.css";
import classes from "./date-range-panel.module.css";
import { describeDay } from "./describe-day";
import { EndField } from "./end-field";
import { PICKER } from "./picker-defaults";

interface Props {
  readonly trigger: ReactElement<{ readonly ref?: Ref<HTMLButtonElement> }>;
  readonly range: DateRange;
  readonly rules: RangeRules;
  readonly withTime: boolean;
  readonly minuteStep: number | undefined;
  readonly isOpen: boolean;
  readonly onChange: (range: DateRange) => void;
  readonly onClose: () => void;
}

type Ends = readonly [string, string];

/** Where a plan with longer retention is sold. */
const UPGRADE_PATH = "/update-plan";

function padHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** Adds or removes the times of both ends. The default is noon; a range on a single day ends with its last step. */
function applyTimes([from, to]: Ends, isTimed: boolean, step: number): Ends {
  if (!isTimed) return [getDay(from), getDay(to)];
  const end = getDay(from) === getDay(to) ? roundTime("23:59", step) : padHour(PICKER.hour);
  return [`${getDay(from)}T${getTime(from) ?? padHour(PICKER.hour)}`, `${getDay(to)}T${getTime(to) ?? end}`];
}

function roundEnd(end: string, step: number): string {
  const time = getTime(end);
  return time ? `${getDay(end)}T${roundTime(time, step)}` : end;
}

/** The open picker; loaded by DateRangePicker. */
export function DateRangePanel(props: Props) {
  const { trigger, range, rules, withTime, minuteStep = PICKER.minuteStep, isOpen, onChange, onClose } = props;

  const target = useRef<HTMLButtonElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);
  // Mantine returns the focus only from the second opening on, and the panel mounts open, under another button.
  useEffect(() => {
    if (isOpen) return;
    const { activeElement, body } = document;
    const isOurs = activeElement === body || dropdown.current?.contains(activeElement);
    if (isOurs) target.current?.focus({ preventScroll: true });
  }, [isOpen]);

  function close(): void {
    const { from, to } = range;
    if (from !== undefined && to !== undefined) {
      const steps = [roundEnd(from, minuteStep), roundEnd(to, minuteStep)] as const;
      if (steps[0] !== from || steps[1] !== to) onChange({ ...range, from: steps[0], to: steps[1] });
    }
    onClose();
  }

  return (
    <Popover opened={isOpen} onChange={(opens) => (opens ? undefined : close())} position="bottom-end" trapFocus>
      <Popover.Target>{cloneElement(trigger, { ref: target })}</Popover.Target>
      <Popover.Dropdown ref={dropdown} className={classes.panel ?? ""}>
        <RangeChoice
          range={range}
          rules={rules}
          withTime={withTime}
          minuteStep={minuteStep}
          onChange={onChange}
          onDone={close}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoiceProps {
  readonly range: DateRange;
  readonly rules: RangeRules;
  readonly withTime: boolean;
  readonly minuteStep: number;
  readonly onChange: (range: DateRange) => void;
  readonly onDone: () => void;
}

function RangeChoice({ range, rules, withTime, minuteStep, onChange, onDone }: ChoiceProps) {
  const { t } = useTranslation();
  const now = Date.now();
  const isNarrow = useMediaQuery(NARROW_QUERY, false, { getInitialValueInEffect: false });
  // The first of two days, until the second is chosen.
  const [firstEnd, setBegun] = useState<string>();
  const { preset, from, to } = range;
  const span = buildSpan(range, now);
  const shown: Ends | undefined =
    from !== undefined && to !== undefined
      ? [from, to]
      : span.start && span.end
        ? [getDay(span.start), getDay(span.end)]
        : undefined;
  const isTimed = from !== undefined && getTime(from) !== undefined;
  const { maxRange } = rules;
  const first = getFirstDay(rules, now);
  const last = getLastDay(rules, now);

  function chooseDay(ends: Ends): void {
    setBegun(undefined);
    const [start, end] = clampToRules(ends, rules, now);
    onChange({ preset: "custom", from: start, to: end });
  }

  function isTooFar(day: string): boolean {
    if (firstEnd === undefined || maxRange === undefined) return false;
    return day > addDays(firstEnd, maxRange - 1) || day < addDays(firstEnd, 1 - maxRange);
  }

  const usual: Ends = shown ?? [addDays(getToday(now), -6), getToday(now)];
  return (
    <div className={classes.choice}>
      <ul className={classes.presets}>
        {listPresets(rules).map((one) => {
          const words = t(`dates.presets.${one}`);
          if (isBeyond(one, rules, now)) {
            return (
              <li key={one}>
                <Link to={UPGRADE_PATH} className={classes.preset} title={t("dates.upgrade")}>
                  {words}
                  <IconLock size={14} stroke={1.9} aria-label={t("dates.upgrade")} />
                </Link>
              </li>
            );
          }
          return (
            <li key={one}>
              <button
                type="button"
                className={classes.preset}
                aria-pressed={one === preset}
                onClick={() => {
                  if (one === "custom") chooseDay(usual);
                  else {
                    setBegun(undefined);
                    onChange({ preset: one, from: undefined, to: undefined });
                    onDone();
                  }
                }}
              >
                {words}
                {one === preset ? <IconCheck size={14} stroke={1.9} aria-hidden="true" /> : null}
              </button>
            </li>
          );
        })}
      </ul>
      <Stack gap="sm" pt="sm" pb="md" px="md">
        <div className={classes.ends}>
          <EndField
            label={t("dates.from")}
            value={firstEnd ?? shown?.[0]}
            minuteStep={minuteStep}
            onChange={(value) => chooseDay(applyTimes([value, to ?? getDay(value)], isTimed, minuteStep))}
          />
          <EndField
            label={t("dates.to")}
            value={firstEnd ? undefined : shown?.[1]}
            minuteStep={minuteStep}
            onChange={(value) => chooseDay(applyTimes([from ?? firstEnd ?? getDay(value), value], isTimed, minuteStep))}
          />
        </div>
        <DatePicker
          type="range"
          allowSingleDateInRange
          hideOutsideDates
          className={classes.calendar ?? ""}
          classNames={{ day: calendar.cell ?? "" }}
          locale={getCurrentLanguage()}
          numberOfColumns={isNarrow ? 1 : 2}
          defaultDate={isNarrow ? usual[1].slice(0, 10) : `${addDays(`${usual[1].slice(0, 7)}-01`, -1).slice(0, 7)}-01`}
          columnsToScroll={1}
          maxLevel="year"
          value={firstEnd ? [firstEnd, null] : shown ? [getDay(shown[0]), getDay(shown[1])] : [null, null]}
          {...(first ? { minDate: first } : {})}
          {...(last ? { maxDate: last } : {})}
          excludeDate={isTooFar}
          getDayProps={(day) => (day === getToday(now) ? { "data-is-today": true } : {})}
          getDayAriaLabel={describeDay}
          ariaLabels={{ previousMonth: t("dates.previousMonth"), nextMonth: t("dates.nextMonth") }}
          onChange={([start, end]) => {
            if (start && end) chooseDay(applyTimes([start, end], isTimed, minuteStep));
            else setBegun(start ?? undefined);
          }}
        />
        {withTime && from !== undefined && to !== undefined ? (
          <Checkbox
            label={t("dates.exact")}
            checked={isTimed}
            onChange={() => chooseDay(applyTimes([from, to], !isTimed, minuteStep))}
          />
        ) : null}
        {maxRange === undefined ? null : (
          <p className={classes.note}>{t("dates.most", { count: maxRange, days: formatInteger(maxRange) })}</p>
        )}
        {first ? (
          <p className={classes.note}>
            {t("dates.kept", { count: rules.retentionDays ?? 0, days: formatInteger(rules.retentionDays ?? 0) })}{" "}
            <Link to={UPGRADE_PATH}>{t("dates.upgrade")}</Link>
          </p>
        ) : null}
      </Stack>
    </div>
  );
}
