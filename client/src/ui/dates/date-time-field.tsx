import { Input, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { DateField } from "./date-field";
import classes from "./date-time-field.module.css";
import { PICKER } from "./picker-defaults";
import { TimeField } from "./time-field";

interface Props {
  readonly label: string;
  /** `YYYY-MM-DDTHH:mm`, or empty. */
  readonly value: string;
  readonly size?: "sm" | "md";
  readonly error?: ReactNode;
  readonly isFocusedFirst?: boolean;
  readonly onChange: (minute: string) => void;
}

const NOON = `${PICKER.hour}:00`;

/** Input of a day and a time. Choosing the day first sets the time to noon. */
export function DateTimeField({ label, value, size = "md", error, isFocusedFirst = false, onChange }: Props) {
  const { t } = useTranslation();
  const errorId = useId();
  const day = value.slice(0, 10);
  const time = value.slice(11, 16);
  return (
    <fieldset className={classes.field}>
      <Text component="legend" size="sm" mb={4} fw={500}>
        {label}
      </Text>
      <div className={classes.parts}>
        <DateField
          className={classes.day ?? ""}
          aria-label={t("dates.day", { end: label })}
          size={size}
          value={day}
          error={Boolean(error)}
          describedBy={error ? errorId : undefined}
          onChange={(next) => onChange(next && `${next}T${time || NOON}`)}
          data-autofocus={isFocusedFirst || undefined}
        />
        <TimeField
          label={label}
          isLabelHidden
          size={size}
          value={time}
          isDisabled={day === ""}
          onChange={(next) => onChange(`${day}T${next}`)}
        />
      </div>
      {error ? <Input.Error id={errorId}>{error}</Input.Error> : null}
    </fieldset>
  );
}
