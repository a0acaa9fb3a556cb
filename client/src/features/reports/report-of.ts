import { useParams, useSearchParams } from "react-router";
import type { components } from "@/generated/api";

export type Machines = components["schemas"]["BotMode"];
export type ReportType = "email-marketing" | "ab-test";

/** Identifies a report, including whether bot activity counts. */
export interface ReportOf {
  readonly type: ReportType;
  readonly id: string;
  readonly machines: Machines;
}

const MACHINES_PARAM = "machines";

/** Path of a campaign's report. */
export function reportPath(type: ReportType, id: string): string {
  return type === "ab-test" ? `/ab-tests/${id}/report` : `/campaigns/${id}`;
}

/** The report of the current URL. The URL contains the bot filter, so a shared link shows the same numbers. */
export function useReportOf(type: ReportType): ReportOf {
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  return { type, id, machines: params.get(MACHINES_PARAM) === "include" ? "include" : "exclude" };
}

/** Query string that keeps the bot filter in links to other parts; empty for the default. */
export function machinesQuery(machines: Machines): string {
  return machines === "include" ? `?${MACHINES_PARAM}=include` : "";
}

export function withMachines(params: URLSearchParams, machines: Machines): URLSearchParams {
  const next = new URLSearchParams(params);
  if (machines === "include") next.set(MACHINES_PARAM, machines);
  else next.delete(MACHINES_PARAM);
  return next;
}
