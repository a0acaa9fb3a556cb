import { Box } from "@mantine/core";

const WIDTHS = [72, 88, 64, 80, 56, 76];

/** Placeholder lines of a loading text. */
export function HelpSkeleton() {
  return (
    <div aria-busy="true">
      {WIDTHS.map((width) => (
        <Box my={14} bdrs={6} h={12} bg="var(--line)" key={width} style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  );
}
