import { type Texts, textSource } from "../i18n/i18n";

const FILES = import.meta.glob<Texts>("./texts/*.json", { import: "default" });

/** Nouns and acts that several features share. A part whose texts name them loads them too. */
export const TERMS = { terms: textSource(FILES, "./texts") } as const;
