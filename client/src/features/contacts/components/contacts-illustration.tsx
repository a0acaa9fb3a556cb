import { Box, Stack } from "@mantine/core";
import classes from "./contacts-illustration.module.css";

const WIDTHS = [
  ["70%", "90%"],
  ["50%", "75%"],
  ["85%", "60%"],
] as const;

/** Illustration of the Contact Book. */
export function ContactsIllustration() {
  return (
    <Stack
      gap={0}
      bdrs="lg"
      w={280}
      bd="1px solid var(--line2)"
      bg="var(--surface)"
      style={{ overflow: "hidden" }}
      aria-hidden="true"
    >
      {WIDTHS.map(([name, email], index) => (
        <div key={name} className={classes.row} data-next={index === WIDTHS.length - 1 || undefined}>
          <Box component="span" bdrs={3} w={12} h={12} bd="1px solid var(--control)" />
          <Box component="span" bdrs={3} h={6} bg="var(--line2)" style={{ inlineSize: name }} />
          <Box component="span" bdrs={3} h={6} bg="var(--line2)" style={{ inlineSize: email }} />
          <span className={classes.dot} />
        </div>
      ))}
    </Stack>
  );
}
