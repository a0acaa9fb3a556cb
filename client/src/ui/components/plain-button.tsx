import type { ReactNode } from "react";
import { Link } from "react-router";
import classes from "./plain-button.module.css";

interface Props {
  readonly kind?: "primary" | "default" | "quiet";
  readonly type?: "submit" | "button";
  readonly isBusy?: boolean;
  /** Does nothing for now, and says so; it keeps the focus. */
  readonly isDisabled?: boolean;
  /** Where it leads; then it is a link. */
  readonly to?: string;
  readonly isWide?: boolean;
  /** Whether the panel that it opens is open. */
  readonly isOpen?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** The button of screens before sign-in and of plain pages: drawn like the others, without what they load. */
export function PlainButton({
  kind = "default",
  type = "button",
  isBusy = false,
  isDisabled = false,
  to,
  isWide,
  isOpen,
  onClick,
  children,
}: Props) {
  const shape = { className: classes.button, "data-kind": kind, "data-wide": isWide || undefined };
  if (to) {
    return (
      <Link {...shape} to={to}>
        {children}
      </Link>
    );
  }
  return (
    <button
      {...shape}
      type={type}
      aria-busy={isBusy || undefined}
      aria-disabled={isDisabled || undefined}
      aria-haspopup={isOpen === undefined ? undefined : "dialog"}
      aria-expanded={isOpen}
      onClick={(event) => {
        // Busy, it keeps its focus and does nothing: a disabled button would drop the focus to the page.
        if (isBusy || isDisabled) event.preventDefault();
        else onClick?.();
      }}
    >
      {isBusy ? <span className={classes.spinner} aria-hidden="true" /> : null}
      <span>{children}</span>
    </button>
  );
}
