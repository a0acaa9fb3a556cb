import { Stack, type StackProps } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./layout.module.css";

/** A list with a line between its items. */
export function DividedList({ className, ...props }: StackProps & { readonly children: ReactNode }) {
  return <Stack component="ul" gap={0} {...props} className={[classes.divided, className].filter(Boolean).join(" ")} />;
}
