import type { ReactNode } from "react";
import classes from "./quiet-select.module.css";

interface Props<Value extends string> {
  /** Name of the choice, for screen readers. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A select with little emphasis. It is the native control, which needs no extra code. */
export function QuietSelect<Value extends string>({ label, icon, value, options, onChange }: Props<Value>) {
  return (
    <label className={classes.select}>
      {icon}
      <select
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
