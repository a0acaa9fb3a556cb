import { createTextSource, loadTexts, type Texts } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";

const FILES = import.meta.glob<Texts>("./*/texts/*.json", { import: "default" });

/** Loads the texts of parts of the Contact Book that load on demand. */
export function loadPartTexts(...parts: readonly string[]): Promise<void> {
  const sources = parts.map((part) => [`contacts/${part}`, createTextSource(FILES, `./${part}/texts`)]);
  return loadTexts({ ...TERMS, ...Object.fromEntries(sources) });
}
