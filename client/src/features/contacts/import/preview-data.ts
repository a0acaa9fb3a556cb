import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, customMutation, query } from "@/lib/api/data";
import {
  type DateOrder,
  type DecimalMark,
  EMAIL_TARGET,
  type InvalidValuePolicy,
  type Mapping,
} from "./import-machine";
import type { PreparedImport } from "./imports-data";
import { preparedQuery } from "./wizard-data";

export type ImportPreview = components["schemas"]["ImportPreviewOut"];
export type ColumnPreview = components["schemas"]["ImportColumnPreviewOut"];

/** How a mapping would parse the columns of a prepared file. The previous preview remains while the next loads. */
export function useImportPreview(
  importId: string,
  mapping: Mapping,
  dateOrder: DateOrder | undefined,
  decimalMark: DecimalMark | undefined,
  wrongValues: InvalidValuePolicy,
) {
  const formats = { ...(dateOrder ? { dateOrder } : {}), ...(decimalMark ? { decimalMark } : {}) };
  const body = { importId, mapping: [...mapping], wrongValues, ...formats };
  return useQuery(
    query(
      "post",
      "/api/contacts/import/preview",
      { body },
      { placeholderData: (last) => (last?.columns.length === mapping.length ? last : undefined) },
    ),
  );
}

/** Assessment and dry run of a prepared file for the chosen address column. */
export function useImportAssessment({ importId, columns, forecast, verdict }: PreparedImport, mapping: Mapping) {
  const column = mapping.indexOf(EMAIL_TARGET);
  const isSuggested = column < 0 || columns[column]?.target === EMAIL_TARGET;
  const { data, error, isFetching, refetch } = useQuery(
    query("post", "/api/contacts/import/verdict", { body: { importId, column } }, { enabled: !isSuggested }),
  );
  const retry = () => void refetch();
  if (isSuggested) return { forecast, verdict, failure: null, isLooking: false, retry };
  return { forecast: data?.forecast, verdict: data?.verdict, failure: error, isLooking: isFetching, retry };
}

/** Selects another sheet of a prepared workbook and passes on its content. */
export function useSelectSheet(importId: string | undefined, onChosen: (prepared: PreparedImport) => void) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: (sheet: number) =>
        call("post", "/api/contacts/import/sheet", { body: { importId: importId ?? "", sheet } }),
      onSuccess: (prepared) => {
        client.setQueryData(preparedQuery(prepared.importId).queryKey, prepared);
        onChosen(prepared);
      },
    }),
  );
}
