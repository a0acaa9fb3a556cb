import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, call, customMutation, query } from "@/lib/api/data";
import type { StoredRecord } from "@/lib/autosave/edits";
import type { ListAddress } from "@/ui/table/list-address";
import { buildListQuery, COUNTED_KEYS } from "../campaigns-data";
import { COUNT_KEY } from "../composer-data";
import { toDraft, toStoredRecord, type Variant } from "../draft";
import { createSaveActor, type SaveActor } from "../saving";
import { comparisonKey, comparisonQuery, testQuery } from "./ab-events";
import type { AbDraft } from "./rules";

export type AbTest = components["schemas"]["AbTestOut"];
export type AbTestRow = components["schemas"]["AbTestRowOut"];
export type AbComparison = components["schemas"]["ComparisonOut"];
export type VariantMetrics = components["schemas"]["VariantMetricsOut"];
export type AbAdvice = components["schemas"]["AdviceOut"];

/** One page. The previous page stays on screen while the next one loads. */
export function useAbTests(address: ListAddress, category?: string) {
  return useQuery(
    query(
      "get",
      "/api/ab-test",
      { params: { query: buildListQuery(address, category) } },
      { placeholderData: keepPreviousData },
    ),
  );
}

export function useAbTest(id: string) {
  return useQuery(testQuery(id));
}

export function useComparison(id: string) {
  return useQuery({ ...comparisonQuery(id), staleTime: 0 });
}

const buildPathParams = (id: string) => ({ params: { path: { campaign_id: id } } });
const ADVICE_KEY = buildQueryKey("get", "/api/ab-test/{campaign_id}/advice");

/** Statistical advice on the saved test; refreshed every `everyMs` milliseconds if given. */
export function useTestAdvice(id: string, everyMs?: number) {
  return useQuery(
    query("get", "/api/ab-test/{campaign_id}/advice", buildPathParams(id), {
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchInterval: everyMs ?? false,
    }),
  );
}

/** Saves edits of an A/B test. */
export function createTestSaveActor(client: QueryClient, id: string): SaveActor<AbDraft> {
  return createSaveActor<AbDraft>(
    async ({ variants, ...edits }, baseRevision) => {
      const body = { ...edits, ...(variants ? { variants: [...variants] } : {}), baseRevision };
      const data = await call("put", "/api/ab-test/{campaign_id}", { ...buildPathParams(id), body });
      client.setQueryData(testQuery(id).queryKey, data);
      if (edits.recipients) await client.invalidateQueries({ queryKey: COUNT_KEY });
      if (edits.recipients || edits.test || variants) await client.invalidateQueries({ queryKey: ADVICE_KEY });
      return toAbStoredRecord(data);
    },
    () => client.refetchQueries({ queryKey: testQuery(id).queryKey }),
  );
}

/** The test as the server stores it, with the last editor of each field. */
export function toAbStoredRecord(saved: AbTest): StoredRecord<AbDraft> {
  const { tested, metric, chooses, waitHours, winnerShare } = saved.test;
  return {
    ...toStoredRecord(saved),
    values: {
      ...toDraft(saved),
      test: { tested, metric, chooses, waitHours, winnerShare },
      variants: saved.variants.map(toVariant),
    },
  };
}

function toVariant(saved: AbTest["variants"][number]): Variant {
  const { variantId: _id, number: _number, root: _root, content, ...own } = saved;
  const { body = "", kind = "markdown", starter = "letter" } = content;
  return { ...own, content: { body, kind, starter } };
}

/** A mutation that returns the updated test. */
function useTestMutation<Input>(move: (input: Input) => Promise<AbTest>) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: move,
      onSuccess: (test) => client.setQueryData(testQuery(test.id).queryKey, test),
      refreshes: ({ id }) => [...COUNTED_KEYS, comparisonKey(id)],
    }),
  );
}

export function useDuplicateTest() {
  return useTestMutation((id: string) => call("post", "/api/ab-test/{campaign_id}/duplicate", buildPathParams(id)));
}

export function useSendAbTest() {
  return useTestMutation((id: string) => call("post", "/api/ab-test/{campaign_id}/send", buildPathParams(id)));
}

export function usePauseTest() {
  return useTestMutation((id: string) => call("post", "/api/ab-test/{campaign_id}/pause", buildPathParams(id)));
}

export function useResumeTest() {
  return useTestMutation((id: string) => call("post", "/api/ab-test/{campaign_id}/resume", buildPathParams(id)));
}

export function useStopTest() {
  return useTestMutation((id: string) => call("post", "/api/ab-test/{campaign_id}/stop", buildPathParams(id)));
}

export function useSendWinner(id: string) {
  return useTestMutation((variantId: string) =>
    call("post", "/api/ab-test/send/winner/{campaign_id}/{variant_id}", {
      params: { path: { campaign_id: id, variant_id: variantId } },
    }),
  );
}
