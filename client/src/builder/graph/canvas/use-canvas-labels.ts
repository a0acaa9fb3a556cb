import type { AriaLabelConfig } from "@xyflow/react";
import { useMemo } from "react";
import type { Translate } from "@/lib/i18n/translation";

/** The canvas library's own texts for screen readers. */
export function useCanvasLabels(t: Translate): Partial<AriaLabelConfig> {
  return useMemo(
    () => ({
      "controls.ariaLabel": t("graph.view.label"),
      "controls.zoomIn.ariaLabel": t("graph.view.zoomIn"),
      "controls.zoomOut.ariaLabel": t("graph.view.zoomOut"),
      "controls.fitView.ariaLabel": t("graph.view.fit"),
      "minimap.ariaLabel": t("graph.view.map"),
    }),
    [t],
  );
}
