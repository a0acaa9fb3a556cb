import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, mutation, query } from "@/lib/api/data";
import { FUNNEL_KEY, STAGES_KEY } from "../bulk-data";
import type { ChangeTarget } from "../changes-data";
import { useChangeContacts } from "../contacts-data";

export type Funnel = components["schemas"]["FunnelOut"];
export type StageMetrics = Funnel["stages"][number];

/** The current funnel, and the transitions of the last days. */
export function useFunnel(days: number) {
  const params = { query: { days } };
  return useQuery(query("get", "/api/journeys/funnel", { params }, { placeholderData: keepPreviousData }));
}

export function useRenameStage() {
  return useMutation(mutation("put", "/api/journeys/funnel/stages", { refreshes: [FUNNEL_KEY, STAGES_KEY] }));
}

interface StageChange {
  readonly target: ChangeTarget;
  readonly stage: components["schemas"]["MoveStageIn"]["stage"];
}

export function useMoveToStage() {
  return useChangeContacts(({ target, stage }: StageChange) =>
    call("post", "/api/contacts/find/move-stage", {
      body: "ids" in target ? { ids: [...target.ids], stage } : { filter: target.filter, stage },
    }),
  );
}
