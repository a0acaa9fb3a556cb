import type { ReactNode } from "react";
import classes from "./table-card.module.css";

interface Props {
  readonly title: string;
  /** At the end of the head: where more is, what narrows it. */
  readonly aside?: ReactNode;
  /** The table, whose figures stand at the end of their cells. */
  readonly children: ReactNode;
}

/** A small table of figures under its title. */
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
