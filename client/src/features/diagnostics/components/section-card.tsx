import { Card } from "@/ui/components/card";
import type { Section } from "../report";
import classes from "./diagnostics.module.css";

/** One part of the report. */
export function SectionCard({ section: { title, facts } }: { readonly section: Section }) {
  return (
    <Card title={title}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
