import { createTextSource, type Texts } from "../i18n/i18n";

const FILES = import.meta.glob<Texts>("./texts/*.json", { import: "default" });

/** Nouns and actions that several features share. A part whose texts reference them loads them too. */
export const TERMS = { terms: createTextSource(FILES, "./texts") } as const;
