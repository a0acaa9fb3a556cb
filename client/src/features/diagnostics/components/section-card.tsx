import { Box } from "@mantine/core";
import { Card } from "@/ui/components/card";
import { DescriptionList } from "@/ui/components/description-list";
import type { DiagnosticsSection } from "../report";

export function SectionCard({ section: { title, facts } }: { readonly section: DiagnosticsSection }) {
  return (
    <Card title={title}>
      <DescriptionList>
        {facts.map(([name, value]) => (
          <Box display="contents" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
      </DescriptionList>
    </Card>
  );
}
