import type { ApiFailure } from "../api/failure";
import { isSettled } from "../errors";
import { failWhenMissing } from "../files/waiting-files";
import { loadTexts, type TextSource, type Texts, textSource } from "../i18n/i18n";
import type { ErrorArea } from "./entry";

const TEXTS = import.meta.glob<Texts>("./texts/*.json", { import: "default" });

/** The errors of the areas and their sentences, by the folder of each. */
export interface Contributed {
  readonly areas: readonly ErrorArea[];
  readonly texts: Readonly<Record<string, TextSource>>;
}

let contributed: () => Promise<Contributed>;
let loading: Promise<void> | undefined;

/** Names what brings the errors of the areas, which are above this layer. */
export function contributeErrors(load: () => Promise<Contributed>): void {
  contributed = load;
}

async function load(): Promise<void> {
  const [{ addLater }, { areas, texts }] = await failWhenMissing(() => Promise.all([import("./later"), contributed()]));
  // A step of its own: only files that are asked for before the first wait count as missing.
  await failWhenMissing(() => loadTexts({ catalogue: textSource(TEXTS, "./texts"), ...texts }));
  addLater(areas);
}

/** Brings the errors that come after sign-in, with their sentences. What could not be loaded is tried again next time. */
export function loadCatalogue(): Promise<void> {
  loading ??= load().catch(() => {
    loading = undefined;
  });
  return loading;
}

/** They come with the first failure that names a field or a cause, to keep them out of the first load. */
async function loadCause({ payload }: ApiFailure): Promise<void> {
  if (!payload.causeCode && !payload.field && !payload.errors) return;
  const module = await failWhenMissing(() => import("../causes/load")).catch(() => undefined);
  await module?.loadCauses();
}

/** The same failure, once its sentence, its cause and the names of its fields are there to be shown. */
export async function whenDescribed(failure: ApiFailure): Promise<ApiFailure> {
  await Promise.all([isSettled(failure) ? undefined : loadCatalogue(), loadCause(failure)]);
  return failure;
}
