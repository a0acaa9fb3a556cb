import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { POLLING_HEADERS } from "@/lib/api/client";
import { call, customMutation } from "@/lib/api/data";
import { isFailure } from "@/lib/api/failure";
import { useLinkState } from "@/lib/socket/link";
import type { ReportRef } from "./report-ref";
import { buildApiPath, reportKey } from "./reports-data";

export type ReportFile = components["schemas"]["ReportFileOut"];
export type ReportFormat = components["schemas"]["ReportFormat"];

export const FORMATS: readonly ReportFormat[] = ["pdf", "xlsx", "csv"];
const HTTP_ACCEPTED = 202;
/** Polling interval while a file is in progress and the socket is down. */
const POLL_MS = 3000;

/** Files of a report that are in progress or available. Fetched while `isWanted`. */
export function useReportFiles(of: ReportRef, isWanted: boolean) {
  const isPolling = useLinkState() !== "up";
  return useQuery({
    queryKey: [...reportKey("files", of.id), of.type],
    queryFn: ({ signal }) => {
      const query = { id: of.id };
      const headers = isPolling ? { headers: POLLING_HEADERS } : {};
      return call("get", buildApiPath(of, "files"), { params: { query }, signal, ...headers });
    },
    enabled: isWanted,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isPolling && state.data?.items.some((file) => file.state === "RUNNING") ? POLL_MS : false,
  });
}

/** Requests a file. The response is 202, which the API client treats as an error elsewhere. */
export function useGenerateReportFile(of: ReportRef) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: async (format: ReportFormat) => {
        try {
          await call("post", buildApiPath(of, "generate"), { body: { id: of.id, machines: of.machines, format } });
        } catch (error) {
          if (!isFailure(error) || error.status !== HTTP_ACCEPTED) throw error;
        }
      },
      onSettled: () => client.invalidateQueries({ queryKey: reportKey("files", of.id) }),
    }),
  );
}
