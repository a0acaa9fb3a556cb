import type { Language, TextSource } from "@/lib/i18n/i18n";
import { loadTexts } from "@/lib/i18n/i18n";

type TextModule = Readonly<Record<string, unknown>>;

const FILES = import.meta.glob<TextModule>("../**/texts/*.json", { import: "default" });

function sourceIn(folder: string): TextSource {
  return async (language: Language) => {
    const read = FILES[`${folder}/texts/${language}.json`];
    if (!read) throw new Error(`No ${language} texts in ${folder}`);
    return read();
  };
}

/** What every screen needs: errors, controls, and the sentences of the application itself. */
const COMMON = { lib: "../lib", ui: "../ui", app: "." } as const;

export async function loadCommonTexts(): Promise<void> {
  await loadTexts(Object.fromEntries(Object.entries(COMMON).map(([part, folder]) => [part, sourceIn(folder)])));
}

/** Texts of no feature that only some signed-in screens need. */
const OWN: Readonly<Record<string, string>> = {
  gates: "./gates",
  dates: "../ui/dates",
  builder: "../builder",
  "builder/link": "../builder/link",
};

/** Loads the texts of `features` in the current language. */
export async function loadFeatureTexts(features: readonly string[]): Promise<void> {
  await loadTexts(
    Object.fromEntries(features.map((feature) => [feature, sourceIn(OWN[feature] ?? `../features/${feature}`)])),
  );
}
