import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";

export type Stage = components["schemas"]["Stage"];

/** From first to last. */
export const STAGES = ["awareness", "interest", "decision", "action", "loyalty"] as const satisfies readonly Stage[];
/** Value for contacts in no stage. */
export const NO_STAGE = "none";

export function isStage(value: unknown): value is Stage {
  return STAGES.some((stage) => stage === value);
}

/** Returns a function for the name of a stage: the team's own, or the standard one. */
export function useStageNames(): (stage: string) => string {
  const { t } = useTranslation();
  const { data = [] } = useQuery(query("get", "/api/journeys/funnel/stages"));
  return (stage) => data.find((row) => row.stage === stage)?.name ?? t(toTextKey(`funnel.stages.${stage}`));
}
