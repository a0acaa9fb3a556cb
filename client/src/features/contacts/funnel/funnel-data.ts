import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { FUNNEL_KEY, STAGES_KEY } from "../bulk-data";
import type { Target } from "../changes-data";
import { answered, useAct } from "../contacts-data";

export type Funnel = components["schemas"]["FunnelOut"];
export type StageFigures = Funnel["stages"][number];

/** The funnel now, and what has moved in the last days. */
export function useFunnel(days: number) {
  const params = { query: { days } };
  return $api.useQuery(
    "get",
    "/api/journeys/funnel",
    { params },
    { placeholderData: keepPreviousData, meta: { quiet: true } },
  );
}

export function useRenameStage() {
  const client = useQueryClient();
  return $api.useMutation("put", "/api/journeys/funnel/stages", {
    meta: { quiet: true },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: FUNNEL_KEY }),
        client.invalidateQueries({ queryKey: STAGES_KEY }),
      ]),
  });
}

interface Move {
  readonly target: Target;
  readonly stage: components["schemas"]["MoveStageIn"]["stage"];
}

export function useMoveToStage() {
  return useAct("updated", async ({ target, stage }: Move) =>
    answered(
      await api.POST("/api/contacts/find/move-stage", {
        body: "ids" in target ? { ids: [...target.ids], stage } : { filter: target.filter, stage },
      }),
    ),
  );
}
