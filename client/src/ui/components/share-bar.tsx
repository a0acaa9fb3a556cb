import type { ComponentProps } from "react";
import classes from "./share-bar.module.css";

interface Props extends ComponentProps<"span"> {
  /** From 0 to 1. */
  readonly share: number;
  readonly colour?: string;
}

/** A share as a bar. Without a role it is decoration of the text beside it. */
export function ShareBar({ share, colour = "var(--vendor-edge)", role, ...rest }: Props) {
  return (
    <span {...rest} role={role} className={classes.track} aria-hidden={role ? undefined : true}>
      <span style={{ inlineSize: `${Math.min(1, Math.max(0, share)) * 100}%`, background: colour }} />
    </span>
  );
}
