import { createTextSource, loadTexts, type Texts } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";

const FILES = import.meta.glob<Texts>("./texts/*.json", { import: "default" });
const DATES = import.meta.glob<Texts>("../../ui/dates/texts/*.json", { import: "default" });

/** Loads the texts of rules and of their dates, for another feature's screen that shows rules only on request. */
export function loadSegmentTexts(): Promise<void> {
  return loadTexts({
    ...TERMS,
    dates: createTextSource(DATES, "../../ui/dates/texts"),
    segments: createTextSource(FILES, "./texts"),
  });
}
