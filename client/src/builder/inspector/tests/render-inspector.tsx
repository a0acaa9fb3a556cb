import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import type { Translate } from "@/lib/i18n/translation";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { InspectorContext, type TagSuggestion } from "../inspector";

/** Translates a key to itself, followed by its parameters. */
export const translateKey = ((key: string, filled?: Readonly<Record<string, unknown>>) =>
  filled ? `${key} ${Object.values(filled).join(" | ")}` : key) as unknown as Translate;

/** Renders a part of the inspector, for an editor with these merge tags and no fields or controls of its own. */
export function renderInspector(part: ReactNode, tags: readonly TagSuggestion[] = []) {
  const inspector = { texts: "tiny", globalFields: [], tags, controls: {}, t: translateKey };
  return render(
    <ThemeProvider env="test">
      <InspectorContext value={inspector}>{part}</InspectorContext>
    </ThemeProvider>,
  );
}
