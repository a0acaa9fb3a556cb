import { isFailure } from "./api/failure";

/** A failure caused by the plan: a used-up quota or a missing feature. */
export type PlanRefusal =
  | {
      readonly kind: "limit";
      readonly feature: string;
      readonly subfeature: string;
      readonly limit: number;
      readonly left: number;
    }
  | { readonly kind: "feature"; readonly feature: string; readonly subfeature: string }
  | { readonly kind: "expired" };

function words(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Reads a plan failure; undefined for any other. Counters are recognised by their payload, not by their codes. */
export function planRefusalOf(error: unknown): PlanRefusal | undefined {
  if (!isFailure(error)) return undefined;
  if (error.code === "userExpired") return { kind: "expired" };
  const { limit, left } = error.payload;
  const feature = words(error.payload.feature);
  const subfeature = words(error.payload.subfeature);
  if (error.code === "featureDisabled") return { kind: "feature", feature, subfeature };
  if (feature === "" || typeof limit !== "number" || typeof left !== "number") return undefined;
  return { kind: "limit", feature, subfeature, limit, left };
}

type Show = (refusal: PlanRefusal) => void;

let shown: Show | undefined;

/** Calls `show` for each plan failure until the returned function is called. */
export function onPlanRefusal(show: Show): () => void {
  shown = show;
  return () => {
    if (shown === show) shown = undefined;
  };
}

/** Shows the plan dialog for a failed mutation. Returns whether it did, so that the caller shows nothing. */
export function showPlanRefusal(error: unknown): boolean {
  const refusal = planRefusalOf(error);
  if (!refusal || !shown) return false;
  shown(refusal);
  return true;
}
