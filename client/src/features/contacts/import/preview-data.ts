import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { type DateOrder, type DecimalMark, EMAIL_TARGET, type Mapping, type WrongValues } from "../import-machine";
import type { PreparedImport } from "../imports-data";
import { preparedQuery } from "./wizard-data";

export type ImportPreview = components["schemas"]["ImportPreviewOut"];
export type ColumnPreview = components["schemas"]["ImportColumnPreviewOut"];

/** How the columns of a prepared file would be understood with a mapping; the last one stands until the next is told. */
export function useImportPreview(
  importId: string,
  mapping: Mapping,
  dateOrder: DateOrder | undefined,
  decimalMark: DecimalMark | undefined,
  wrongValues: WrongValues,
) {
  const formats = { ...(dateOrder ? { dateOrder } : {}), ...(decimalMark ? { decimalMark } : {}) };
  const body = { importId, mapping: [...mapping], wrongValues, ...formats };
  return useQuery({
    queryKey: ["contacts", "import", "preview", body],
    queryFn: async ({ signal }) => {
      const { data } = await api.POST("/api/contacts/import/preview", { body, signal });
      return data;
    },
    placeholderData: (last) => (last?.columns.length === mapping.length ? last : undefined),
    meta: { quiet: true },
  });
}

/** How good the list of a prepared file looks, and what it would do, with the addresses in the column that is chosen. */
export function useImportVerdict({ importId, columns, forecast, verdict }: PreparedImport, mapping: Mapping) {
  const column = mapping.indexOf(EMAIL_TARGET);
  const isSuggested = column < 0 || columns[column]?.target === EMAIL_TARGET;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["contacts", "import", "verdict", importId, column],
    queryFn: async ({ signal }) => {
      const { data: told } = await api.POST("/api/contacts/import/verdict", { body: { importId, column }, signal });
      return told;
    },
    enabled: !isSuggested,
    meta: { quiet: true },
  });
  const retry = () => void refetch();
  if (isSuggested) return { forecast, verdict, failure: null, isLooking: false, retry };
  return { forecast: data?.forecast, verdict: data?.verdict, failure: error, isLooking: isFetching, retry };
}

/** Chooses another sheet of a prepared workbook, and tells what it holds. */
export function useSheet(importId: string | undefined, onChosen: (prepared: PreparedImport) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (sheet: number) => {
      const { data } = await api.POST("/api/contacts/import/sheet", { body: { importId: importId ?? "", sheet } });
      return data;
    },
    onSuccess: (prepared) => {
      if (!prepared) return;
      client.setQueryData(preparedQuery(prepared.importId).queryKey, prepared);
      onChosen(prepared);
    },
    meta: { quiet: true },
  });
}
