import type { ReactNode } from "react";
import classes from "./section.module.css";

interface Props {
  readonly id: string;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the composer: the review leads to it by its id. */
export function Section({ id, title, aside, children }: Props) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <header className={classes.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        {aside}
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
