import { DateInput, type DateInputProps } from "@mantine/dates";
import { type ReactNode, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/dates/styles.layer.css";
import { DATE_MEDIUM } from "@/lib/constants";
import { getToday, readDay } from "@/lib/date-range";
import { getCurrentLanguage } from "@/lib/i18n/i18n";
import { parseDay } from "@/lib/typed-day";
import classes from "./calendar.module.css";
import { describeDay } from "./describe-day";
import { FIELD_ORDER } from "./picker-defaults";

type PassthroughProps = Pick<
  DateInputProps,
  "aria-label" | "className" | "dir" | "disabled" | "leftSection" | "leftSectionWidth" | "ref" | "required" | "size"
>;

export interface DateFieldProps extends PassthroughProps {
  readonly label?: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  /** First and last day that the calendar offers. The form validates a typed day. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly error?: ReactNode;
  /** Id of the element that explains the error, where the field does not show it. */
  readonly describedBy?: string | undefined;
  readonly onChange: (day: string) => void;
}

/** Input of a day, typed or chosen from a calendar. */
export function DateField({ value, min, max, error, describedBy, onChange, ...passed }: DateFieldProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<{ readonly text: string; readonly over: string }>();
  const [isLeft, setLeft] = useState(false);
  // The typed text counts only while the value it replaces is unchanged.
  const isUnread =
    typed !== undefined && typed.over === value && typed.text.trim() !== "" && parseDay(typed.text) === undefined;
  const shownError = isUnread && isLeft ? t("dates.invalid") : error;
  return (
    <DateInput
      size="md"
      inputWrapperOrder={FIELD_ORDER}
      {...passed}
      {...(describedBy
        ? { withAria: false, "aria-describedby": describedBy, "aria-invalid": shownError ? true : undefined }
        : {})}
      value={readDay(value) ?? null}
      valueFormat={DATE_MEDIUM}
      dateParser={(text) => parseDay(text) ?? null}
      // Text that is no day stays in the field, so that it can be corrected.
      fixOnBlur={!isUnread}
      clearable
      allowDeselect={false}
      clearButtonProps={{ "aria-label": t("dates.clear") }}
      error={shownError}
      locale={getCurrentLanguage()}
      classNames={{ day: classes.cell ?? "" }}
      popoverProps={{ opened: isOpen, classNames: { dropdown: classes.dropdown ?? "" } }}
      hideOutsideDates
      excludeDate={(day) => (min !== undefined && day < min) || (max !== undefined && day > max)}
      getDayProps={(day) => ({
        onClick: () => setOpen(false),
        ...(day === getToday(Date.now()) ? { "data-is-today": true } : {}),
      })}
      getDayAriaLabel={describeDay}
      ariaLabels={{ previousMonth: t("dates.previousMonth"), nextMonth: t("dates.nextMonth") }}
      data-mantine-stop-propagation={isOpen || undefined}
      onInput={({ currentTarget }) => {
        setTyped({ text: currentTarget.value, over: value });
        setLeft(false);
      }}
      onClick={() => setOpen(true)}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown") setOpen(true);
        if (event.key === "Escape" && isOpen) {
          event.stopPropagation();
          setOpen(false);
        }
      }}
      onBlur={() => {
        setOpen(false);
        setLeft(true);
      }}
      onChange={(day) => onChange(day ?? "")}
    />
  );
}
