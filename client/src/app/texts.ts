import { failWhenMissing } from "@/lib/files/waiting-files";
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

function sourceIn(folder: string, files = FILES): TextSource {
  return textSource(files, `${folder}/texts`);
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
  "builder/graph": "../builder/graph",
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

/** Where the texts of a part lie. */
function folderOf(part: string): string {
  return OWN[part] ?? `../features/${part}`;
}

/** Loads the texts of `features` in the current language. Fails when a file is missing, as `failWhenMissing` does. */
export async function loadFeatureTexts(features: readonly string[]): Promise<void> {
  const shared: Readonly<Record<string, TextSource>> = TERMS;
  const parts = partsFor(features);
  const isNamed = parts.every((part) => part in shared || `${folderOf(part)}/texts/en.json` in FILES);
  const files = isNamed
    ? FILES
    : { ...FILES, ...(await failWhenMissing(() => import("./feature-texts"))).FEATURE_TEXTS };
  const sources = parts.map((part) => [part, shared[part] ?? sourceIn(folderOf(part), files)]);
  // A step of its own: only files that are asked for before the first wait count as missing.
  await failWhenMissing(() => loadTexts(Object.fromEntries(sources)));
}
