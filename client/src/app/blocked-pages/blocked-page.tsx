import type { ReactNode } from "react";
import { Card } from "@/ui/components/card";
import { DescriptionList } from "@/ui/components/description-list";
import classes from "./blocked-page.module.css";

interface Props {
  readonly title: string;
  /** The situation, in one or two sentences. */
  readonly children: ReactNode;
  /** Details such as the plan, the team or a date. */
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
  /** At most one of them is primary. */
  readonly actions?: ReactNode;
  readonly after?: ReactNode;
}

/** Body of a screen shown in place of a blocked one: the situation, its details and the available actions. */
export function BlockedPage({ title, children, facts = [], actions, after }: Props) {
  return (
    <section className={classes.gate}>
      <h1>{title}</h1>
      <div className={classes.words}>{children}</div>
      {facts.length > 0 ? (
        <div className={classes.after}>
          <Card>
            <DescriptionList layout="rows">
              {facts.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </DescriptionList>
          </Card>
        </div>
      ) : null}
      {actions ? <div className={classes.actions}>{actions}</div> : null}
      {after ? <div className={classes.after}>{after}</div> : null}
    </section>
  );
}
