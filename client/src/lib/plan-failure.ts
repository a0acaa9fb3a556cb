import { isFailure } from "./api/failure";

/** A failure caused by the plan: a used-up quota or a missing feature. */
export type PlanFailure =
  | {
      readonly kind: "limit";
      readonly feature: string;
      readonly subfeature: string;
      readonly limit: number;
      readonly left: number;
    }
  | { readonly kind: "feature"; readonly feature: string; readonly subfeature: string }
  | { readonly kind: "expired" };

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Reads a plan failure; undefined for any other. Counters are recognised by their payload, not by their codes. */
export function findPlanFailure(error: unknown): PlanFailure | undefined {
  if (!isFailure(error)) return undefined;
  if (error.code === "userExpired") return { kind: "expired" };
  const { limit, left } = error.payload;
  const feature = toText(error.payload.feature);
  const subfeature = toText(error.payload.subfeature);
  if (error.code === "featureDisabled") return { kind: "feature", feature, subfeature };
  if (feature === "" || typeof limit !== "number" || typeof left !== "number") return undefined;
  return { kind: "limit", feature, subfeature, limit, left };
}

type PlanFailureListener = (refusal: PlanFailure) => void;

let showFailure: PlanFailureListener | undefined;

/** Calls `show` for each plan failure until the returned function is called. */
export function onPlanFailure(show: PlanFailureListener): () => void {
  showFailure = show;
  return () => {
    if (showFailure === show) showFailure = undefined;
  };
}

/** Shows the plan dialog for a failed mutation. Returns whether it did, so that the caller shows nothing. */
export function showPlanFailure(error: unknown): boolean {
  const refusal = findPlanFailure(error);
  if (!refusal || !showFailure) return false;
  showFailure(refusal);
  return true;
}
