import { registerErrors } from "@/lib/catalogue/load";

/** Loads the errors of all areas when the first error occurs that the initial bundle does not define. */
export function registerFeatureErrors(): void {
  registerErrors(async () => (await import("./feature-errors")).FEATURE_ERRORS);
}
