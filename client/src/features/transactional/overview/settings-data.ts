import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/trx-api";
import { call, customMutation, query } from "@/lib/api/data";

export type TrxSettings = components["schemas"]["TrxSettingsOut"];

const settingsQuery = query("get", "/trx-api/settings");

/** The team's settings for transactional messages. */
export function useSettings() {
  return useQuery(settingsQuery);
}

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: (body: components["schemas"]["TrxSettingsPut"]) => call("put", "/trx-api/settings", { body }),
      onSuccess: (settings: TrxSettings) => client.setQueryData(settingsQuery.queryKey, settings),
    }),
  );
}
