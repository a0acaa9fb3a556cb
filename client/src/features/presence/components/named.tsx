import "@mantine/core/styles/Tooltip.layer.css";
import { Tooltip } from "@mantine/core";
import type { ReactElement } from "react";

interface Props {
  readonly words: string;
  readonly children: ReactElement;
}

/** Says the words on hover and on focus. Loaded only where there is somebody to name. */
export function Named({ words, children }: Props) {
  return (
    <Tooltip label={words} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      {children}
    </Tooltip>
  );
}
