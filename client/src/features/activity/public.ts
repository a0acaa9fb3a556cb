import { lazy } from "react";
import { type Language, loadTexts } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";

export { activityKeys } from "./activity-text";

const FILES = import.meta.glob<Readonly<Record<string, unknown>>>("./texts/*.json", { import: "default" });

async function texts(language: Language): Promise<Readonly<Record<string, unknown>>> {
  const read = FILES[`./texts/${language}.json`];
  if (!read) throw new Error(`No ${language} texts of activity`);
  return read();
}

/** Loaded when it is opened. */
export const ActivityPanel = lazy(async () => {
  const [{ ActivityPanel }] = await Promise.all([
    import("./components/activity-panel"),
    loadTexts({ ...TERMS, activity: texts }),
  ]);
  return { default: ActivityPanel };
});
