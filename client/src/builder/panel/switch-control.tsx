import { useId } from "react";
import type { ControlProps } from "./control-props";
import classes from "./panel.module.css";

export function SwitchControl({ label, value, onChange }: ControlProps) {
  const id = useId();
  return (
    <div className={classes.field} data-inline>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={value === true}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  );
}
