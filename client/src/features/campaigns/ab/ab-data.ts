import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import type { StoredRecord } from "@/lib/autosave/edits";
import type { ListAddress } from "@/ui/table/list-address";
import { answered, listQuery, refreshCampaigns } from "../campaigns-data";
import { COUNT_KEY } from "../composer-data";
import { draftOf, storedRecordOf, type Variant } from "../draft";
import { type SaveActor, savingBy } from "../saving";
import { comparisonKey, comparisonQuery, testQuery } from "./ab-events";
import type { AbDraft } from "./rules";

export type AbTest = components["schemas"]["AbTestOut"];
export type AbTestRow = components["schemas"]["AbTestRowOut"];
export type Comparison = components["schemas"]["ComparisonOut"];
export type VariantFigures = components["schemas"]["VariantFiguresOut"];
export type Advice = components["schemas"]["AdviceOut"];

/** One page; the page before stays on screen until the next is here. */
export function useAbTests(address: ListAddress, category?: string) {
  return $api.useQuery(
    "get",
    "/api/ab-test",
    { params: { query: listQuery(address, category) } },
    { placeholderData: keepPreviousData, meta: { quiet: true } },
  );
}

export function useAbTest(id: string) {
  return useQuery({ ...testQuery(id), meta: { quiet: true } });
}

export function useComparison(id: string) {
  return useQuery({ ...comparisonQuery(id), staleTime: 0, meta: { quiet: true } });
}

const at = (id: string) => ({ params: { path: { campaign_id: id } } });
const ADVICE_KEY = ["get", "/api/ab-test/{campaign_id}/advice"] as const;

/** What the test can show as it is saved; asked for again every `everyMs`, where that is given. */
export function useAdvice(id: string, everyMs?: number) {
  return $api.useQuery("get", "/api/ab-test/{campaign_id}/advice", at(id), {
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: everyMs ?? false,
    meta: { quiet: true },
  });
}

/** Saves edits of a test. */
export function saveTestActor(client: QueryClient, id: string): SaveActor<AbDraft> {
  return savingBy<AbDraft>(
    async ({ variants, ...edits }, baseRevision) => {
      const body = { ...edits, ...(variants ? { variants: [...variants] } : {}), baseRevision };
      const data = answered(await api.PUT("/api/ab-test/{campaign_id}", { ...at(id), body }));
      client.setQueryData(testQuery(id).queryKey, data);
      if (edits.recipients) await client.invalidateQueries({ queryKey: COUNT_KEY });
      if (edits.recipients || edits.test || variants) await client.invalidateQueries({ queryKey: ADVICE_KEY });
      return abRecordOf(data);
    },
    () => client.refetchQueries({ queryKey: testQuery(id).queryKey }),
  );
}

/** The test as the server has it, and who has edited which field of it. */
export function abRecordOf(saved: AbTest): StoredRecord<AbDraft> {
  const { tested, metric, chooses, waitHours, winnerShare } = saved.test;
  return {
    ...storedRecordOf(saved),
    values: {
      ...draftOf(saved),
      test: { tested, metric, chooses, waitHours, winnerShare },
      variants: saved.variants.map(variantOf),
    },
  };
}

function variantOf(saved: AbTest["variants"][number]): Variant {
  const { variantId: _id, number: _number, root: _root, content, ...own } = saved;
  const { body = "", kind = "markdown", starter = "letter" } = content;
  return { ...own, content: { body, kind, starter } };
}

/** An act whose answer is the test as it is afterwards. */
function useTestMove<Input>(call: (input: Input) => Promise<AbTest>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    meta: { quiet: true },
    onSuccess: async (test) => {
      client.setQueryData(testQuery(test.id).queryKey, test);
      await Promise.all([refreshCampaigns(client), client.invalidateQueries({ queryKey: comparisonKey(test.id) })]);
    },
  });
}

export function useDuplicateTest() {
  return useTestMove(async (id: string) => answered(await api.POST("/api/ab-test/{campaign_id}/duplicate", at(id))));
}

export function useSendAbTest() {
  return useTestMove(async (id: string) => answered(await api.POST("/api/ab-test/{campaign_id}/send", at(id))));
}

export function usePauseTest() {
  return useTestMove(async (id: string) => answered(await api.POST("/api/ab-test/{campaign_id}/pause", at(id))));
}

export function useResumeTest() {
  return useTestMove(async (id: string) => answered(await api.POST("/api/ab-test/{campaign_id}/resume", at(id))));
}

export function useStopTest() {
  return useTestMove(async (id: string) => answered(await api.POST("/api/ab-test/{campaign_id}/stop", at(id))));
}

export function useSendWinner(id: string) {
  return useTestMove(async (variantId: string) =>
    answered(
      await api.POST("/api/ab-test/send/winner/{campaign_id}/{variant_id}", {
        params: { path: { campaign_id: id, variant_id: variantId } },
      }),
    ),
  );
}
