import type { StatusKind } from "@/ui/components/status-dot";
import type { Domain, DomainRecord } from "./domains-data";

type Brief = Pick<DomainRecord, "verdict" | "unknown">;
export type RecordState = Brief["verdict"] | "unknown";

/** What is shown of a record: that nothing can be said at present comes before what was so until then. */
export function stateOf({ verdict, unknown }: Brief): RecordState {
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

const GRAVEST: readonly RecordState[] = ["bad", "unknown", "unchecked", "warning", "good"];

/** The state of several records of one kind: the gravest. */
export function gravest(records: readonly Brief[]): RecordState | undefined {
  const states = new Set(records.map(stateOf));
  return GRAVEST.find((state) => states.has(state));
}

/** The records of a kind that count: a key that retires is needed no more than its time. */
export function ofKind(records: readonly DomainRecord[], kind: DomainRecord["kind"]): readonly DomainRecord[] {
  return records.filter((record) => record.kind === kind && record.key?.state !== "retiring");
}
