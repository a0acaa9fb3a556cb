import type { components } from "@/generated/api";
import type { CampaignRow } from "../campaigns-data";
import type { AbParts, CampaignDraft, TestSetting } from "../draft";

export type TestProgress = components["schemas"]["TestStatusOut"];

/** Draft of an A/B test in the composer. */
export type AbDraft = CampaignDraft & AbParts;

export const MAX_VARIANTS = 5;
export const MIN_VARIANTS = 2;
export const MIN_RECIPIENTS = 10;
export const LETTERS = ["A", "B", "C", "D", "E"] as const;
export const TESTED_PROPERTIES = [
  "subject",
  "sender",
  "content",
  "time",
] as const satisfies readonly TestSetting["tested"][];
export const METRICS = ["clicks", "opens"] as const satisfies readonly TestSetting["metric"][];
export const DECISION_MODES = ["rule", "hand"] as const satisfies readonly TestSetting["chooses"][];

export function getLetter(number: number): string {
  return LETTERS[number] ?? String(number + 1);
}

/** Phase of a started test; undefined before the start. A stopped test ended without a winner. */
export type Phase = "testing" | "choosing" | "decided" | "stopped";

type StartedCampaign = Pick<CampaignRow, "startedAt" | "status">;

export function getPhase(test: TestProgress, { startedAt, status }: StartedCampaign, now: number): Phase | undefined {
  if (startedAt === null) return undefined;
  if (test.winner !== null) return "decided";
  if (status !== "SENDING" && status !== "PAUSED") return "stopped";
  return test.testingUntil !== null && Date.parse(test.testingUntil) > now ? "testing" : "choosing";
}
