import type { ApiFailure } from "../api/failure";
import { addToCatalogue, isSettled } from "../errors";
import { failWhenMissing } from "../files/waiting-files";
import { loadTexts, type Texts, textSource } from "../i18n/i18n";

const TEXTS = import.meta.glob<Texts>("./texts/*.json", { import: "default" });

let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  const [{ LATER, LATER_REFINEMENTS }] = await Promise.all([
    import("./later"),
    loadTexts({ catalogue: textSource(TEXTS, "./texts") }),
  ]);
  addToCatalogue(LATER, LATER_REFINEMENTS);
}

/** Brings the errors that come after sign-in, with their sentences. What could not be loaded is tried again next time. */
export function loadCatalogue(): Promise<void> {
  loading ??= failWhenMissing(load).catch(() => {
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
