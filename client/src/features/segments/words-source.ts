import { type Language, loadTexts } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";

const FILES = import.meta.glob<Readonly<Record<string, unknown>>>("./texts/*.json", { import: "default" });

/** The words of rules, for a screen of another feature that shows rules only where somebody asks for them. */
export function loadSegmentWords(): Promise<void> {
  const source = async (language: Language): Promise<Readonly<Record<string, unknown>>> => {
    const read = FILES[`./texts/${language}.json`];
    if (!read) throw new Error(`No ${language} texts of segments`);
    return read();
  };
  return loadTexts({ ...TERMS, segments: source });
}
