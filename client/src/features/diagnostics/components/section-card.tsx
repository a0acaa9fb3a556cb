import { Box } from "@mantine/core";
import { Card } from "@/ui/components/card";
import { Facts } from "@/ui/components/facts";
import type { DiagnosticsSection } from "../report";

export function SectionCard({ section: { title, facts } }: { readonly section: DiagnosticsSection }) {
  return (
    <Card title={title}>
      <Facts>
        {facts.map(([name, value]) => (
          <Box display="contents" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
      </Facts>
    </Card>
  );
}
