import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import "./mantine-styles";
import { useResolvedScheme } from "./colour-scheme";
import { theme } from "./theme";

/**
 * Mantine without the style elements it would write: the variables are in our sheets, and the content policy stays
 * strict. It wraps what uses Mantine, not the screens before sign-in, which load without it.
 */
export function ThemeProvider({ children, env = "default" }: { children: ReactNode; env?: "default" | "test" }) {
  return (
    <MantineProvider
      theme={theme}
      env={env}
      forceColorScheme={useResolvedScheme()}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
