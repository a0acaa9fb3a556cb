import { TimePicker } from "@mantine/dates";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/dates/styles.layer.css";
import { parseHourFormat } from "@/lib/dates";
import { readStored } from "@/lib/storage";
import { FIELD_ORDER } from "./picker-defaults";

interface Props {
  readonly label: string;
  /** The label is for screen readers only; text beside the field names it. */
  readonly isLabelHidden?: boolean;
  /** `HH:mm`, or empty. */
  readonly value: string;
  readonly minuteStep?: number;
  readonly size?: "sm" | "md";
  readonly error?: ReactNode;
  readonly isDisabled?: boolean;
  /** Called with complete times only; during typing the previous time remains. */
  readonly onChange: (time: string) => void;
}

/** Input of a time in the user's 12- or 24-hour format. */
export function TimeField(props: Props) {
  const { label, isLabelHidden = false, value, minuteStep = 1, size = "md", error, isDisabled } = props;
  const { t } = useTranslation();
  return (
    <TimePicker
      inputWrapperOrder={FIELD_ORDER}
      label={isLabelHidden ? undefined : label}
      format={parseHourFormat(readStored("hourFormat")) === 12 ? "12h" : "24h"}
      size={size}
      minutesStep={minuteStep}
      value={value}
      error={error}
      disabled={isDisabled ?? false}
      hoursInputLabel={t("dates.hours", { end: label })}
      minutesInputLabel={t("dates.minutes", { end: label })}
      amPmInputLabel={t("dates.amPm", { end: label })}
      onChange={(next) => {
        if (next) props.onChange(next.slice(0, 5));
      }}
    />
  );
}
