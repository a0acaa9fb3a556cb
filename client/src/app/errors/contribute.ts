import { contributeErrors } from "@/lib/catalogue/load";

/** Lets the first error that is not of the first load bring those of all areas. */
export function contributeFeatureErrors(): void {
  contributeErrors(async () => (await import("./feature-errors")).FEATURE_ERRORS);
}
