import type { ReactNode } from "react";
import { CloseButton } from "./close-button";
import classes from "./strip.module.css";

interface Props {
  readonly kind: "bad" | "warn" | "info";
  readonly icon: ReactNode;
  readonly children: ReactNode;
  /** Links or buttons at the end; under the words on a phone. */
  readonly actions?: ReactNode;
  readonly close?: { readonly label: string; readonly onClick: () => void } | undefined;
  /** Stands on the page with corners of its own, not from edge to edge. */
  readonly isInset?: boolean;
}

/** A line over the screen about the whole of it: what is so, and what can be done. Its meaning for who hears it is the caller's. */
export function Strip({ kind, icon, children, actions, close, isInset = false }: Props) {
  return (
    <div className={classes.strip} data-kind={kind} data-inset={isInset || undefined}>
      {icon}
      <p>{children}</p>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
      {close ? <CloseButton {...close} /> : null}
    </div>
  );
}
