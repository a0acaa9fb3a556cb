import type { ReactNode } from "react";
import classes from "./table-card.module.css";

interface Props {
  readonly title: string;
  /** Content at the end of the head, such as a link or a filter. */
  readonly aside?: ReactNode;
  /** The table; its numbers are aligned right. */
  readonly children: ReactNode;
}

/** A small table of numbers with a title. */
export function TableCard({ title, aside, children }: Props) {
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
