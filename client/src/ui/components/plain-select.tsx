import type { ReactNode } from "react";
import classes from "./plain-select.module.css";

interface Props<Value extends string> {
  /** Accessible name. */
  readonly label: string;
  /** Shown before the choice. A select with an icon has no border. */
  readonly icon?: ReactNode;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** The browser's own list to choose from: filters and first screens use it, since it costs nothing to load. */
export function PlainSelect<Value extends string>({ label, icon, value, options, onChange }: Props<Value>) {
  return (
    <label className={classes.select} data-quiet={icon ? true : undefined}>
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
