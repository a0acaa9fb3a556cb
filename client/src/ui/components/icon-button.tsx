import type { ButtonHTMLAttributes, Ref } from "react";
import classes from "./icon-button.module.css";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does; shown under the pointer. */
  readonly label: string;
  readonly size?: "row" | "normal";
  readonly look?: "quiet" | "framed";
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that is an icon: 32 pixels, 28 in rows, 40 on a phone. */
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
