import "@mantine/core/styles/Tooltip.layer.css";
import { Tooltip } from "@mantine/core";
import type { ReactElement } from "react";

interface Props {
  readonly words: string;
  readonly children: ReactElement;
}

/** A tooltip on hover and focus. Loaded only where there is someone to name. */
export function NameTooltip({ words, children }: Props) {
  return (
    <Tooltip label={words} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      {children}
    </Tooltip>
  );
}
