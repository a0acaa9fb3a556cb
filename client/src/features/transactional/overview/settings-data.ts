import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/trx-api";
import { trxApi } from "@/lib/api/trx-client";
import { answered } from "../answered";

export type Settings = components["schemas"]["TrxSettingsOut"];

const SETTINGS_KEY = ["get", "/trx-api/settings"] as const;

/** What the team has chosen for its messages. */
export function useSettings() {
  return useQuery<Settings>({
    queryKey: SETTINGS_KEY,
    queryFn: async ({ signal }) => answered(await trxApi.GET("/trx-api/settings", { signal })),
    meta: { quiet: true },
  });
}

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (body: components["schemas"]["TrxSettingsPut"]) =>
      answered(await trxApi.PUT("/trx-api/settings", { body })),
    onSuccess: (settings: Settings) => client.setQueryData(SETTINGS_KEY, settings),
  });
}
