import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { readStored, writeStored } from "@/lib/storage";

export const LANGUAGES = ["en", "id"] as const;
export type Language = (typeof LANGUAGES)[number];
/** Name of each language in that language, so that its speakers find it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", id: "Bahasa Indonesia" };
export const DEFAULT_LANGUAGE: Language = "en";

export type Texts = Readonly<Record<string, unknown>>;
/** Loads the texts of one part of the application in one language. */
export type TextSource = (language: Language) => Promise<Texts>;

/** Selects the files of `folder` from those that `import.meta.glob` found. Fails for a language without a file. */
export function createTextSource(files: Readonly<Record<string, () => Promise<Texts>>>, folder: string): TextSource {
  return async (language) => {
    const read = files[`${folder}/${language}.json`];
    if (!read) throw new Error(`No ${language} texts in ${folder}`);
    return read();
  };
}

/** The language of a pending change, until its texts are loaded. */
let nextLanguage: Language | undefined;

const sources = new Map<string, TextSource>();
const loadedParts = new Set<string>();
/** The first part of a key is its namespace; i18next looks it up in this list. */
const namespaces: string[] = [];

export function isLanguage(value: string | undefined): value is Language {
  return LANGUAGES.some((language) => language === value);
}

export function getCurrentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : DEFAULT_LANGUAGE;
}

/** Pending texts are requested again, so that `failWhenMissing` registers every screen that needs them. */
async function loadPart(part: string, language: Language): Promise<void> {
  const key = `${part}:${language}`;
  if (loadedParts.has(key)) return;
  const source = sources.get(part);
  if (!source) throw new Error(`No texts are registered for ${part}`);
  const texts = await source(language);
  if (loadedParts.has(key)) return;
  loadedParts.add(key);
  for (const [namespace, bundle] of Object.entries(texts)) {
    if (!namespaces.includes(namespace)) namespaces.push(namespace);
    i18next.addResourceBundle(language, namespace, bundle, true, true);
  }
}

/** Loads the texts of `parts` in the current language. Parts that are already loaded cost nothing. */
export async function loadTexts(parts: Readonly<Record<string, TextSource>>): Promise<void> {
  for (const [part, source] of Object.entries(parts)) sources.set(part, source);
  // The language can change before the part is shown.
  const languages = nextLanguage === undefined ? [getCurrentLanguage()] : [getCurrentLanguage(), nextLanguage];
  await Promise.all(Object.keys(parts).flatMap((part) => languages.map((language) => loadPart(part, language))));
}

/**
 * Switches the language at run time. All loaded texts are fetched in `language` first, so that no key becomes visible.
 * Returns false where another language was chosen during the load.
 */
export async function changeLanguage(language: Language): Promise<boolean> {
  nextLanguage = language;
  // Stored first: where the texts require a new release, the page reloads.
  writeStored("language", language);
  try {
    await Promise.all([...sources.keys()].map((part) => loadPart(part, language)));
    if (nextLanguage !== language) return false;
    await i18next.changeLanguage(language);
    document.documentElement.lang = language;
    return true;
  } finally {
    if (nextLanguage === language) nextLanguage = undefined;
  }
}

/** Calls `reportMissing` for keys without a text, except those that start with "factory" (ERR-163). */
export async function startI18n(reportMissing: (key: string) => void): Promise<void> {
  const stored = readStored("language");
  const language = isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: namespaces,
    defaultNS: false,
    nsSeparator: ".",
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: "added" },
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key) => {
      const whole = namespaces.includes(namespace) ? `${namespace}.${key}` : key;
      if (!whole.startsWith("factory")) reportMissing(whole);
    },
  });
  document.documentElement.lang = language;
}
