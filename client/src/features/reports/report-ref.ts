import { useParams, useSearchParams } from "react-router";
import type { components } from "@/generated/api";

export type BotMode = components["schemas"]["BotMode"];
export type ReportType = "email-marketing" | "ab-test";

/** Identifies a report, including whether bot activity counts. */
export interface ReportRef {
  readonly type: ReportType;
  readonly id: string;
  readonly machines: BotMode;
}

const BOT_MODE_PARAM = "machines";

/** Path of a campaign's report. */
export function reportPath(type: ReportType, id: string): string {
  return type === "ab-test" ? `/ab-tests/${id}/report` : `/campaigns/${id}`;
}

/** The report of the current URL. The URL contains the bot filter, so a shared link shows the same numbers. */
export function useReportRef(type: ReportType): ReportRef {
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  return { type, id, machines: params.get(BOT_MODE_PARAM) === "include" ? "include" : "exclude" };
}

/** Query string that keeps the bot filter in links to other parts; empty for the default. */
export function formatBotModeQuery(machines: BotMode): string {
  return machines === "include" ? `?${BOT_MODE_PARAM}=include` : "";
}

export function setBotModeParam(params: URLSearchParams, machines: BotMode): URLSearchParams {
  const next = new URLSearchParams(params);
  if (machines === "include") next.set(BOT_MODE_PARAM, machines);
  else next.delete(BOT_MODE_PARAM);
  return next;
}
