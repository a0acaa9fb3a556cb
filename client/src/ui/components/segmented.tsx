import { type ReactNode, useId } from "react";
import classes from "./segmented.module.css";

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Shown instead of the label, which then becomes the accessible name and the tooltip. */
  readonly icon?: ReactNode;
}

interface Props<Value extends string> {
  /** Name of the choice, for screen readers. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly isWide?: boolean;
  readonly onChange: (value: Value) => void;
}

/** A choice of a few options, all visible. */
export function Segmented<Value extends string>({ label, value, options, isWide, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.segmented} data-wide={isWide || undefined}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} title={option.icon ? option.label : undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-label={option.label}
            onChange={() => onChange(option.value)}
          />
          <span>{option.icon ?? option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
