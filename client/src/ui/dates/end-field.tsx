import { Flex, Input } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { DATE } from "@/lib/constants";
import { getDay, getTime, readDay } from "@/lib/date-range";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./date-range-panel.module.css";
import { PICKER } from "./picker-defaults";
import { TimeField } from "./time-field";

interface Props {
  readonly label: string;
  /** A day, with or without a time; undefined while none is chosen. */
  readonly value: string | undefined;
  readonly minuteStep: number;
  readonly onChange: (value: string) => void;
}

/** Text input of one end of a range. An invalid day shows an error and changes nothing (REP-41). */
export function EndField({ label, value, minuteStep, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<{ readonly text: string; readonly over: string | undefined }>();
  const [isWrong, setWrong] = useState(false);
  const time = value === undefined ? undefined : getTime(value);
  const day = value === undefined ? "" : getDay(value);
  // Typed text stays until another day is chosen elsewhere.
  const text = typed && typed.over === value ? typed.text : day;
  const applyDebounced = useDebouncedCallback((written: string) => {
    const read = readDay(written);
    setWrong(read === undefined);
    if (read !== undefined && read !== day) onChange(time ? `${read}T${time}` : read);
  }, PICKER.debounceMs);
  const isShownWrong = isWrong && typed !== undefined && typed.over === value;
  return (
    <Input.Wrapper
      className={classes.end ?? ""}
      label={label}
      error={isShownWrong ? t("dates.invalid") : undefined}
      errorProps={{ role: "alert" }}
    >
      <Flex gap="xs">
        <Input
          classNames={{ input: classes.day ?? "" }}
          flex={1}
          miw={108}
          size="sm"
          value={text}
          placeholder={DATE}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          error={isShownWrong}
          onChange={({ currentTarget }) => {
            setTyped({ text: currentTarget.value, over: value });
            applyDebounced(currentTarget.value);
          }}
          onBlur={() => applyDebounced.flush()}
        />
        {time === undefined ? null : (
          <TimeField
            label={label}
            isLabelHidden
            size="sm"
            minuteStep={minuteStep}
            value={time}
            onChange={(next) => onChange(`${day}T${next}`)}
          />
        )}
      </Flex>
    </Input.Wrapper>
  );
}
