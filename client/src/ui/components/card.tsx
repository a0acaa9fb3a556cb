import type { ReactNode } from "react";
import classes from "./card.module.css";

interface Props {
  readonly title?: string;
  readonly aside?: ReactNode;
  /** Removes the padding around the content, for a table or a list of rows. */
  readonly isFlush?: boolean;
  /** Whether the card is a region named by its title. */
  readonly isRegion?: boolean;
  /** Pixels of an empty card, shown while its content loads. */
  readonly height?: number;
  readonly children?: ReactNode;
}

export function Card({ title, aside, isFlush = false, isRegion = false, height, children }: Props) {
  return (
    <section className={classes.card} aria-label={isRegion ? title : undefined} style={{ blockSize: height }}>
      {title ? (
        <header className={classes.head}>
          <h2>{title}</h2>
          {aside}
        </header>
      ) : null}
      <div className={isFlush ? undefined : classes.body}>{children}</div>
    </section>
  );
}
