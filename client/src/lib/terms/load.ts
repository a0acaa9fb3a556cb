import type { Language, TextSource } from "../i18n/i18n";

const FILES = import.meta.glob<Readonly<Record<string, unknown>>>("./texts/*.json", { import: "default" });

const terms: TextSource = async (language: Language) => {
  const read = FILES[`./texts/${language}.json`];
  if (!read) throw new Error(`No ${language} terms`);
  return read();
};

/** Nouns and acts that several features share. A part whose texts name them loads them too. */
export const TERMS = { terms } as const;
