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

/** The code of it comes with the first cause, to keep it out of the first load. Without it the server's sentence shows. */
async function loadCause({ payload }: ApiFailure): Promise<void> {
  if (typeof payload.causeCode !== "string") return;
  const module = await failWhenMissing(() => import("../causes/load")).catch(() => undefined);
  await module?.loadCauses([payload]);
}

/** The names of fields come with the catalogue. */
const namesField = ({ payload }: ApiFailure) => typeof payload.field === "string";

/** The same failure, once its sentence and its cause are there to be shown. */
export async function whenDescribed(failure: ApiFailure): Promise<ApiFailure> {
  await Promise.all([isSettled(failure) && !namesField(failure) ? undefined : loadCatalogue(), loadCause(failure)]);
  return failure;
}
