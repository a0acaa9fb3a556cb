import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface Props {
  /** A decorative illustration made of the interface's own shapes. */
  readonly drawing: ReactNode;
  readonly title: string;
  readonly text: string;
  /** At most one primary action. */
  readonly action?: ReactNode;
  readonly after?: ReactNode;
}

/** Shown in place of an empty list: what it is for and the one next step. */
export function EmptyState({ drawing, title, text, action, after }: Props) {
  return (
    <section className={classes.empty}>
      <div className={classes.drawing}>{drawing}</div>
      <h2>{title}</h2>
      <p>{text}</p>
      {action ? <div className={classes.action}>{action}</div> : null}
      {after ? <div className={classes.after}>{after}</div> : null}
    </section>
  );
}
