import { createPolymorphicComponent, Stack, type StackProps } from "@mantine/core";

/** A stack with its own background, for related content on a page. */
export const Panel = createPolymorphicComponent<"div", StackProps>((props: StackProps) => (
  <Stack bd="1px solid var(--line)" bdrs="lg" bg="var(--surface)" {...props} />
));
