import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { loadCommonTexts, loadFeatureTexts } from "@/app/texts";
import { startI18n } from "@/lib/i18n/i18n";
import { ThemeProvider } from "@/ui/theme/theme-provider";

let isStarted = false;

/** Renders a component with the common texts, those of the named features, and the theme. */
export async function renderPart(part: ReactNode, features: readonly string[] = []) {
  if (!isStarted) {
    await startI18n(() => undefined);
    isStarted = true;
  }
  await loadCommonTexts();
  await loadFeatureTexts(["dates", "builder/collab", "builder/inspector", ...features]);
  return render(
    <MemoryRouter>
      <ThemeProvider env="test">{part}</ThemeProvider>
    </MemoryRouter>,
  );
}
