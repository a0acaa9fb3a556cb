import type { components } from "@/generated/api";
import type { CampaignRow } from "../campaigns-data";
import type { AbParts, Draft, TestSetting } from "../draft";

export type Standing = components["schemas"]["TestStandingOut"];

/** A test as the composer holds it. */
export type AbDraft = Draft & AbParts;

export const MOST_VARIANTS = 5;
export const FEWEST_VARIANTS = 2;
export const LEAST_RECIPIENTS = 10;
export const LETTERS = ["A", "B", "C", "D", "E"] as const;
export const TESTED = ["subject", "sender", "content", "time"] as const satisfies readonly TestSetting["tested"][];
export const METRICS = ["clicks", "opens"] as const satisfies readonly TestSetting["metric"][];
export const CHOOSES = ["rule", "hand"] as const satisfies readonly TestSetting["chooses"][];

export function letterOf(number: number): string {
  return LETTERS[number] ?? String(number + 1);
}

/** Where a test stands from its start on; undefined for one that has not begun. Stopped: over without a winner. */
export type Phase = "testing" | "choosing" | "decided" | "stopped";

type Begun = Pick<CampaignRow, "startedAt" | "status">;

export function phaseOf(test: Standing, { startedAt, status }: Begun, now: number): Phase | undefined {
  if (startedAt === null) return undefined;
  if (test.winner !== null) return "decided";
  if (status !== "SENDING" && status !== "PAUSED") return "stopped";
  return test.testingUntil !== null && Date.parse(test.testingUntil) > now ? "testing" : "choosing";
}
