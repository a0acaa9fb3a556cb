import { loadTexts, type Texts, textSource } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";

const FILES = import.meta.glob<Texts>("./*/texts/*.json", { import: "default" });

/** The words of parts of the Contact Book, which nothing else waits for. */
export function textsOf(...parts: readonly string[]): Promise<void> {
  const sources = parts.map((part) => [`contacts/${part}`, textSource(FILES, `./${part}/texts`)]);
  return loadTexts({ ...TERMS, ...Object.fromEntries(sources) });
}
