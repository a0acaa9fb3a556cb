import { queryOptions, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { components } from "@/generated/api";
import { api, POLLING } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { useLinkState, useRoom } from "@/lib/socket/link";
import { addSample, type PaceSample, type Pace, paceOf } from "./import-pace";

export type ContactImport = components["schemas"]["ImportOut"];
export type ImportState = ContactImport["state"];

/** How often the status is asked for while the socket is down (CONT-62). */
export const POLL_MS = 3000;

export const STATUS_KEY = ["contacts", "import", "status"] as const;
export const HISTORY_KEY = ["get", "/api/contacts/import/history"] as const;
export const SETTING_KEY = ["get", "/api/contacts/import/setting"] as const;

/** The team's newest import, whoever started it; null when there has been none. */
export function statusQuery(client: QueryClient) {
  return queryOptions<ContactImport | null>({
    queryKey: STATUS_KEY,
    queryFn: async ({ signal }) => {
      // Every call after the first one is made by a timer or a reconnect, not by the person.
      const isRepeated = client.getQueryData(STATUS_KEY) !== undefined;
      const { data } = await api.GET("/api/contacts/import/status", {
        signal,
        ...(isRepeated ? { headers: POLLING } : {}),
      });
      return data ?? null;
    },
    meta: { quiet: true },
  });
}

/** The newer of two states of an import: an answer that was overtaken by an event changes nothing. */
export function newerImport(old: ContactImport | null | undefined, next: ContactImport): ContactImport {
  const isOlder = old?.importId === next.importId && old.revision > next.revision;
  return isOlder ? old : next;
}

/** The newest import, live: pushed while the socket is up, polled every three seconds while it is down. */
export function useImport(): ContactImport | null | undefined {
  const client = useQueryClient();
  const link = useLinkState();
  const { data } = useQuery({
    ...statusQuery(client),
    refetchInterval: (query) => (query.state.data?.state === "RUNNING" && link !== "up" ? POLL_MS : false),
  });
  const running = data?.state === "RUNNING" ? data.importId : undefined;
  useRoom("import", running, () => void client.invalidateQueries({ queryKey: STATUS_KEY }));
  return data;
}

interface Paced {
  readonly importId: string;
  readonly samples: readonly PaceSample[];
}

/** Rows a second and the time that is left, over the last ten seconds. */
export function usePace(status: ContactImport | null | undefined): Pace | undefined {
  const [paced, setPaced] = useState<Paced>();
  const { importId, done, total, state } = status ?? {};
  useEffect(() => {
    if (!importId || done === undefined || state !== "RUNNING") return;
    const sample = { atMs: Date.now(), done };
    setPaced((old) => ({
      importId,
      samples: addSample(old?.importId === importId ? old.samples : [], sample),
    }));
  }, [importId, done, state]);
  if (paced?.importId !== importId || total === undefined) return undefined;
  return paceOf(paced?.samples ?? [], total);
}

export function useImportSetting() {
  return $api.useQuery("get", "/api/contacts/import/setting", {}, { meta: { quiet: true } });
}

export function useImportHistory(page: number, size: number) {
  return $api.useQuery(
    "get",
    "/api/contacts/import/history",
    { params: { query: { page, size } } },
    { meta: { quiet: true } },
  );
}
