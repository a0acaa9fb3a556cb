import { useParams, useSearchParams } from "react-router";
import type { components } from "@/generated/api";

export type Machines = components["schemas"]["Machines"];
export type ReportType = "email-marketing" | "ab-test";

/** Which report, and whether what machines did counts in it. */
export interface ReportOf {
  readonly type: ReportType;
  readonly id: string;
  readonly machines: Machines;
}

const MACHINES = "machines";

/** Where the report of a campaign stands. */
export function reportPath(type: ReportType, id: string): string {
  return type === "ab-test" ? `/ab-tests/${id}/report` : `/campaigns/${id}`;
}

/** The report of this address. The one switch for machines is part of it, so that a link shows the same figures. */
export function useReportOf(type: ReportType): ReportOf {
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  return { type, id, machines: params.get(MACHINES) === "include" ? "include" : "exclude" };
}

/** The query by which other parts of the report show the same figures; empty as usual. */
export function machinesQuery(machines: Machines): string {
  return machines === "include" ? `?${MACHINES}=include` : "";
}

export function withMachines(params: URLSearchParams, machines: Machines): URLSearchParams {
  const next = new URLSearchParams(params);
  if (machines === "include") next.set(MACHINES, machines);
  else next.delete(MACHINES);
  return next;
}
