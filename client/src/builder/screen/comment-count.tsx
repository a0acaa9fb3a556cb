import type { MouseEvent } from "react";
import classes from "./comment-count.module.css";

interface Props {
  /** Name of the command that opens the comments. */
  readonly label: string;
  readonly count: number;
  /** Class of the position. */
  readonly className: string | undefined;
  readonly onClick: (event: MouseEvent) => void;
}

/** The number of comments in open threads at a node, which opens them; nothing without any. */
export function CommentCount({ label, count, className, onClick }: Props) {
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={`${classes.count} ${className ?? ""}`}
      aria-label={`${label}: ${count}`}
      onClick={onClick}
    >
      {count}
    </button>
  );
}
