import type { ReactNode } from "react";
import { Link } from "react-router";
import classes from "./plain-button.module.css";

interface Props {
  readonly kind?: "primary" | "default" | "quiet";
  readonly type?: "submit" | "button";
  readonly isBusy?: boolean;
  /** Disables the button and announces it (aria-disabled); the button stays focusable. */
  readonly isDisabled?: boolean;
  /** Target of the button, which is then a link. */
  readonly to?: string;
  readonly isWide?: boolean;
  /** Whether the panel that the button controls is open. */
  readonly isOpen?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** Button for screens before sign-in and for plain pages. Looks like the others but does not load Mantine. */
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
        // A disabled button would lose the focus to the page, so a busy one stays focusable and ignores clicks.
        if (isBusy || isDisabled) event.preventDefault();
        else onClick?.();
      }}
    >
      {isBusy ? <span className={classes.spinner} aria-hidden="true" /> : null}
      <span>{children}</span>
    </button>
  );
}
