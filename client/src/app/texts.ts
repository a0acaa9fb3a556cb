import { loadTexts, type TextSource, type Texts, textSource } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";

/** Those of the first load. The others are named where the screens behind the sign-in are. */
const FILES = import.meta.glob<Texts>(
  [
    "./texts/*.json",
    "../{lib,ui}/texts/*.json",
    "../lib/words/texts/*.json",
    "../features/session/**/texts/*.json",
    "../features/senders/texts/*.json",
  ],
  { import: "default" },
);

function sourceIn(folder: string): TextSource {
  const texts = `${folder}/texts`;
  return async (language) => {
    const files = `${texts}/${language}.json` in FILES ? FILES : (await import("./feature-texts")).FEATURE_TEXTS;
    return textSource(files, texts)(language);
  };
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
  "merge-tags": "../ui/merge-tags",
  "builder/collab": "../builder/collab",
  "builder/inspector": "../builder/inspector",
  "builder/screen": "../builder/screen",
  "builder/tree": "../builder/tree",
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

/** The parts that are loaded for `features`, with the words and terms that they share with others. */
export function partsFor(features: readonly string[]): readonly string[] {
  const are = (parts: ReadonlySet<string>) => features.every((feature) => parts.has(feature));
  if (are(ENTRANCE)) return features;
  return ["words", ...features, ...(are(FIRST) ? [] : ["terms"])];
}

/** Loads the texts of `features` in the current language. */
export async function loadFeatureTexts(features: readonly string[]): Promise<void> {
  const sources: Readonly<Record<string, TextSource>> = TERMS;
  await loadTexts(
    Object.fromEntries(
      partsFor(features).map((part) => [part, sources[part] ?? sourceIn(OWN[part] ?? `../features/${part}`)]),
    ),
  );
}
