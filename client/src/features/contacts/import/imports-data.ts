import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { POLLING_HEADERS } from "@/lib/api/client";
import { buildQueryKey, call } from "@/lib/api/data";
import { useLinkState, useRoom } from "@/lib/socket/link";

export type ContactImport = components["schemas"]["ImportOut"];
export type PreparedImport = components["schemas"]["PreparedImportOut"];
export type ImportSetting = components["schemas"]["ImportSettingOut"];

/** Polling interval of the status while the socket is down (CONT-62). */
export const POLL_MS = 3000;

export const STATUS_KEY = ["contacts", "import", "status"] as const;
export const HISTORY_KEY = buildQueryKey("get", "/api/contacts/import/history");
export const SETTING_KEY = buildQueryKey("get", "/api/contacts/import/setting");

/** Key of one import, or of the running or else the last one. */
export function statusKey(importId?: string) {
  return [...STATUS_KEY, importId ?? "current"] as const;
}

/** An import by its id. Without one, the team's running or last import; null if there was none. */
export function statusQuery(client: QueryClient, importId?: string) {
  const queryKey = statusKey(importId);
  return queryOptions<ContactImport | null, Error, ContactImport | null, typeof queryKey>({
    queryKey,
    queryFn: async ({ signal }) => {
      // A timer or a reconnect makes every call after the first one, not the user.
      const isRepeated = client.getQueryData(queryKey) !== undefined;
      const data = await call("get", "/api/contacts/import/status", {
        params: { query: importId ? { importId } : {} },
        signal,
        ...(isRepeated ? { headers: POLLING_HEADERS } : {}),
      });
      return data.item;
    },
  });
}

/** Whether an import or its undo is running. */
export function isImportActive(status: Pick<ContactImport, "state"> | null | undefined): boolean {
  return status?.state === "RUNNING" || status?.state === "UNDOING";
}

/** The newer of two states of an import: a response that an event has overtaken is ignored. */
export function pickNewerImport(old: ContactImport | null | undefined, next: ContactImport): ContactImport {
  const isOlder = old?.importId === next.importId && old.revision > next.revision;
  return isOlder ? old : next;
}

/** Live state of an import: pushed while the socket is up, polled every three seconds while it is down. */
export function useImport(importId?: string): ContactImport | null | undefined {
  const client = useQueryClient();
  const link = useLinkState();
  const { data } = useQuery({
    ...statusQuery(client, importId),
    refetchInterval: (query) => (isImportActive(query.state.data) && link !== "up" ? POLL_MS : false),
  });
  // Responses to confirmation requests arrive for days after the import.
  const watched = isImportActive(data) || data?.confirmation ? data?.importId : undefined;
  useRoom("import", watched, () => void client.invalidateQueries({ queryKey: STATUS_KEY }));
  return data;
}
