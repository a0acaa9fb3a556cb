import type { ComponentType } from "react";
import classes from "./selection-bar.module.css";

interface Props {
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  readonly label: string;
  readonly onClick: () => void;
}

export function SelectionAction({ icon: Icon, label, onClick }: Props) {
  return (
    <button type="button" className={classes.action} onClick={onClick}>
      <Icon size={16} stroke={1.7} />
      {label}
    </button>
  );
}
