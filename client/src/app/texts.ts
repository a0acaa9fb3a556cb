import { loadTexts, type TextSource, type Texts, textSource } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";

const FILES = import.meta.glob<Texts>("../**/texts/*.json", { import: "default" });

function sourceIn(folder: string): TextSource {
  return textSource(FILES, `${folder}/texts`);
}

/** What every screen needs: errors, controls, and the sentences of the application itself. */
const COMMON = { lib: "../lib", ui: "../ui", app: "." } as const;

export async function loadCommonTexts(): Promise<void> {
  await loadTexts(Object.fromEntries(Object.entries(COMMON).map(([part, folder]) => [part, sourceIn(folder)])));
}

/** Texts of no feature that only some signed-in screens need. */
const OWN: Readonly<Record<string, string>> = {
  words: "../lib/words",
  gates: "./gates",
  dates: "../ui/dates",
  builder: "../builder",
  "builder/link": "../builder/link",
};

/** Parts that are loaded before the sign-in. They use no shared texts. */
const ENTRANCE: ReadonlySet<string> = new Set(["session", "session/steps"]);
/** Parts of the frame and of the first screens. They use shared words, and no terms. */
const FIRST: ReadonlySet<string> = new Set([
  ...ENTRANCE,
  "shell",
  "help",
  "presence",
  "onboarding",
  "notifications",
  "contacts",
]);

/** Loads the texts of `features` in the current language, with the words and terms that they share with others. */
export async function loadFeatureTexts(features: readonly string[]): Promise<void> {
  const parts = features.every((feature) => ENTRANCE.has(feature)) ? features : ["words", ...features];
  await loadTexts({
    ...Object.fromEntries(parts.map((part) => [part, sourceIn(OWN[part] ?? `../features/${part}`)])),
    ...(features.every((feature) => FIRST.has(feature)) ? {} : TERMS),
  });
}
