import { createPolymorphicComponent, Stack, type StackProps } from "@mantine/core";

/** A stack on a ground of its own: what belongs together on a page. */
export const Panel = createPolymorphicComponent<"div", StackProps>((props: StackProps) => (
  <Stack bd="1px solid var(--line)" bdrs="lg" bg="var(--surface)" {...props} />
));
