import type { StatusKind } from "@/ui/components/status-dot";
import type { Domain, DomainRecord } from "./domains-data";

type Brief = Pick<DomainRecord, "verdict" | "unknown">;
export type RecordState = Brief["verdict"] | "unknown";

/** Displayed state of a record. An unknown current state takes precedence over the last known one. */
export function getRecordState({ verdict, unknown }: Brief): RecordState {
  return unknown ? "unknown" : verdict;
}

export const RECORD_DOTS: Readonly<Record<RecordState, StatusKind>> = {
  good: "ok",
  warning: "warn",
  bad: "bad",
  unchecked: "off",
  unknown: "info",
};

export const DOMAIN_DOTS: Readonly<Record<Domain["state"], StatusKind>> = {
  pending: "off",
  authenticated: "ok",
  breaking: "warn",
  broken: "bad",
};

const BY_SEVERITY: readonly RecordState[] = ["bad", "unknown", "unchecked", "warning", "good"];

/** The most severe state of several records of one kind. */
export function findMostSevere(records: readonly Brief[]): RecordState | undefined {
  const states = new Set(records.map(getRecordState));
  return BY_SEVERITY.find((state) => states.has(state));
}

/** The relevant records of a kind. A retiring key is only needed until its end. */
export function filterRecordsByKind(
  records: readonly DomainRecord[],
  kind: DomainRecord["kind"],
): readonly DomainRecord[] {
  return records.filter((record) => record.kind === kind && record.key?.state !== "retiring");
}
