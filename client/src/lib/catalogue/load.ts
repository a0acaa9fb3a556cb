import type { ApiFailure } from "../api/failure";
import { isIdentified } from "../errors";
import { failWhenMissing } from "../files/waiting-files";
import { createTextSource, loadTexts, type TextSource, type Texts } from "../i18n/i18n";
import type { ErrorArea } from "./entry";

const TEXTS = import.meta.glob<Texts>("./texts/*.json", { import: "default" });

/** Error definitions of the areas, and their text sources by folder. */
export interface ErrorContribution {
  readonly areas: readonly ErrorArea[];
  readonly texts: Readonly<Record<string, TextSource>>;
}

let loadContributed: () => Promise<ErrorContribution>;
let loading: Promise<void> | undefined;

/** Sets the loader for the areas' errors, which this layer must not import. */
export function registerErrors(load: () => Promise<ErrorContribution>): void {
  loadContributed = load;
}

async function load(): Promise<void> {
  const [{ registerLaterErrors: addLater }, { areas, texts }] = await failWhenMissing(() =>
    Promise.all([import("./later"), loadContributed()]),
  );
  // A separate step: `failWhenMissing` only detects files that are requested before the first await.
  await failWhenMissing(() => loadTexts({ catalogue: createTextSource(TEXTS, "./texts"), ...texts }));
  addLater(areas);
}

/** Loads the errors that occur after sign-in, and their texts. A failed load is retried on the next call. */
export function loadCatalogue(): Promise<void> {
  loading ??= load().catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Loaded with the first failure that names a field or a cause, to keep it out of the initial bundle. */
async function loadCause({ payload }: ApiFailure): Promise<void> {
  if (!payload.causeCode && !payload.field && !payload.errors) return;
  const module = await failWhenMissing(() => import("../causes/load")).catch(() => undefined);
  await module?.loadCauses();
}

/** Resolves with the failure once its text, its cause and its field names are loaded. */
export async function loadDescription(failure: ApiFailure): Promise<ApiFailure> {
  await Promise.all([isIdentified(failure) ? undefined : loadCatalogue(), loadCause(failure)]);
  return failure;
}
