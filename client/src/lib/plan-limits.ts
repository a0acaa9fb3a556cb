import { isFailure } from "./api/failure";

/** A refusal that is about the plan: what ran out or is not part of it. */
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

/** What the plan refused, undefined for every other failure. Counters are told by their payload, not by their codes. */
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

/** `show` is told what the plan refuses, until the returned function is called. */
export function watchPlanRefusals(show: Show): () => void {
  shown = show;
  return () => {
    if (shown === show) shown = undefined;
  };
}

/** Whether the failure of a change is about the plan and somebody shows it, so that nobody else has to speak of it. */
export function tellPlanRefusal(error: unknown): boolean {
  const refusal = planRefusalOf(error);
  if (!refusal || !shown) return false;
  shown(refusal);
  return true;
}
