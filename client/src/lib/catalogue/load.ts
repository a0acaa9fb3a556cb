import type { ApiFailure } from "../api/failure";
import { addToCatalogue, isSettled } from "../errors";
import { failWhenMissing } from "../files/waiting-files";
import { type Language, loadTexts } from "../i18n/i18n";

const TEXTS = import.meta.glob<Readonly<Record<string, unknown>>>("./texts/*.json", { import: "default" });

async function texts(language: Language): Promise<Readonly<Record<string, unknown>>> {
  const read = TEXTS[`./texts/${language}.json`];
  if (!read) throw new Error(`No ${language} texts of errors`);
  return read();
}

let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  const [{ LATER, LATER_REFINEMENTS }] = await Promise.all([import("./later"), loadTexts({ catalogue: texts })]);
  addToCatalogue(LATER, LATER_REFINEMENTS);
}

/** Brings the errors that come after sign-in, with their sentences. What could not be loaded is tried again next time. */
export function loadCatalogue(): Promise<void> {
  loading ??= failWhenMissing(load).catch(() => {
    loading = undefined;
  });
  return loading;
}

/** The same failure, once its sentence is there to be shown. */
export async function whenDescribed(failure: ApiFailure): Promise<ApiFailure> {
  if (!isSettled(failure)) await loadCatalogue();
  return failure;
}
