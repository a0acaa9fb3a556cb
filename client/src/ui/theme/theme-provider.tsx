import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { theme } from "./theme";

const schemeManager = localStorageColorSchemeManager({ key: "colorScheme" });

/** Mantine without the style elements it would write: the variables are in tokens.css, and the policy stays strict. */
export function ThemeProvider({ children, env = "default" }: { children: ReactNode; env?: "default" | "test" }) {
  return (
    <MantineProvider
      theme={theme}
      env={env}
      defaultColorScheme="auto"
      colorSchemeManager={schemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
