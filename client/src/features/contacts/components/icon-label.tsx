import type { ComponentType, ReactNode } from "react";
import classes from "./icon-label.module.css";

interface Props {
  readonly icon: ComponentType<{ size?: number; stroke?: number; "aria-hidden"?: true }>;
  readonly children: ReactNode;
}

/** An icon and a text, as the content of a button. */
export function IconLabel({ icon: Icon, children }: Props) {
  return (
    <span className={classes.words}>
      <Icon size={16} stroke={1.7} aria-hidden />
      {children}
    </span>
  );
}
