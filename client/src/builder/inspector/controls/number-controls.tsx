import { Input, Text } from "@mantine/core";
import { useId, useState } from "react";
import { toTextKey } from "@/lib/i18n/translation";
import { useInspector } from "../inspector";
import type { Schema } from "../schema";
import type { ControlProps } from "./control-props";
import classes from "./panel.module.css";

interface NumberProps {
  readonly id?: string;
  readonly label?: string;
  readonly value: number;
  readonly schema: Schema;
  readonly unit: string;
  readonly placeholder?: string | undefined;
  readonly onChange: (value: number) => void;
}

/** An integer within bounds. An invalid input changes nothing until it is valid. */
export function NumberBox({ id, label, value, schema, unit, placeholder, onChange }: NumberProps) {
  const { minimum = 0, maximum = 9999 } = schema;
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (placeholder !== undefined && value === 0 ? "" : String(value));
  return (
    <Input
      className={classes.number ?? ""}
      classNames={{ input: "figures" }}
      size="sm"
      {...(id ? { id } : {})}
      aria-label={label}
      type="number"
      inputMode="numeric"
      min={minimum}
      max={maximum}
      value={shown}
      placeholder={placeholder}
      rightSection={
        shown === "" && placeholder !== undefined ? null : (
          <Text span size="xs" c="dimmed" aria-hidden="true">
            {unit}
          </Text>
        )
      }
      rightSectionWidth={28}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const number = Math.round(Number(currentTarget.value));
        if (currentTarget.value !== "" && number >= minimum && number <= maximum) onChange(number);
        else if (currentTarget.value === "" && placeholder !== undefined) onChange(0);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** Whether 0 means the default, because it is no valid size. */
function isZeroDefault({ default: usual, minimum = 0 }: Schema): boolean {
  return usual === 0 && minimum === 0;
}

export function PixelsControl({ field, label, value, onChange }: ControlProps) {
  const { t } = useInspector();
  const id = useId();
  const isAuto = isZeroDefault(field.schema);
  return (
    <div className={classes.field} data-inline>
      <label htmlFor={id}>{label}</label>
      <NumberBox
        id={id}
        value={Number(value)}
        schema={field.schema}
        unit={t("inspector.controls.units.px")}
        placeholder={isAuto ? t("terms.automatic") : undefined}
        onChange={onChange}
      />
    </div>
  );
}

export function SliderControl({ field, label, value, onChange }: ControlProps) {
  const { t } = useInspector();
  const id = useId();
  const { minimum = 0, maximum = 100, unit = "px" } = field.schema;
  // 0 is a valid corner radius, but not a valid percentage.
  const isAuto = unit === "percent" && isZeroDefault(field.schema);
  const words = isAuto ? t("terms.automatic") : undefined;
  const isUsual = isAuto && Number(value) === 0;
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.slider}>
        <input
          id={id}
          type="range"
          min={minimum}
          max={maximum}
          value={Number(value)}
          aria-valuetext={isUsual ? words : undefined}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
        <NumberBox
          label={label}
          value={Number(value)}
          schema={field.schema}
          unit={t(toTextKey(`inspector.controls.units.${unit}`))}
          placeholder={words}
          onChange={onChange}
        />
      </div>
    </div>
  );
}
