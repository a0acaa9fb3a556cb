import { failWhenMissing } from "@/lib/files/waiting-files";
import { createTextSource, loadTexts, type TextSource, type Texts } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";

/** Text loaders of the initial bundle. The others are registered with the signed-in routes. */
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

function createSource(folder: string, files = FILES): TextSource {
  return createTextSource(files, `${folder}/texts`);
}

/** Texts that every screen needs: errors, controls and those of the application itself. */
const COMMON_PARTS = { lib: "../lib", ui: "../ui", app: "." } as const;

export async function loadCommonTexts(): Promise<void> {
  await loadTexts(
    Object.fromEntries(Object.entries(COMMON_PARTS).map(([part, folder]) => [part, createSource(folder)])),
  );
}

/** Shared texts that only some signed-in screens need. */
const PART_FOLDERS: Readonly<Record<string, string>> = {
  words: "../lib/words",
  "blocked-pages": "./blocked-pages",
  dates: "../ui/dates",
  "merge-tags": "../ui/merge-tags",
  "builder/collab": "../builder/collab",
  "builder/graph": "../builder/graph",
  "builder/inspector": "../builder/inspector",
  "builder/screen": "../builder/screen",
  "builder/tree": "../builder/tree",
};

/** Parts that load before sign-in. They use no shared texts. */
const AUTH_PARTS: ReadonlySet<string> = new Set(["session", "session/steps"]);
/** Parts of the frame and of the first screens. They use shared words but no terms. */
const FIRST_PARTS: ReadonlySet<string> = new Set([
  ...AUTH_PARTS,
  "shell",
  "help",
  "presence",
  "onboarding",
  "notifications",
  "contacts",
]);

/** The parts to load for `features`, including the shared words and terms that they use. */
export function listParts(features: readonly string[]): readonly string[] {
  const are = (parts: ReadonlySet<string>) => features.every((feature) => parts.has(feature));
  if (are(AUTH_PARTS)) return features;
  return ["words", ...features, ...(are(FIRST_PARTS) ? [] : ["terms"])];
}

/** Folder of a part's texts. */
function getFolder(part: string): string {
  return PART_FOLDERS[part] ?? `../features/${part}`;
}

/** Loads the texts of `features` in the current language. Fails when a file is missing, as `failWhenMissing` does. */
export async function loadFeatureTexts(features: readonly string[]): Promise<void> {
  const shared: Readonly<Record<string, TextSource>> = TERMS;
  const parts = listParts(features);
  const isNamed = parts.every((part) => part in shared || `${getFolder(part)}/texts/en.json` in FILES);
  const files = isNamed
    ? FILES
    : { ...FILES, ...(await failWhenMissing(() => import("./feature-texts"))).FEATURE_TEXTS };
  const sources = parts.map((part) => [part, shared[part] ?? createSource(getFolder(part), files)]);
  // A separate step: `failWhenMissing` only detects files that are requested before the first await.
  await failWhenMissing(() => loadTexts(Object.fromEntries(sources)));
}
