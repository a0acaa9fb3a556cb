import { lazy } from "react";
import { createTextSource, loadTexts, type Texts } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";

export { getActivityKeys } from "./activity-text";

const FILES = import.meta.glob<Texts>("./texts/*.json", { import: "default" });

/** Loaded on the first opening. */
export const ActivityPanel = lazy(async () => {
  const [{ ActivityPanel }] = await Promise.all([
    import("./components/activity-panel"),
    loadTexts({ ...TERMS, activity: createTextSource(FILES, "./texts") }),
  ]);
  return { default: ActivityPanel };
});
