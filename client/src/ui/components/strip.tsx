import type { ReactNode } from "react";
import { CloseButton } from "./close-button";
import classes from "./strip.module.css";

interface Props {
  readonly kind: "bad" | "warn" | "info";
  readonly icon: ReactNode;
  readonly children: ReactNode;
  /** Links or buttons at the end; below the text on phones. */
  readonly actions?: ReactNode;
  readonly close?: { readonly label: string; readonly onClick: () => void } | undefined;
  /** Has rounded corners and a margin instead of the full width. */
  readonly isInset?: boolean;
}

/** A banner about the whole screen with its actions. The caller sets its ARIA role. */
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
