import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { POLLING } from "@/lib/api/client";
import { call, customMutation } from "@/lib/api/data";
import { isFailure } from "@/lib/api/failure";
import { useLinkState } from "@/lib/socket/link";
import type { ReportOf } from "./report-of";
import { pathOf, reportKey } from "./reports-data";

export type ReportFile = components["schemas"]["ReportFileOut"];
export type ReportFormat = components["schemas"]["ReportFormat"];

export const FORMATS: readonly ReportFormat[] = ["pdf", "xlsx", "csv"];
const ACCEPTED = 202;
/** While one is being made and the socket is down. */
const POLL_MS = 3000;

/** The files of a report that are being made or can be had; asked for while `isWanted`. */
export function useReportFiles(of: ReportOf, isWanted: boolean) {
  const isPolling = useLinkState() !== "up";
  return useQuery({
    queryKey: [...reportKey("files", of.id), of.type],
    queryFn: ({ signal }) => {
      const query = { id: of.id };
      const headers = isPolling ? { headers: POLLING } : {};
      return call("get", pathOf(of, "files"), { params: { query }, signal, ...headers });
    },
    enabled: isWanted,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isPolling && state.data?.items.some((file) => file.state === "RUNNING") ? POLL_MS : false,
  });
}

/** Asks for a file. It comes later, so that the answer is 202, which is a failure to every other call. */
export function useGenerate(of: ReportOf) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: async (format: ReportFormat) => {
        try {
          await call("post", pathOf(of, "generate"), { body: { id: of.id, machines: of.machines, format } });
        } catch (error) {
          if (!isFailure(error) || error.status !== ACCEPTED) throw error;
        }
      },
      onSettled: () => client.invalidateQueries({ queryKey: reportKey("files", of.id) }),
    }),
  );
}
