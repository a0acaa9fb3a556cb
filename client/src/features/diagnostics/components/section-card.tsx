import { Box } from "@mantine/core";
import { Card } from "@/ui/components/card";
import type { Section } from "../report";
import classes from "./diagnostics.module.css";

export function SectionCard({ section: { title, facts } }: { readonly section: Section }) {
  return (
    <Card title={title}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <Box display="contents" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
      </dl>
    </Card>
  );
}
