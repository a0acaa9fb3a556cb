import type { ReactNode } from "react";
import classes from "./gate.module.css";

interface Props {
  readonly title: string;
  /** What is so, in one or two sentences. */
  readonly children: ReactNode;
  /** What can be looked up: the plan, the team, since when. */
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
  /** At most one of them primary. */
  readonly actions?: ReactNode;
  readonly after?: ReactNode;
}

/** Body of a screen that keeps the wanted one closed: what is so, the facts, and what can be done about it. */
export function Gate({ title, children, facts = [], actions, after }: Props) {
  return (
    <section className={classes.gate}>
      <h1>{title}</h1>
      <div className={classes.words}>{children}</div>
      {facts.length > 0 ? (
        <dl className={classes.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {actions ? <div className={classes.actions}>{actions}</div> : null}
      {after ? <div className={classes.after}>{after}</div> : null}
    </section>
  );
}
