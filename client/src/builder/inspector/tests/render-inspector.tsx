import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import type { Translate } from "@/lib/i18n/translation";
import { InspectorContext, type TagOffer } from "../inspector";

/** Keys as their sentences: what they are filled with stands after them. */
export const KEYS = ((key: string, filled?: Readonly<Record<string, unknown>>) =>
  filled ? `${key} ${Object.values(filled).join(" | ")}` : key) as unknown as Translate;

/** Renders a part of the inspector of an editor that has nothing of its own but these merge tags. */
export function renderInspector(part: ReactNode, tags: readonly TagOffer[] = []) {
  const inspector = { texts: "tiny", globalFields: [], tags, controls: {}, t: KEYS };
  return render(<InspectorContext value={inspector}>{part}</InspectorContext>);
}
