import { useId } from "react";
import type { ControlProps } from "./control-props";
import panel from "./panel.module.css";
import classes from "./switch-control.module.css";

export function SwitchControl({ label, value, onChange }: ControlProps) {
  const id = useId();
  return (
    <div className={panel.field} data-inline>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={classes.switch}
        type="checkbox"
        role="switch"
        aria-checked={value === true}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  );
}
