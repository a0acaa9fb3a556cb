import { Switch } from "@mantine/core";
import { useId } from "react";
import type { ControlProps } from "./control-props";
import panel from "./panel.module.css";

export function SwitchControl({ label, value, onChange }: ControlProps) {
  const id = useId();
  return (
    <div className={panel.field} data-inline>
      <label htmlFor={id}>{label}</label>
      <Switch id={id} checked={value === true} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    </div>
  );
}
