import type { ButtonHTMLAttributes, Ref } from "react";
import classes from "./icon-button.module.css";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Name of the action; also the tooltip. */
  readonly label: string;
  readonly size?: "row" | "normal";
  readonly look?: "quiet" | "framed";
  readonly ref?: Ref<HTMLButtonElement>;
}

/** An icon as a button: 32 pixels, 28 in rows, 40 on phones. */
export function IconButton({ label, size = "normal", look = "quiet", className = "", ...button }: Props) {
  return (
    <button
      type="button"
      {...button}
      className={`${classes.button} ${className}`}
      aria-label={label}
      title={label}
      data-size={size}
      data-look={look}
    />
  );
}
