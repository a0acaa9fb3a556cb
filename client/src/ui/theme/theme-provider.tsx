import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import "./mantine-styles";
import { useResolvedScheme } from "./colour-scheme";
import { theme } from "./theme";

/**
 * Mantine without its generated style elements: the variables are in our sheets, so the content policy stays strict.
 * The screens before sign-in load without Mantine and this provider.
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
