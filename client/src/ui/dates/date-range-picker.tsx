import { IconCalendar, IconChevronDown } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { DateRange, RangeRules } from "@/lib/date-range";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./date-range-picker.module.css";
import { formatRange } from "./format-range";

const loadPanel = async () => ({ default: (await import("./date-range-panel")).DateRangePanel });
const Panel = lazy(loadPanel);

interface Props {
  /** Label of the range, such as "Period". */
  readonly label: string;
  readonly range: DateRange;
  readonly rules?: RangeRules;
  /** Whether the ends can include a time. */
  readonly withTime?: boolean;
  /** Minutes between selectable times. */
  readonly minuteStep?: number;
  readonly onChange: (range: DateRange) => void;
}

const NO_RULES: RangeRules = {};

/** Selects a preset or a custom range. The calendar loads when the pointer approaches or the picker opens. */
export function DateRangePicker({ label, range, rules = NO_RULES, withTime = false, minuteStep, onChange }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  const words = formatRange(range, t);
  const trigger = (
    <button
      type="button"
      className={classes.trigger}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={`${label}: ${words}`}
      onPointerEnter={() => void loadPanel()}
      onClick={() => {
        setNeeded(true);
        setOpen(!isOpen);
      }}
    >
      <IconCalendar size={16} stroke={1.7} aria-hidden="true" />
      <span>{words}</span>
      <IconChevronDown size={14} stroke={1.9} aria-hidden="true" />
    </button>
  );
  if (!isNeeded) return trigger;
  return (
    <Suspense fallback={trigger}>
      <Panel
        trigger={trigger}
        range={range}
        rules={rules}
        withTime={withTime}
        minuteStep={minuteStep}
        isOpen={isOpen}
        onChange={onChange}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
}
